import type { Json } from '../vocabulary/value/json.ts';
import type { BoundCondition, Moment, OwnValue } from './field.ts';
import type { AnyRelation } from './relation.ts';
import type { WriteMoment } from './write_moment.ts';

/** Fields of a row that the database sets when the row is written. */
export interface FieldSets {
  readonly moment: WriteMoment;
  /** By field, in their order. */
  readonly values: ReadonlyMap<string, GivenValue>;
}

/** Rows of a resource that the database creates when a row is written. */
export interface Creation {
  readonly moment: WriteMoment;
  readonly resource: string;
  /** One row for each row that it leads to; null for one row. */
  readonly forEach: AnyRelation | null;
  /** A rule for rows of the resource: no row is created if it holds for one. `$` in it is about the row that is written. */
  readonly unless: BoundCondition | null;
  /** By field. Other fields get their default. */
  readonly values: ReadonlyMap<string, GivenValue>;
}

/** What follows from writes of a row, in its order. */
interface Consequences {
  readonly sets: readonly FieldSets[];
  readonly creates: readonly Creation[];
}

/** What a field gets. */
export type GivenValue =
  | { readonly kind: 'value'; readonly value: Json }
  /** The identity that the database records, or the party. It knows nothing else of a caller. */
  | { readonly kind: 'caller'; readonly of: 'identity' | 'party' }
  | Moment
  | OwnValue;

/** A chain of consequences has so many links at most. */
export const mostDepth = 8;

/** The names of the fields that writes of an action may set besides what is sent. */
export function fieldsThatAreSet(
  { sets }: Pick<Consequences, 'sets'>,
  action: 'create' | 'update',
): ReadonlySet<string> {
  return new Set(sets.flatMap(({ moment, values }) => (moment.on.has(action) ? [...values.keys()] : [])));
}

/** Whether a moment is every create. */
export function isEveryCreate({ on, when, roles }: WriteMoment): boolean {
  return on.has('create') && when === null && roles === null;
}

/** What consequences give to fields. */
export function givenValues({ sets, creates }: Consequences): readonly GivenValue[] {
  return [...sets, ...creates].flatMap(({ values }) => [...values.values()]);
}
