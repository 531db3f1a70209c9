import type { FieldTypeWord } from './field_type_word.ts';
import type { Trait } from './trait.ts';
import { type ArrayType, arrayOf } from './type/array.ts';
import { type BigintType, bigint } from './type/bigint.ts';
import { type BooleanType, boolean } from './type/boolean.ts';
import { type DateType, date } from './type/date.ts';
import { type DateRangeType, dateRange } from './type/date_range.ts';
import { type DatetimeType, datetime } from './type/datetime.ts';
import { type DatetimeRangeType, datetimeRange } from './type/datetime_range.ts';
import { type DecimalType, decimal } from './type/decimal.ts';
import { type DecimalRangeType, decimalRange } from './type/decimal_range.ts';
import { type DurationType, duration } from './type/duration.ts';
import { type EnumType, enumeration } from './type/enum.ts';
import { type FileType, file } from './type/file.ts';
import { type HtmlType, html } from './type/html.ts';
import { type IntegerType, integer } from './type/integer.ts';
import { type IntegerRangeType, integerRange } from './type/integer_range.ts';
import { type JsonType, json } from './type/json.ts';
import { type ReferenceType, reference } from './type/reference.ts';
import { type TextType, text } from './type/text.ts';
import { type TimeType, time } from './type/time.ts';
import { type UuidType, uuid } from './type/uuid.ts';
import { type ReadValue, readStorable } from './value/read_value.ts';

/** The type of a field with its facets. A bound, a step or a length without a value is null. */
export type FieldType = ScalarType | ArrayType<ScalarType>;

type ScalarType =
  | TextType
  | HtmlType
  | BooleanType
  | IntegerType
  | BigintType
  | DecimalType
  | DateType
  | DatetimeType
  | TimeType
  | DurationType
  | IntegerRangeType
  | DecimalRangeType
  | DateRangeType
  | DatetimeRangeType
  | UuidType
  | EnumType
  | JsonType
  | FileType
  | ReferenceType;

type Words<Type extends FieldType> = {
  readonly [Name in Type['kind']]: FieldTypeWord<Extract<Type, { readonly kind: Name }>>;
};

/** Every type except arrays, in the order of the documentation. */
const scalars = {
  text,
  html,
  boolean,
  integer,
  bigint,
  decimal,
  date,
  datetime,
  time,
  duration,
  integer_range: integerRange,
  decimal_range: decimalRange,
  date_range: dateRange,
  datetime_range: datetimeRange,
  uuid,
  enum: enumeration,
  json,
  file,
  reference,
} satisfies Words<ScalarType>;

const array = arrayOf<ScalarType>(scalars);

const words: Words<FieldType> = { ...scalars, array };

type Scalar = (typeof scalars)[keyof typeof scalars];

/** The schemas of the facets that the types of elements have, together. */
export type ElementFacets = Together<Scalar['facets']>;

/** The schemas of the facets that types have, together. */
export type OwnFacets = Together<ElementFacets | NonNullable<Scalar['fieldFacets']> | (typeof array)['facets']>;

/** All members of a union. */
type Together<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** By the name that a definition gives as `type`. */
export const fieldTypes: ReadonlyMap<string, FieldTypeWord<FieldType>> = new Map(Object.entries(words));

/** What is particular to the type of a field. */
export function wordOf({ kind }: FieldType): FieldTypeWord<FieldType> {
  return words[kind];
}

/** The resource whose ids the elements of an array are; null for other types. */
export function elementsTo(type: FieldType): string | null {
  return type.kind === 'array' && type.of.kind === 'reference' ? type.of.to : null;
}

/** The resource to which a value refers, itself or by its elements; null for other types. */
export function targetOf(type: FieldType): string | null {
  return type.kind === 'reference' ? type.to : elementsTo(type);
}

/** Whether a value of the type is any JSON. */
export function isAnyJson(type: FieldType): boolean {
  return wordOf(type).isAnyJson === true;
}

/** Whether values of the type come by a request of their own: see FieldTypeWord. */
export function isUploaded(type: FieldType): boolean {
  return wordOf(type).isUploaded === true;
}

/** Whether a type has a trait. */
export function hasTrait(type: FieldType, trait: Trait): boolean {
  return wordOf(type).traits.includes(trait);
}

/**
 * Reads the operand of a filter or rule, or a default, as a value of a field's type. Only the rules of the type itself
 * are checked: a filter may ask for a text that is too long for the field.
 */
export function readValue(type: FieldType, text: string): ReadValue {
  return readStorable(text, (storable) => wordOf(type).read(type, storable));
}
