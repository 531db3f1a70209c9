import type { Trait } from '../trait.ts';

/** All that is particular to one operator of the query language. */
export interface OperatorWord {
  /** The trait of the types that it applies to. */
  readonly requires: Trait;
  /**
   * What stands behind it: one value, values in a list, what `is` asks, a pattern of `like`, a regular expression, or a search
   * as an expression or as plain words.
   */
  readonly takes: 'value' | 'list' | 'truth' | 'pattern' | 'regular_expression' | 'search_query' | 'search_words';
  /** What may stand in parentheses behind its name: `any` or `all`, or the language of a text search. */
  readonly modifier: 'quantifier' | 'language' | null;
  /**
   * Whether it fails for some rows and not for others, or for an expression that only PostgreSQL reads. Nothing that may fail
   * looks at a row that its caller may not see.
   */
  readonly mayFail: boolean;
  /** Whether a claim, which is one value, is compared with an array as an array of one element. */
  readonly takesClaimOfArray: boolean;
  /** The operator in PostgreSQL, or the function that reads a search. */
  readonly sql: string;
  /** "The comparison holds where the field ..." */
  readonly holds: string;
  /** What it says of a field, as in "`status` is `active`"; and what it says with `not.` before it. */
  readonly words: readonly [says: string, denies: string];
  /** Words of other dialects and of plain speech that mean it, and that no spelling rule would lead to it. */
  readonly synonyms: readonly string[];
}
