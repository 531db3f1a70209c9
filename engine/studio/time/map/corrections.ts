import type { Belief } from '../entries/entry.ts';
import { compareInstants, type Instant } from '../instant.ts';

/** That something else was recorded about a time gone by. */
export interface Correction {
  /** When it was recorded, and by whom. */
  readonly at: Instant;
  readonly by: string;
  /** The time gone by that it is about. */
  readonly from: Instant;
  readonly to: Instant;
  readonly before: string;
  /** Null: nothing is recorded about that time any more. */
  readonly after: string | null;
}

/** The corrections among the versions of a timeline, oldest first. A value that is first recorded late corrects nothing. */
export function correctionsOf(beliefs: readonly Belief[]): readonly Correction[] {
  const begun = Map.groupBy(beliefs, ({ recordedAt }) => recordedAt);
  const found = beliefs.flatMap((before): readonly Correction[] => {
    const at = before.replacedAt;
    if (at === null || compareInstants(before.from, at) >= 0) return [];
    const gone = { from: before.from, to: earlier(before.to ?? at, at) };
    return differingParts(gone, before, begun.get(at) ?? []).map((part) => ({
      ...{ at, by: before.replacedBy, before: before.label },
      ...part,
    }));
  });
  return found.toSorted((a, b) => compareInstants(a.at, b.at) || compareInstants(a.from, b.from));
}

/** The parts of a period about which the versions after it say something else, or nothing. */
function differingParts(
  gone: { readonly from: Instant; readonly to: Instant },
  before: Belief,
  after: readonly Belief[],
) {
  const touching = after
    .filter(({ from, to }) => compareInstants(from, gone.to) < 0 && (to === null || compareInstants(gone.from, to) < 0))
    .toSorted((a, b) => compareInstants(a.from, b.from));
  const parts: Pick<Correction, 'from' | 'to' | 'after'>[] = [];
  let reached = gone.from;
  for (const { from, to, value, label } of touching) {
    const begin = later(from, gone.from);
    if (compareInstants(reached, begin) < 0) parts.push({ from: reached, to: begin, after: null });
    const end = earlier(to ?? gone.to, gone.to);
    if (value !== before.value) parts.push({ from: begin, to: end, after: label });
    reached = end;
  }
  if (compareInstants(reached, gone.to) < 0) parts.push({ from: reached, to: gone.to, after: null });
  return parts;
}

function earlier(a: Instant, b: Instant): Instant {
  return compareInstants(a, b) <= 0 ? a : b;
}

function later(a: Instant, b: Instant): Instant {
  return compareInstants(a, b) >= 0 ? a : b;
}
