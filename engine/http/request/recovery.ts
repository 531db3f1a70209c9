import type { Database } from '../../../db/database.ts';
import { Problem } from '../../contract/problem.ts';
import { createOutage, type Outage } from './outage.ts';

/** Requests whose database is lost begin again, where nothing can be done twice by that. */
export interface Recovery {
  /** Reads, and once more if the database was lost. */
  read<T>(act: () => Promise<T>): Promise<T>;
  /**
   * Writes, and once more if the database was lost and nothing was done. With `once`, also if that is not known: the
   * write has an Idempotency-Key.
   */
  write<T>(act: () => Promise<T>, once: boolean): Promise<T>;
}

/**
 * A request waits for a server that answers, or takes writes, before it begins again. It does so once. It gets the 503 of its
 * first attempt where the database is away for longer.
 */
export function createRecovery({ query, isWritable }: Pick<Database, 'query' | 'isWritable'>): Recovery {
  const reading = createOutage(async () => (await query({ text: 'select', values: [] })).ok);
  const writing = createOutage(isWritable);
  return {
    read: (act) => repeatedAfter(reading, act, () => true),
    write: (act, once) => repeatedAfter(writing, act, (lost) => once || lost === 'undone'),
  };
}

/** A request that took longer is not begun again: its client may be gone, or the database only slow. */
const longestAttemptMilliseconds = 10_000;

async function repeatedAfter<T>(
  outage: Outage,
  act: () => Promise<T>,
  mayRepeat: (lost: 'undone' | 'unknown') => boolean,
): Promise<T> {
  const begin = performance.now();
  try {
    const answer = await act();
    outage.answered();
    return answer;
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.lost === null || !mayRepeat(thrown.lost)) throw thrown;
    if (performance.now() - begin > longestAttemptMilliseconds) throw thrown;
    if (!(await outage.isOver())) throw thrown;
    return act();
  }
}
