import type { Fragment } from '../sql/fragment.ts';
import type { FilterForm } from './filter_form.ts';
import type { FacetPlace, FacetSchemas, Facets, NoFacets } from './json_schema/facets.ts';
import type { ExactSchema, JsonSchema } from './json_schema/json_schema.ts';
import type { Shorthand } from './shorthand.ts';
import type { Trait } from './trait.ts';
import type { Conversion } from './value/conversion.ts';
import type { FieldCheck } from './value/field_check.ts';
import type { Json } from './value/json.ts';
import type { Misfit, Written } from './value/misfit.ts';
import type { NumberRange } from './value/number_range.ts';
import type { ReadValue } from './value/read_value.ts';

/** Everything that is particular to one type of fields. */
export interface FieldTypeWord<Type, Own extends FacetSchemas = NoFacets, OwnOfField extends FacetSchemas = NoFacets> {
  readonly traits: readonly Trait[];
  /** Its meaning in a few words, for the reference of definitions. */
  readonly means: string;
  /** Its names in SQL, in other languages and in plain English. */
  readonly otherNames?: readonly string[];
  /** JSON Schemas of its own YAML keys. */
  readonly facets: Own;
  /** Keys of a field that the elements of an array do not have. */
  readonly fieldFacets?: OwnOfField;
  /** Names of its required facets. */
  readonly needs?: readonly string[];
  /** Whether the elements of an array can be of this type. */
  readonly isElement: boolean;
  /** In an array, no value of the type stands twice, and there are so many at most. */
  readonly distinctUpTo?: number;
  /** The type with its facets, whose faults are reported. */
  build(facets: Facets<Own & OwnOfField>, place: FacetPlace): Type;

  /** Whether space around a value in a list is left out. */
  readonly isPadded?: true;

  /** Reads the text of a value. It checks only the facets without which a value has no meaning. */
  read(type: Type, text: string): ReadValue;
  /** Why a field of this type cannot have a value of a definition; null if it can. */
  misfit(type: Type, value: Json, written: Written): Misfit | null;
  /** The word that stands for a default which PostgreSQL makes for each row. */
  readonly made?: 'generated' | 'now' | 'today';
  /** The SQL that makes such a value, in a time zone. */
  madeSql?(zone: string): string;
  /** The facets behind the type of a field on a command line. Without it, a field takes no facets there. */
  shorthand?(written: string | null, field: string): Shorthand;
  /** The allowed values, or the allowed elements of an array; null without a list. */
  choices?(type: Type): readonly string[] | null;
  /** Whether any JSON is a value, null and words with another meaning included. */
  readonly isAnyJson?: true;
  /** Whether its values come by a request of their own: a body may only remove one, or send it back as it is shown. */
  readonly isUploaded?: true;
  /** For a type of ranges: the type of the bounds, and the range that has one value of that type alone. */
  readonly range?: {
    readonly of: 'integer' | 'decimal' | 'date' | 'datetime';
    alone<Value>(value: Fragment<Value>): Fragment<Value>;
  };
  /** The range of numbers, for a type of numbers. */
  number?(type: Type): NumberRange;

  /** The PostgreSQL type of a column. */
  column(type: Type): string;
  /** The type of the operand in comparisons, if it differs. */
  operand?(type: Type): string;
  /** Names of PostgreSQL's types that `select=field::name` converts to. */
  readonly castNames?: readonly string[];
  /** The type that all of these names mean, if they do not mean themselves. */
  readonly castTo?: string;
  /** A value in the form PostgreSQL reads, as an SQL constant. */
  literal(type: Type, text: string): string;
  /** A value of a definition as an SQL constant, if it is not the literal of its text. */
  constant?(type: Type, value: Json): string;
  /**
   * The checks of a column in the database. Patterns and formats are left out: PostgreSQL's regular expressions are not
   * ECMAScript's, and check digits would need a second function.
   */
  checks?(type: Type, column: string): readonly FieldCheck[];
  /** The same of the elements of an array, without a subquery, which a constraint may not have. */
  elementChecks?(type: Type, column: string): readonly FieldCheck[];
  /** Whether a column of the first type holds values of the second as they are stored. */
  isStoredAs?(from: Type, to: Type): boolean;
  /** Whether a text is the text of a value, as SQL over an expression; for types whose values have one text each. */
  isWritten?(text: string): string;
  /**
   * Conversions to other types by their names. Conversions between numbers, and between texts and types with one text,
   * are implied.
   */
  readonly conversions?: Readonly<Record<string, Conversion>>;
  /** SQL of the value in an answer, for types whose text depends on a setting of the session. */
  shown?<Value>(value: Fragment<Value>): Fragment<Value>;
  /** A value as the text in a cursor, which is read back as the same value. By default, as it is shown. */
  cursorText?<Value>(value: Fragment<Value>): Fragment<Value>;
  /** The most bytes of a value in JSON; infinite where nothing bounds them. */
  longest(type: Type): number;

  schema(type: Type, exact: ExactSchema, use: 'request' | 'response'): JsonSchema;
  /** Words to add to a description. */
  remark?(type: Type): string;
  /** A valid member of a body as the text that PostgreSQL reads. */
  sent(type: Type, value: unknown): string;
  /** An example value for a field of that title; absent for a type without one. */
  example(type: Type, title: string): Json | undefined;
  /** A value as an answer writes it, if the form may differ. */
  answered?(type: Type, value: Json): Json;
  readonly filter: FilterForm<Type>;
  /** An element of an array in a filter, as a regular expression; anything by default. */
  elementPattern?(type: Type): string;
  /** An example filter by a value; null if nobody is likely to use one. */
  filterExample?(value: Json): string | null;

  /** TypeScript types; `values` is the name of the type of an enum's values. */
  readonly typescript: TypescriptWord<Type>;
  /** The type in a word or two, if that is not its name. */
  words?(type: Type): string;
  /** The rules of its values, a sentence each. */
  rules?(type: Type): readonly string[];
}

interface TypescriptWord<Type> {
  /** A value in an answer. */
  read(type: Type, values: string): string;
  /** A value that a client may send, if more types are accepted. */
  sent?(type: Type, values: string): string;
  /** The filters of a field. */
  filter(type: Type, values: string): string;
  /** Whether a value may have more digits than a number of JavaScript keeps. */
  isExact?(type: Type): boolean;
}
