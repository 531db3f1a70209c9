import { failover } from './trial/failover.ts';
import { pooler } from './trial/pooler.ts';
import { replicas } from './trial/replicas.ts';
import { rolling } from './trial/rolling.ts';
import type { Trial } from './trial.ts';

/** All trials, in the order in which they run. */
export const trials: Readonly<Record<string, Trial>> = { rolling, pooler, replicas, failover };
