import type { Model, Table } from '../../model/model.ts';

/** A write that is refused, and what its caller may read. */
export interface RefusedWrite {
  readonly table: Table;
  readonly model: Model;
  readonly body: Body;
  readonly sight: Sight;
}

/** What the database says of a statement that failed. */
export interface Refusal {
  readonly sqlstate: string;
  readonly constraint: string | null;
  readonly column: string | null;
  readonly table: string | null;
  /** The functions in which it came up. */
  readonly within: string | null;
  /** Words of the engine's own triggers; PostgreSQL's name rows of others. */
  readonly detail: string | null;
  /** For the log alone. */
  readonly message: string;
  readonly unavailable: boolean;
  /** Nothing of it was done, for sure. */
  readonly undone: boolean;
  /** What the statement makes is longer than an answer may be. */
  readonly tooLong: boolean;
}

export type Body = Readonly<Record<string, unknown>>;

/** What the caller may read: an error names nothing else. */
export interface Sight {
  /** Whether the caller may read some rows of the resource. */
  reads(resource: string): boolean;
  shows(resource: string, field: string): boolean;
  /** Whether the caller may read the field in every row of the resource. */
  showsAll(resource: string, field: string): boolean;
}
