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

export type Operator = 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte' | 'like' | 'ilike' | 'is' | 'in';

export interface Name {
  readonly text: string;
  readonly offset: number;
}

/** The operand as written, quotes and escapes removed; `items` only for `in`. */
export type Value =
  | { readonly kind: 'single'; readonly text: string; readonly offset: number }
  | {
      readonly kind: 'list';
      readonly items: readonly { readonly text: string; readonly offset: number }[];
      readonly offset: number;
    };
