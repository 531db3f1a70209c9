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
 * Sees to it that the ids that come next have a partition. A partition is filled for a month at most: the ids that are
 * left of it are passed over, so that retention can tell months apart where events are few.
 * @throws when the database refuses, or is away.
 */
export async function addPartitions({ query }: Pick<Database, 'query'>): Promise<void> {
  const outcome = await query({ text: 'select almanac.add_event_partitions()', values: [] });
  if (!outcome.ok) throw new Error(`partitions of the events cannot be added: ${outcome.error.message}`);
}
