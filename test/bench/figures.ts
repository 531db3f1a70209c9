import type { Measured } from './cost.ts';
import { median } from './measure.ts';
import type { Subject } from './shape.ts';
import type { Finding } from './turns.ts';

/** What a request takes of the processors, in microseconds. */
export type Cost = Measured['processor'];

/** Requests a second, round by round; null for a subject that was not asked. */
export function rates(rounds: Finding['rounds'], subject: Subject): readonly number[] | null {
  return rounds[subject]?.map(({ perSecond }) => perSecond) ?? null;
}

/** What a request takes at the median of the rounds; null for a subject that has answered none. */
export function costs(rounds: Finding['rounds'], subject: Subject): Cost | null {
  const measured = rounds[subject]?.filter(({ requests }) => requests > 0) ?? [];
  if (measured.length === 0) return null;
  const of = (part: keyof Cost) => median(measured.map(({ processor }) => processor[part]));
  return { server: of('server'), database: of('database') };
}
