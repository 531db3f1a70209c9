/** What a filter or rule says, before any name in it is looked up. Offsets count UTF-16 units from 0 in the parsed text. */
export type Condition = Comparison | Logic;

export interface Comparison {
  readonly kind: 'comparison';
  /** Relation aliases, then a field. */
  readonly path: readonly Name[];
  readonly negated: boolean;
  readonly operator: Operator;
  readonly value: Value;
}

export interface Logic {
  readonly kind: 'logic';
  readonly operator: 'and' | 'or';
  readonly negated: boolean;
  readonly operands: readonly Condition[];
}

export const operators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'like', 'ilike', 'is', 'in'] as const;

export type Operator = (typeof operators)[number];

export interface Name {
  readonly text: string;
  readonly offset: number;
}

/** The operand as written, quotes and escapes removed; in small letters for `is`; `items` only for `in`. */
export type Value =
  | { readonly kind: 'single'; readonly text: string; readonly offset: number }
  | {
      readonly kind: 'list';
      readonly items: readonly { readonly text: string; readonly offset: number }[];
      readonly offset: number;
    };

/** A key to order by: a field, or a field of a relation. */
export interface OrderKey {
  readonly path: readonly [field: Name] | readonly [relation: Name, field: Name];
  readonly descending: boolean;
  /** Where nulls stand; null for PostgreSQL's own choice, last when ascending. */
  readonly nulls: 'first' | 'last' | null;
}

/** A relation to fetch along with a row, and those to fetch along with its rows. */
export interface Embed {
  readonly alias: Name;
  /** Drops rows that have no match in the relation. */
  readonly inner: boolean;
  readonly embeds: readonly Embed[];
}
