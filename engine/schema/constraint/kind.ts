import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import type { SchemaObject } from '../../sql/object.ts';
import type { Rows, Source } from '../../sql/source.ts';
import type { Lines } from '../plpgsql.ts';

/** All that is particular to one kind of constraint. */
export interface ConstraintKind<Own> {
  readonly declared: Declared<Own>;
  readonly kept: Kept<Own>;
  /** The columns that it looks at. */
  columns(constraint: Own): readonly string[];
  /** What the writer of a row that breaks it is told; null where no writer can help it. */
  violation(constraint: Own, attempt: Attempt): Violation | null;
}

/**
 * The place in the definitions that declares constraints of a kind. A table has the constraints of its keys first, and
 * of its history last.
 */
interface Declared<Own> {
  byKeys?(table: Table): readonly Unnamed<Own>[];
  byField?(field: Field, table: Table): readonly Unnamed<Own>[];
  byRows?(table: Table): readonly Unnamed<Own>[];
  byHistory?(table: Table): readonly Unnamed<Own>[];
}

/** A constraint, and the parts of the name that it is to have. */
export type Unnamed<Own> = readonly [parts: readonly string[], constraint: Own];

/** Who keeps a constraint. */
type Kept<Own> = KeptByDatabase<Own> | KeptByTrigger<Own>;

export interface KeptByDatabase<Own> {
  readonly by: 'database';
  /** In its table, beside it as an index, or after all tables. */
  place(table: Table, constraint: Own): 'table' | 'index' | 'end';
  /** What it demands, without its name. */
  rule(constraint: Own, table: Table): string;
  /** Whether it has an index, which has its name. */
  readonly hasIndex: boolean;
  /** How it comes to a table that has rows. */
  comes(constraint: Own, table: Table): Coming;
  /** The rows that break it; null if no row can. */
  against(constraint: Own, rows: RowsOfTable): Against | null;
  /** What the trigger that keeps a timeline raises before it cuts others: the branch of an `if`. */
  onEntry?(constraint: Own, table: Table): EntryBranch;
}

/** By triggers, which raise it under its name. */
interface KeptByTrigger<Own> {
  readonly by: 'trigger';
  /** What the trigger that stamps a row does before an insert. */
  onInsert?(constraint: Own, name: string, table: Table): Lines;
  /** The same before an update. */
  onUpdate?(constraint: Own, name: string, table: Table): Lines;
  /** Triggers of its own. */
  objects?(constraint: Own, name: string, table: Table): readonly SchemaObject[];
}

/**
 * How a constraint comes to a table that has rows. `unproved`: it holds for what is written from then on, and is then proved of
 * all rows. `index`: it takes over an index that is made beside all use. `locked`: nobody uses the table meanwhile.
 */
export type Coming =
  | { readonly how: 'unproved' }
  | {
      readonly how: 'index';
      readonly fields: readonly string[];
      /** What follows the name of the index in the constraint. */
      readonly ending: string;
      readonly title: string;
    }
  | { readonly how: 'locked'; readonly title: string };

/** The rows that a constraint comes to. */
interface RowsOfTable {
  readonly table: Table;
  /** The name that the constraint has. */
  readonly name: string;
  /** Whether the table is about to lose its timelines: entries that are deleted are gone by then. */
  readonly endsTimelines: boolean;
}

/** Rows that break something. */
export interface Against {
  /** The words before their number: "rows of book without pages". */
  readonly rows: string;
  readonly columns: readonly string[];
  /** The rows in a source of these columns; `nameOf` gives the name of another table by then, null for one that is not there. */
  readonly find: (source: Source, nameOf: (table: string) => string | null) => Rows;
}

/** The condition that an entry breaks a rule of its bounds, and what is then raised. */
export interface EntryBranch {
  readonly isBroken: string;
  readonly message: string;
}

/** A write that breaks a constraint. */
export interface Attempt {
  readonly table: Table;
  /** The value that was sent for a field, as a message shows it; null where none was. */
  readonly sent: (field: string) => string | null;
  /** Whether the writer may read a field of the row. */
  readonly shows: (field: string) => boolean;
  /** Whether the writer may read a field in every row of a resource. */
  readonly showsAll: (resource: string, field: string) => boolean;
  /** The engine's own words, where a trigger has some. */
  readonly detail: string | null;
  /** Whether it was refused for what the writer may do. */
  readonly isForbidden: boolean;
}

/** What is wrong with a write, and the fields that are to blame. */
export interface Violation {
  readonly code:
    | 'invalid_body'
    | 'forbidden'
    | 'unique_conflict'
    | 'reference_conflict'
    | 'still_referenced'
    | 'state_conflict'
    | 'rule_conflict'
    | 'overlap_conflict'
    | 'timeline_conflict';
  readonly detail: string;
  readonly fields: readonly string[];
}

/** A body that breaks a rule. */
export function invalid(detail: string, fields: readonly string[]): Violation {
  return { code: 'invalid_body', detail, fields };
}

/** The bounds of an entry that were sent. */
export function sentBounds({ sent }: Attempt): readonly string[] {
  return ['valid_from', 'valid_to'].filter((bound) => sent(bound) !== null);
}
