import type { Database } from '../../../db/database.ts';
import { type Loop, startLoop } from '../../worker/loop.ts';

const minute = 60_000;

/** Adds partitions before they are needed. */
export function startPartitions(database: Database, failed: (error: unknown) => void): Loop {
  const work = async () => {
    await addPartitions(database);
    return false;
  };
  return startLoop(work, { pauseMilliseconds: minute, failed });
}

/**
 * Makes sure that the next ids have a partition. A partition is filled for a month at most. Its remaining ids are
 * skipped, so that retention can drop months even if events are few.
 * @throws when the database refuses, or is away.
 */
export async function addPartitions({ query }: Pick<Database, 'query'>): Promise<void> {
  const outcome = await query({ text: 'select almanac.add_event_partitions()', values: [] });
  if (!outcome.ok) throw new Error(`partitions of the events cannot be added: ${outcome.error.message}`);
}
