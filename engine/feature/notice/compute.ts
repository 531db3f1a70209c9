import type { Database } from '../../../db/database.ts';
import { type Loop, startLoop } from '../../worker/loop.ts';

/** Rows of a resource, and changes, that one turn looks at: some ten milliseconds of work. */
const mostRows = 1000;

// A state is shown within a second, whether somebody wrote it or time brought it about (look.ts). A turn costs the same few
// milliseconds for one change as for many.
const spacingMilliseconds = 500;

/**
 * Keeps the notices up to date with the rules. Of several processes, one at a time has the lock, for a turn. Each turn
 * is one transaction, so a process may die at any point of it.
 */
export function startNotices(database: Database, failed: (error: unknown) => void): Loop {
  const work = async () => (await computeNotices(database)) >= mostRows;
  return startLoop(work, { spacingMilliseconds, failed });
}

/**
 * One turn: about how many rows it looked at, 0 for nothing to do or when another process is at it.
 * @throws when the database refuses, or is away.
 */
export async function computeNotices({ query }: Pick<Database, 'query'>): Promise<number> {
  const outcome = await query({
    name: 'compute_notices',
    text: 'select almanac.compute_notices($1::integer) as looked',
    values: [String(mostRows)],
  });
  if (!outcome.ok) throw new Error(`notices cannot be computed: ${outcome.error.message}`);
  return Number(outcome.rows[0]?.looked ?? 0);
}
