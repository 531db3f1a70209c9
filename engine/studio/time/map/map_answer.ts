import type { Words } from '../../words/words.ts';
import type { Belief } from '../entries/entry.ts';
import type { Instant } from '../instant.ts';
import { boundWords, instantWords } from '../zone.ts';
import { beliefAt } from './rectangles.ts';

/** A question of the map. */
export interface MapQuestion {
  /** Null: now. */
  readonly validAt: Instant | null;
  /** Null: what is recorded now. */
  readonly asOf: Instant | null;
  readonly now: Instant;
  /** What the timeline says, such as "Service provider". */
  readonly what: string;
}

/** What was believed at a point of the map, as a sentence. */
export function answerOf(beliefs: readonly Belief[], question: MapQuestion, words: Words, zone: string): string {
  const { validAt, asOf, now, what } = question;
  const belief = beliefAt(beliefs, { validAt: validAt ?? now, asOf: asOf ?? now });
  const values = {
    when: validAt === null ? words('timeline.today') : words('timeline.onDay', { day: boundWords(validAt, zone) }),
    asOf: asOf === null ? '' : instantWords(asOf, zone),
    what: what.charAt(0).toLowerCase() + what.slice(1),
    value: belief?.label || words('timeline.valid'),
  };
  if (belief === undefined) return words(asOf === null ? 'timeline.answerNoneNow' : 'timeline.answerNone', values);
  return words(asOf === null ? 'timeline.answerNow' : 'timeline.answer', values);
}
