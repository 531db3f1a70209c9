import type { Database } from '../../db/database.ts';
import type { Model } from '../model/model.ts';
import { type WorkOptions, worksOf, written } from './feature.ts';
import { createFrontier } from './frontier.ts';
import { frontiersOf, startLook } from './look.ts';
import type { Loop } from './loop.ts';

/** What a process does beside answering requests. */
export interface Worker {
  /** Something was written here: its event need not wait for the next look. */
  wake(): void;
  /** Ends when the work at hand is done. */
  close(): Promise<void>;
}

/** What is seen by looking alone is there within a second, and an idle service asks two statements a second at most. */
const standardLookMilliseconds = 500;

/** Starts the work; of a model without features there is none. `failed` is told what goes wrong, which is tried again. */
export async function startWorker(
  model: Model,
  database: Database,
  failed: (error: unknown) => void,
  options: Partial<WorkOptions> = {},
): Promise<Worker> {
  const works = await worksOf(model);
  if (works.length === 0) return { wake: () => {}, close: async () => {} };
  const { lookMilliseconds = standardLookMilliseconds } = options;
  const frontiers = frontiersOf(works);
  const loops = new Map<string, Loop>();
  const wake = (cause: string) => {
    for (const { name, heeds } of works) if (heeds.includes(cause)) loops.get(name)?.wake();
  };
  for (const work of works) {
    const frontier = frontiers.get(work.queue ?? '') ?? createFrontier();
    loops.set(work.name, work.start({ ...options, lookMilliseconds, model, database, frontier, wake, failed }));
  }
  // Asked for with each write.
  const nudged = works.flatMap(({ name, heeds }) => (heeds.includes(written) ? (loops.get(name) ?? []) : []));
  const look = startLook(works, database, frontiers, {
    found: (name) => loops.get(name)?.wake(),
    failed,
    pauseMilliseconds: lookMilliseconds,
  });
  return {
    wake: () => {
      for (const loop of nudged) loop.wake();
    },
    close: async () => {
      await Promise.all([look, ...loops.values()].map((loop) => loop.close()));
    },
  };
}
