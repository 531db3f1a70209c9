import type { Row } from '../api/row.ts';
import type { Resource } from '../model/model.ts';
import { compareInstants, earlier, later } from './instant.ts';

/** From an instant on, until before another one; null while it is open. */
export interface Period {
  readonly from: string;
  readonly to: string | null;
}

/** Whether the rows of a resource, or of its history, are entries of timelines. */
export function hasValidity({ fields }: Pick<Resource, 'fields'>): boolean {
  return fields.has('valid_from');
}

/** The validity of an entry of a timeline; null for one that is deleted. */
export function validityOf(row: Row): Period | null {
  const { valid_from: from, valid_to: to } = row;
  return typeof from === 'string' ? { from, to: typeof to === 'string' ? to : null } : null;
}

/** How the validity of an entry lies to an instant. */
export type Standing = 'current' | 'former' | 'future' | 'deleted';

export function standingOf(row: Row, instant: string): Standing {
  const validity = validityOf(row);
  if (validity === null) return 'deleted';
  if (compareInstants(validity.from, instant) > 0) return 'future';
  return validity.to !== null && compareInstants(validity.to, instant) <= 0 ? 'former' : 'current';
}

/** A change of an entry, from one version to the next. */
export interface Change {
  readonly before: Period | null;
  readonly after: Period | null;
  /** Whether the entry has another value, apart from its validity. */
  readonly isOther: boolean;
  readonly recordedAt: string;
}

/**
 * The time gone by about which a change says something else than was recorded before, from its first to its last instant.
 * Null where the change is about its own instant and later alone.
 */
export function correctedTime(change: Change): { readonly from: string; readonly to: string } | null {
  const gone = differentTimes(change)
    .filter(({ from }) => compareInstants(from, change.recordedAt) < 0)
    .map(({ from, to }) => ({ from, to: to === null ? change.recordedAt : earlier(to, change.recordedAt) }));
  const [first, ...others] = gone;
  if (first === undefined) return null;
  return others.reduce((all, { from, to }) => ({ from: earlier(all.from, from), to: later(all.to, to) }), first);
}

function differentTimes({ before, after, isOther }: Change): readonly Period[] {
  if (before === null || after === null) return [before ?? after].filter((period) => period !== null);
  if (isOther) return [before, after];
  return [
    { from: earlier(before.from, after.from), to: later(before.from, after.from) },
    ...(before.to === null && after.to === null ? [] : [between(before.to, after.to)]),
  ].filter(({ from, to }) => to === null || compareInstants(from, to) < 0);
}

/** The time between two ends, of which null is the last. */
function between(one: string | null, other: string | null): Period {
  if (one === null || other === null) return { from: (one ?? other) as string, to: null };
  return { from: earlier(one, other), to: later(one, other) };
}
