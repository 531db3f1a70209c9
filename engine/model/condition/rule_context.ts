import type { Operator } from '../../vocabulary/operator/operators.ts';
import type { BoundCondition, OperandType } from '../field.ts';
import type { RowType } from './row_type.ts';

/** What the values of a rule may be, besides written ones. */
export interface RuleValues {
  /** The claims that it may name; null for a rule that is not about a caller. */
  readonly claims: readonly string[] | null;
  /** The types of the values that a call takes, which it may name as `{input.name}`; absent for other rules. */
  readonly inputs?: ReadonlyMap<string, OperandType>;
  /** Whether it may look along trees, as rules of access may. Absent for other rules. */
  readonly trees?: boolean;
  /** The IANA time zone of its days; null for a rule that time cannot change. */
  readonly zone: string | null;
  /** The rules of service.yaml by their names; null where none can be asked. */
  readonly named: ReadonlyMap<string, NamedRule> | null;
  /** The row that the rule is about. */
  readonly own: RowType;
  /** The rows that relations lead to, by their resource. */
  readonly rows: ReadonlyMap<string, RowType>;
}

/** A rule with a name, which other rules ask of rows of its resource. */
export interface NamedRule {
  readonly of: string;
  /** Null for a rule with a fault, which has been reported. */
  readonly condition: BoundCondition | null;
}

/** What a value of a rule is compared with. */
export interface Compared {
  readonly type: OperandType;
  readonly operator: Operator;
  readonly quantifier: 'any' | 'all' | null;
}
