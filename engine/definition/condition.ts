import type { Operator } from '../language/syntax.ts';
import type { Field } from './model.ts';

/** A condition whose names are resolved and whose values fit the fields' types. */
export type BoundCondition = BoundComparison | BoundLogic;

export interface BoundComparison {
  readonly kind: 'comparison';
  readonly field: Field;
  readonly negated: boolean;
  readonly operator: Operator;
  /** Text in the form PostgreSQL reads for the field's type; several for `in`. For `is`: null, not_null, true, false or unknown. */
  readonly values: readonly string[];
}

export interface BoundLogic {
  readonly kind: 'logic';
  readonly operator: 'and' | 'or';
  readonly negated: boolean;
  readonly operands: readonly BoundCondition[];
}
