import type { BoundCondition } from './field.ts';

/** Writes of a row, by what they do and by whom. A check is asked after them, and consequences follow from them. */
export interface WriteMoment {
  readonly on: ReadonlySet<'create' | 'update' | 'delete'>;
  /** A rule for the row as the write makes it; null for any. */
  readonly when: BoundCondition | null;
  /** A rule for the row as it was, by its own fields. It keeps out no new row, which was nothing before. */
  readonly before: BoundCondition | null;
  readonly roles: RoleChoice | null;
  /** The columns of which an update has to change one; null for any. */
  readonly changes: readonly string[] | null;
}

/** Callers with one of these roles, or all others. Null in its place: everybody. */
export interface RoleChoice {
  readonly kind: 'only' | 'except';
  readonly roles: readonly string[];
}
