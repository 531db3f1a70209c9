import type { FieldType } from '../vocabulary/field_type.ts';
import type { Operator } from '../vocabulary/operator/operators.ts';
import type { Json } from '../vocabulary/value/json.ts';

// Fields and conditions stand together: a condition compares fields, and a computed field is a condition.

export interface Field {
  readonly name: string;
  /** The name that it had: a migration renames what is there. */
  readonly was: string | null;
  readonly title: string;
  readonly description: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  readonly default: Default | null;
  /** What rows get that a migration finds without a value where one is required from then on; null for the default. */
  readonly backfill: Backfill | null;
  /** Whether a client may send it in that action. */
  readonly create: boolean;
  readonly update: boolean;
  /** An expression over the row instead of a stored column. */
  readonly computed: BoundCondition | null;
  /** Taken, and never shown. */
  readonly writeOnly: boolean;
  /** Of what events tell of rows: the fields that a role does not read, by their resource; null for all other fields. */
  readonly concealed: ReadonlyMap<string, readonly string[]> | null;
  readonly example: Json | undefined;
  readonly deprecated: Deprecation | null;
  /** What each role may do with it, which is nothing for one that is not named; null for whatever the row allows. */
  readonly access: ReadonlyMap<string, 'all' | 'read' | 'nothing'> | null;
}

/** `generated` is a random UUID; `now` is the instant of the write. */
export type Default =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'generated' }
  | { readonly kind: 'now' };

/** A value for all rows, or that of another field of the row. */
export type Backfill = Default | { readonly kind: 'field'; readonly field: string };

/** `target` rows whose column `to` equals this row's column `from`. */
export interface Relation {
  readonly alias: string;
  /** The alias that it had. */
  readonly was: string | null;
  readonly target: string;
  readonly cardinality: 'one' | 'many';
  readonly from: string;
  readonly to: string;
}

export interface Deprecation {
  readonly since: string | null;
  readonly sunset: string | null;
  readonly replacedBy: string | null;
}

/** A condition on a row, whose names are resolved and whose values fit the types they are compared with. */
export type BoundCondition = BoundComparison | BoundLogic | BoundRelated;

export interface BoundComparison {
  readonly kind: 'comparison';
  readonly operand: Operand;
  readonly negated: boolean;
  readonly operator: Operator;
  /** Whether the operator holds for any of several values, or for all; null for its one value. */
  readonly quantifier: 'any' | 'all' | null;
  /** Of a text search; null for the database's own. */
  readonly language: string | null;
  /**
   * Text in the form PostgreSQL reads for the operand's type, or for what the operator takes; several for `in` and for a
   * quantifier, of which an element may be null. For `is`: null, not_null, true, false or unknown.
   */
  readonly values: readonly (string | null)[];
  /** The claim of the caller that is its value, which is null where the token has none that fits; null for a value that is written. */
  readonly claim: string | null;
  /** Place of the parameter that the values come from, where a plan serves others as well; null for values of its own. */
  readonly slot: number | null;
}

/** What is compared: a field, what its JSON document holds somewhere, or the period that begins with it. */
export interface Operand {
  readonly field: Field;
  readonly steps: readonly BoundStep[];
  readonly type: OperandType;
}

/** A period is that from valid_from until valid_to, which no row shows as one: it is there to be filtered by. */
export type OperandType = FieldType | { readonly kind: 'period' };

/** To what stands under a key or at an index of a JSON document, or to its text. */
export interface BoundStep {
  readonly key: string | number;
  readonly asText: boolean;
}

export interface BoundLogic {
  readonly kind: 'logic';
  readonly operator: 'and' | 'or';
  readonly negated: boolean;
  readonly operands: readonly BoundCondition[];
}

/** There is a related row for which the condition holds, or any at all where there is no condition; or there is none. */
export interface BoundRelated {
  readonly kind: 'related';
  readonly relation: Relation;
  readonly negated: boolean;
  readonly condition: BoundCondition | null;
}

/** The conditions as one; null for none. */
export function allOf(conditions: readonly BoundCondition[]): BoundCondition | null {
  const [first, ...others] = conditions;
  if (first === undefined) return null;
  return others.length === 0 ? first : { kind: 'logic', operator: 'and', negated: false, operands: conditions };
}
