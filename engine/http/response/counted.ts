import { Problem } from '../../contract/problem.ts';
import type { PreferenceValue } from '../../vocabulary/preference.ts';

/** How the rows of a list are counted. */
interface Counting {
  readonly counted: PreferenceValue<'count'> | null;
  /** Whether rows may be hidden from the caller: then each count is exact. */
  readonly hides: () => boolean;
}

/** What counts rows. If that takes too long, the problem says what is quicker. */
export async function orQuicker<Counted>(work: Promise<Counted>, counting: Counting): Promise<Counted> {
  try {
    return await work;
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code !== 'timeout') throw thrown;
    throw new Problem('timeout', thrown.message, { headers: thrown.headers, hint: quicker(counting) });
  }
}

function quicker({ counted, hides }: Counting): string | null {
  if (counted === null) return null;
  if (hides()) return 'ask without a count';
  if (counted === 'planned') return null;
  return `ask with Prefer: count=${counted === 'exact' ? 'estimated' : 'planned'}, or without a count`;
}
