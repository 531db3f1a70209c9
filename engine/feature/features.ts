import type { Feature } from '../model/feature.ts';
import { event } from './event/feature.ts';
import { file } from './file/feature.ts';
import { notice } from './notice/feature.ts';
import { notification } from './notification/feature.ts';
import { subscription } from './subscription/feature.ts';

/** All features, in the order in which they act. To remove one, remove its folder and its name here. */
export const features: readonly Feature[] = [event, notification, notice, subscription, file];
