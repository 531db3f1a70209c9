import type { Words } from '../../words/words.ts';
import type { Instant } from '../instant.ts';
import { boundWords } from '../zone.ts';

interface Period {
  readonly from: Instant;
  readonly to: Instant | null;
}

/** The period of an entry: `1 Mar 2024 – 3 May 2024 14:00`, or `since 1 Mar 2024`. */
export function periodWords({ from, to }: Period, words: Words, zone: string): string {
  if (to === null) return words('timeline.openPeriod', { from: boundWords(from, zone) });
  return words('timeline.period', { from: boundWords(from, zone), to: boundWords(to, zone) });
}
