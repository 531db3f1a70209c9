import type { AggregateName } from '../language/aggregate_name.ts';
import type { FieldType } from '../vocabulary/field_type.ts';
import type { Operator } from '../vocabulary/operator/operators.ts';
import type { Json } from '../vocabulary/value/json.ts';
import type { Backfill, Default } from './default.ts';
import type { Deprecation } from './deprecation.ts';
import type { OnDelete } from './on_delete.ts';
import type { AnyRelation, Relation, SteppedRelation } from './relation.ts';

// Fields and conditions stand together: a condition compares fields, and a computed field is a condition.

export interface Field {
  readonly name: string;
  /** Its former name: a migration renames the existing one. */
  readonly was: string | null;
  readonly title: string;
  readonly description: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  /** What happens to the row when the row that the field refers to is deleted; null where that is refused. */
  readonly onDelete: OnDelete | null;
  /** Whether a reference may lead to rows that its writer may not read. */
  readonly unseen: boolean;
  /** Whether a reference to its own resource makes trees: no row is its own ancestor. */
  readonly acyclic: boolean;
  /** The text of the rule for the rows that a reference leads to, which a check holds; null for all rows. */
  readonly where: string | null;
  readonly default: Default | null;
  /** The value for existing rows when a migration makes the field required; null for the default. */
  readonly backfill: Backfill | null;
  /** Whether a client may send it in that action. */
  readonly create: boolean;
  readonly update: boolean;
  /** What it has instead of a stored column. */
  readonly computed: Computed | null;
  /** Accepted, but never shown. */
  readonly writeOnly: boolean;
  /** For fields of events: the fields that a role does not read, by their resource; null for all other fields. */
  readonly redacted: ReadonlyMap<string, readonly string[]> | null;
  readonly example: Json | undefined;
  readonly deprecated: Deprecation | null;
  /** What each role may do with it. A role that is not named may do nothing. Null if the rules of the row decide. */
  readonly access: ReadonlyMap<string, FieldAccess> | null;
  /** In the model of a role, the rows in which it reads the field: in others it is null. Null for all rows. */
  readonly shownWhere: BoundCondition | null;
  /** In a view: present if the expression that makes the value may fail for some rows. */
  readonly mayFail?: true;
}

/** How a field is computed: whether a rule over the row itself holds, or a value made of related rows. */
export type Computed = { readonly kind: 'condition'; readonly condition: BoundCondition } | RelatedValue;

/** A value made of the related rows that the reader may read. */
export interface RelatedValue {
  readonly kind: 'value';
  /** As the definition has it. */
  readonly text: string;
  /** Null until the resources are known. */
  readonly made: Made | null;
}

/** What makes a value of related rows. */
export type Made =
  /** Whether a rule holds. */
  | { readonly by: 'rule'; readonly condition: BoundCondition }
  | { readonly by: 'aggregate'; readonly aggregate: Aggregate; readonly type: OperandType }
  /** A value of the row at the end of a way; null where there is none. */
  | { readonly by: 'way'; readonly steps: readonly ValueStep[]; readonly operand: Operand };

/** A step to one row: of the rows that the relation leads to, the first in the order. */
export interface ValueStep extends Pick<Aggregate, 'relation' | 'link' | 'condition'> {
  readonly order: readonly ValueOrder[];
}

export interface ValueOrder {
  readonly operand: Operand;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last' | null;
}

/** Whether a role reads a field, and may send it in a create and an update. Who may send it may also read it. */
export interface FieldAccess {
  readonly read: boolean;
  /** The rows in which the role reads it; null for all rows. */
  readonly where: FieldRule | null;
  readonly create: boolean;
  readonly update: boolean;
}

interface FieldRule {
  readonly text: string;
  /** Null until the resources are known. Then it holds for no row. */
  readonly condition: BoundCondition | null;
}

/** A condition on a row, whose names are resolved and whose values fit the types they are compared with. */
export type BoundCondition<Comparison = BoundComparison> =
  | Comparison
  | BoundLogic<Comparison>
  | BoundRelated<Comparison>
  | BoundRule<Comparison>
  | BoundVisible
  | BoundCovered<Comparison>;

/** What is compared, and how. */
interface Compares {
  readonly kind: 'comparison';
  readonly operand: Operand | CallerOperand | AggregateOperand | DocumentOperand;
  readonly negated: boolean;
  readonly operator: Operator;
  /** Whether the operator holds for any of several values, or for all; null for its one value. */
  readonly quantifier: 'any' | 'all' | null;
  /** The language of a text search; null for the default of the database. */
  readonly language: string | null;
}

export interface BoundComparison<Slot = number | null> extends Compares {
  readonly comparand: Comparand<Slot>;
}

/** What the operand is compared with: written values, or a value that a rule names. */
export type Comparand<Slot = number | null> = WrittenValues<Slot> | CallerValue | Moment | OwnValue;

/**
 * Text in the form that PostgreSQL reads for the type of the operand. `in` and quantifiers have several, and elements
 * may be null. For `is`: null, not_null, true, false or unknown.
 */
interface WrittenValues<Slot> {
  readonly kind: 'values';
  readonly values: readonly (string | null)[];
  /** The place of the parameter that they come from; null for all other values. */
  readonly slot: Slot;
}

/** A value that the caller brings; SQL null if it is missing. No comparison with null holds. */
export type CallerValue = ClaimValue | IdentityValue;

/** A claim of the caller; SQL null if the token has no fitting claim. */
interface ClaimValue {
  readonly kind: 'claim';
  readonly claim: string;
}

/** A value of the row of the caller in the resource identity, as it is at present. */
export interface IdentityValue {
  readonly kind: 'identity';
  /** From that row to the row with the value, each to one row. */
  readonly relations: readonly Relation[];
  readonly operand: Operand;
}

export function isOfCaller(comparand: AnyComparison['comparand']): comparand is CallerValue {
  return comparand.kind === 'claim' || comparand.kind === 'identity';
}

/** The instant at which a rule is asked, or the beginning of that day, and how far from there. */
export interface Moment {
  readonly kind: 'moment';
  readonly from: 'now' | 'today';
  /** An ISO 8601 duration; one with a minus leads to the past. Null for no distance. */
  readonly offset: string | null;
  /** The IANA time zone in which days and months are counted. */
  readonly zone: string;
}

/** A value of the row that the rule is about, also where the rule asks for something of related rows. */
export interface OwnValue {
  readonly kind: 'own';
  /** From that row to the rows whose values they are. A relation to many gives several. */
  readonly relations: readonly Relation[];
  readonly operand: Operand;
}

/** The values that each request brings in a parameter: a bind position. */
interface OpenValues {
  readonly kind: 'open';
  readonly slot: number;
}

export interface OpenComparison extends Compares {
  readonly comparand: OpenValues;
}

/** A comparison of an unbound plan. It has no values, or values that all requests of the shape share. */
export type UnboundComparison = OpenComparison | BoundComparison<null>;

export type AnyComparison = BoundComparison | OpenComparison;

export function isOpen(comparison: AnyComparison): comparison is OpenComparison {
  return comparison.comparand.kind === 'open';
}

/** A condition with or without its values. */
export type AnyCondition = BoundCondition<AnyComparison>;

/** What is compared: a field, a value in its JSON document, or the period that begins with it. */
export interface Operand {
  readonly field: Field;
  readonly steps: readonly BoundStep[];
  readonly type: OperandType;
}

/** What a rule compares of its caller, as a value of a type. */
interface CallerOperand {
  readonly caller: CallerValue;
  readonly type: OperandType;
}

/** What a rule compares of related rows together, as a value of a type. */
export interface AggregateOperand {
  readonly aggregate: Aggregate;
  readonly type: OperandType;
}

/** The words of several fields, in which a request searches. */
export interface DocumentOperand {
  readonly document: {
    /** The most important first. */
    readonly fields: readonly Field[];
    readonly language: string;
  };
  /** What is searched for. */
  readonly type: OperandType;
}

/** What the rows of a relation have together. The number and the sum of no rows are 0; the least and the greatest are null. */
export interface Aggregate {
  readonly name: AggregateName;
  /** As the rule writes it. */
  readonly text: string;
  readonly relation: AnyRelation;
  /** What holds for the links of a relation through links; null for all of them. */
  readonly link: BoundCondition | null;
  /** What holds for the rows that count; null for all of them. */
  readonly condition: BoundCondition | null;
  /** What is taken of each row; null for the number of rows. */
  readonly operand: Operand | null;
}

export type OperandType = FieldType | Period;

/** From the operand's field until another one, or without an end. Rows do not show it; filters and rules use it. */
export interface Period {
  readonly kind: 'period';
  readonly end: 'valid_to' | 'replaced_at' | null;
}

/** To the value of a key or at an index of a JSON document, or to its text. */
export interface BoundStep {
  readonly key: string | number;
  readonly asText: boolean;
}

export interface BoundLogic<Comparison = BoundComparison> {
  readonly kind: 'logic';
  readonly operator: 'and' | 'or';
  readonly negated: boolean;
  readonly operands: readonly BoundCondition<Comparison>[];
}

/**
 * There is a related row for which the condition holds, or any row without a condition; or there is not. With `isBroken`, it is
 * about rows for which the condition does not hold.
 */
export interface BoundRelated<Comparison = BoundComparison> {
  readonly kind: 'related';
  readonly relation: SteppedRelation;
  readonly negated: boolean;
  readonly condition: BoundCondition<Comparison> | null;
  readonly isBroken?: true;
}

/** A rule of service.yaml holds for the row: `$` within is about this row. */
export interface BoundRule<Comparison = BoundComparison> {
  readonly kind: 'rule';
  readonly name: string;
  readonly condition: BoundCondition<Comparison>;
}

/** The caller may read the row; or may not. */
export interface BoundVisible {
  readonly kind: 'visible';
  readonly resource: string;
  readonly negated: boolean;
}

/** The whole validity of the row lies within the validities of the rows on the way for which the condition holds. */
export interface BoundCovered<Comparison = BoundComparison> {
  readonly kind: 'covered';
  /** Each step starts at the row of the step before. */
  readonly relations: readonly Relation[];
  /** Both bounds of the row itself. */
  readonly bounds: readonly Operand[];
  readonly condition: BoundCondition<Comparison> | null;
}

/** The conditions as one; null for none. */
export function allOf(conditions: readonly BoundCondition[]): BoundCondition | null {
  const [first, ...others] = conditions;
  if (first === undefined) return null;
  return others.length === 0 ? first : { kind: 'logic', operator: 'and', negated: false, operands: conditions };
}

/** Values that stand in the text of a rule, or of no parameter. */
export function writtenValues(...values: readonly (string | null)[]): WrittenValues<null> {
  return { kind: 'values', values, slot: null };
}
