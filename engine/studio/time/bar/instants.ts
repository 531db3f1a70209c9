import type { StudioInstants } from '../../../contract/studio/studio_instants.ts';
import { compareInstants, type Instant, millisecondsOf, readInstant } from '../instant.ts';

/** When something happened among some rows: when versions began or ended, and where validity begins or ends. */
export interface Instants {
  /** Ascending, each once. So is `valid`. */
  readonly recorded: readonly Instant[];
  readonly valid: readonly Instant[];
  /** Whether earlier ones are left out. */
  readonly isComplete: boolean;
}

/** The instants of several answers of the service together. */
export function mergeInstants(answers: readonly StudioInstants[]): Instants {
  return {
    recorded: ascending(answers.flatMap(({ recorded }) => recorded)),
    valid: ascending(answers.flatMap(({ valid }) => valid)),
    isComplete: answers.every(({ complete }) => complete),
  };
}

/** Each instant of some texts once, in order. Other texts are passed over. */
export function ascending(texts: readonly unknown[]): readonly Instant[] {
  const instants = texts.map(readInstant).filter((instant) => instant !== null);
  return [...new Set(instants)].sort(compareInstants);
}

/** The next instant after `from`, or with -1 the last one before it; null where there is none. */
export function stepFrom(instants: readonly Instant[], from: Instant, step: 1 | -1): Instant | null {
  return (
    (step === 1
      ? instants.find((each) => compareInstants(each, from) > 0)
      : instants.findLast((each) => compareInstants(each, from) < 0)) ?? null
  );
}

/** The instant that is nearest to a place on an axis; null without instants. */
export function nearestInstant(instants: readonly Instant[], milliseconds: number): Instant | null {
  let [low, high] = [0, instants.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (millisecondsOf(instants[middle] as Instant) < milliseconds) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [instants[low - 1], instants[low]];
  if (before === undefined || after === undefined) return before ?? after ?? null;
  return milliseconds - millisecondsOf(before) <= millisecondsOf(after) - milliseconds ? before : after;
}
