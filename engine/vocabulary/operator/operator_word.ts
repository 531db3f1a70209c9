import type { Fragment } from '../../sql/fragment.ts';
import type { OperandForm } from '../operand/operand_form.ts';
import type { Trait } from '../trait.ts';

/** Everything that is particular to one operator of the query language. */
export type OperatorWord = Said & (MayFail | { readonly mayFail: false });

/**
 * An operator that can fail: for some rows, or for an expression that only PostgreSQL reads. It never looks at a row
 * that its caller may not see.
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
  /** The word that may follow its name in parentheses: `any`, `all`, or the language of a text search. */
  readonly modifier: 'quantifier' | 'language' | null;
  /** Whether a claim, which is one value, is compared with an array as an array of one element. */
  readonly takesClaimOfArray: boolean;
  /** The operator in PostgreSQL. */
  readonly sql: string;
  /** The comparison as SQL. Without it, `sql` is written between the compared value and the operand. */
  readonly render?: <Value>(comparison: ComparisonSql<Value>) => Fragment<Value>;
  /** What a text search searches for, as a tsquery. */
  readonly query?: <Value>(comparison: ComparisonSql<Value>) => Fragment<Value>;
  /** The same with `not.` before it. Without it, the comparison is put into `not (...)`. */
  readonly renderNot?: <Value>(comparison: ComparisonSql<Value>) => Fragment<Value>;
  /** Whether it has an answer for null, where others are unknown. */
  readonly answersNull?: true;
  /** "The comparison holds where the field ..." */
  readonly holds: string;
  /** Its words, as in "`status` is `active`", and its words with `not.` before it. */
  readonly words: readonly [says: string, denies: string];
  /** Whether it denies something by itself. */
  readonly isDenial?: true;
  /** Its words with the operand, if they are not its words followed by the operand. */
  readonly says?: (values: readonly (string | null)[], negated: boolean) => string;
  /** Synonyms from other dialects and from plain English, which the nearest spelling would not find. */
  readonly synonyms: readonly string[];
}

/** The parts of a comparison as SQL expressions. */
export interface ComparisonSql<Value> {
  /** What is compared. */
  readonly left: Fragment<Value>;
  /** Whether that is a tsvector already. */
  readonly isDocument: boolean;
  /** The operand: a value, `any` or `all` of several, an array for a list, or a claim. */
  readonly value: Fragment<Value>;
  /** Whether the operand is a claim, which may be null. */
  readonly isClaim: boolean;
  /** The operand as it was read. */
  readonly values: readonly (string | null)[];
  /** The language of a text search; null for the default of the database. */
  readonly language: string | null;
  /**
   * An expression that is the same for all rows, with its type. PostgreSQL evaluates it only when it runs the
   * statement.
   */
  readonly once: (fixed: Fragment<Value>, type: string) => Fragment<Value>;
}
