import type {
  Aggregate,
  AnyComparison,
  BoundCondition,
  BoundCovered,
  BoundRelated,
  BoundRule,
  BoundVisible,
  Field,
  IdentityValue,
  Made,
  Moment,
  OperandType,
  OwnValue,
} from '../../../model/field.ts';
import type { Fragment } from '../../../sql/fragment.ts';

/** The SQL of the fields and values of a condition: constants in a constraint, parameters in a query. */
export interface Terms<Value> {
  /** The column of a stored field. */
  readonly column: (field: Field) => Fragment;
  /** One value of a type. */
  readonly value: (text: string, type: OperandType) => Fragment<Value>;
  /** Several of them, as one array: a statement with a parameter there serves lists of every length. */
  readonly list: (texts: readonly (string | null)[], type: OperandType) => Fragment<Value>;
  /** What a parameter of the URL brings with each request: one value of a type, or several. */
  readonly open: (slot: number, type: OperandType, isList: boolean) => Fragment<Value>;
  /** A claim of the caller, as a value of a type. */
  readonly claim: (name: string, type: OperandType) => Fragment<Value>;
  /** A value of the caller's identity. */
  readonly identity: (value: IdentityValue) => Fragment<Value>;
  /** An instant or a day that a rule names, as a value of a type. */
  readonly moment: (moment: Moment, type: OperandType) => Fragment<Value>;
  /** A value of the row that a rule is about; an array of all where there are several. */
  readonly own: (value: OwnValue) => Fragment<Value>;
  /** What an operator that may fail takes, which is the same for all rows: an SQL expression, and its type. */
  readonly once: (fixed: Fragment<Value>, type: string) => Fragment<Value>;
  /** What related rows have together. */
  readonly aggregate: (aggregate: Aggregate) => Fragment<Value>;
  /** A value made of related rows. If it is their number, it is not counted past `most`. */
  made(made: Made, most: Fragment<Value> | null): Fragment<Value>;
  /** That there is a related row, or none. */
  readonly related: (condition: BoundRelated<AnyComparison>) => Fragment<Value>;
  /** That related rows cover the validity of the row. */
  readonly covered: (condition: BoundCovered<AnyComparison>) => Fragment<Value>;
  /** That a rule holds for the row, which `$` in it is about. */
  readonly rule: (rule: BoundRule<AnyComparison>) => Fragment<Value>;
  /** That the caller may read the row, or not. */
  readonly visible: (condition: BoundVisible) => Fragment<Value>;
  /** That the role of the caller reads a field of the row, by the rule of the field. */
  readonly shown: (rule: BoundCondition) => Fragment<Value>;
}
