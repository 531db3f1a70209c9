import { failover } from './trial/failover.ts';
import type { Trial } from './trial.ts';

/** All trials, in the order in which they run. */
export const trials: Readonly<Record<string, Trial>> = { failover };
