import type { Fragment } from '../../sql/fragment.ts';
import type { OperandForm } from '../operand/operand_form.ts';
import type { Trait } from '../trait.ts';

/** All that is particular to one operator of the query language. */
export type OperatorWord = Said & (MayFail | { readonly mayFail: false });

/**
 * An operator that fails for some rows and not for others, or for an expression that only PostgreSQL reads. It never looks at
 * a row that its caller may not see.
 */
export interface MayFail {
  readonly mayFail: true;
  /** An SQL expression that fails where PostgreSQL cannot read the operand, which is an SQL expression itself. */
  readonly trial: <Value>(operand: Fragment<Value>, language: string | null) => Fragment<Value>;
}

interface Said {
  /** The trait of the types that it applies to. */
  readonly requires: Trait;
  readonly operand: OperandForm;
  /** What may stand in parentheses behind its name: `any` or `all`, or the language of a text search. */
  readonly modifier: 'quantifier' | 'language' | null;
  /** Whether a claim, which is one value, is compared with an array as an array of one element. */
  readonly takesClaimOfArray: boolean;
  /** The operator in PostgreSQL. */
  readonly sql: string;
  /** The comparison as SQL. Without it, `sql` stands between what is compared and the operand. */
  readonly render?: <Value>(comparison: ComparisonSql<Value>) => Fragment<Value>;
  /** The same with `not.` before it. Without it, the comparison stands in `not (...)`. */
  readonly renderNot?: <Value>(comparison: ComparisonSql<Value>) => Fragment<Value>;
  /** "The comparison holds where the field ..." */
  readonly holds: string;
  /** What it says of a field, as in "`status` is `active`"; and what it says with `not.` before it. */
  readonly words: readonly [says: string, denies: string];
  /** Whether it says by itself what a field is not. */
  readonly isDenial?: true;
  /** What it says of a field, operand included, where that is not one of its words and then the operand. */
  readonly says?: (values: readonly (string | null)[], negated: boolean) => string;
  /** Words of other dialects and of plain speech that mean it, and that no spelling rule would lead to it. */
  readonly synonyms: readonly string[];
}

/** The parts of a comparison as SQL expressions. */
interface ComparisonSql<Value> {
  /** What is compared. */
  readonly left: Fragment<Value>;
  /** The operand: a value, `any` or `all` of several, an array for a list, or a claim. */
  readonly value: Fragment<Value>;
  /** Whether the operand is a claim, which is null where the caller has none. */
  readonly isClaim: boolean;
  /** The operand as it was read. */
  readonly values: readonly (string | null)[];
  /** Of a text search; null for the database's own. */
  readonly language: string | null;
  /** An expression that is the same for all rows, which PostgreSQL does not evaluate before it runs the statement; and its type. */
  readonly once: (fixed: Fragment<Value>, type: string) => Fragment<Value>;
}
