import type { AggregateName } from './aggregate_name.ts';

/** What a filter or rule says, before any name in it is looked up. Offsets count UTF-16 units from 0 in the parsed text. */
export type Condition = Comparison | Logic;

export interface Comparison {
  readonly kind: 'comparison';
  /** Relation aliases, then a field. If a relation comes last, a filter can only ask whether it has rows. */
  readonly path: readonly Name[];
  /** In a rule, an aggregate in place of a field. The path has its text. */
  readonly aggregate?: AggregateCall;
  /** From the field into its JSON document. */
  readonly steps: readonly JsonStep[];
  readonly negated: boolean;
  /** Its name, one of the operators that the parser was made for. */
  readonly operator: string;
  /** The word in parentheses behind the operator: `any`, `all`, or the language of a text search. */
  readonly modifier: Name | null;
  readonly value: Value;
}

/** What related rows have together: `sum(share(status=eq.valid).part)`. */
export interface AggregateCall {
  readonly name: AggregateName;
  readonly relation: Name;
  /** What holds for the rows that count. */
  readonly filter: readonly Condition[];
  /** Null for the number of rows. */
  readonly field: Name | null;
}

export interface Logic {
  readonly kind: 'logic';
  /** Aliases of the relations to the row that all operands are about; empty for the row itself. */
  readonly path: readonly Name[];
  readonly operator: 'and' | 'or';
  readonly negated: boolean;
  readonly operands: readonly Condition[];
}

export interface Name {
  readonly text: string;
  readonly offset: number;
}

/**
 * A step into a JSON document: to the member of a key, to the element at an index, or to its text. An index counts from
 * 0, or from -1 at the end.
 */
export interface JsonStep {
  readonly key: string | number;
  readonly asText: boolean;
  readonly offset: number;
}

/** The operand as written, quotes and escapes removed; in small letters for `is`; `items` only for `in`. */
export type Value =
  | {
      readonly kind: 'single';
      readonly text: string;
      /** Whether it stood in quotes, which were removed. */
      readonly isQuoted: boolean;
      readonly offset: number;
    }
  | {
      readonly kind: 'list';
      readonly items: readonly { readonly text: string; readonly offset: number }[];
      readonly offset: number;
    };

/** A value made of related rows: what they have together, or a value of the row at the end of a way. */
export type WrittenValue = { readonly kind: 'aggregate'; readonly call: AggregateCall } | WrittenWay;

export interface WrittenWay {
  readonly kind: 'way';
  /** One at least. */
  readonly steps: readonly WrittenStep[];
  readonly field: Name;
  /** Which of the rows at the end of the first step comes first; null for a way to one row. */
  readonly order: readonly OrderKey[] | null;
}

/** A relation, and what holds for the row that it leads to. */
export interface WrittenStep {
  readonly relation: Name;
  readonly filter: readonly Condition[];
}

/** A key to order by: a field, or a field of a relation. */
export interface OrderKey {
  readonly relation: Name | null;
  readonly field: Name;
  readonly steps: readonly JsonStep[];
  readonly descending: boolean;
  /** Where nulls are sorted; null for PostgreSQL's default, which is last when ascending. */
  readonly nulls: 'first' | 'last' | null;
}

/** A relation to fetch along with a row, and its own relations to fetch. */
export interface Embed {
  readonly alias: Name;
  /** Drops rows that have no match in the relation. */
  readonly inner: boolean;
  readonly embeds: readonly Embed[];
}

/** An item of `select`, in PostgREST's terms: all fields of a row, one field, the number of rows, or a relation. */
export type Selected = SelectedAll | SelectedField | SelectedCount | SelectedRelation;

interface SelectedAll {
  readonly kind: 'all';
  readonly offset: number;
}

export interface SelectedField {
  readonly kind: 'field';
  readonly field: Name;
  readonly steps: readonly JsonStep[];
  /** The type that the value is converted to. */
  readonly cast: Name | null;
  /** What is taken of the values of a group; null for the value of each row. */
  readonly aggregate: SelectedAggregate | null;
  /** The name in the answer, if it differs. */
  readonly as: Name | null;
}

export interface SelectedAggregate {
  readonly name: Name;
  /** The type that the result is converted to. */
  readonly cast: Name | null;
}

/** `count()`: how many rows a group has. If there is a relation of this name, the relation of which nothing is shown. */
export interface SelectedCount {
  readonly kind: 'count';
  readonly name: Name;
  readonly cast: Name | null;
  readonly as: Name | null;
}

export interface SelectedRelation {
  readonly kind: 'relation';
  /** The alias of the relation, or another name of it. */
  readonly alias: Name;
  readonly as: Name | null;
  /** The words behind `!`: inner, left, or the column or constraint that tells the relation from others. */
  readonly hints: readonly Name[];
  /** Its columns are put beside the columns of the row, not in an object of their own. */
  readonly spread: boolean;
  readonly selected: readonly Selected[];
}
