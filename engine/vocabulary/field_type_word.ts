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
  /** What it means, in a few words of a definition's reference. */
  readonly means: string;
  /** What it is called in SQL, in other languages and in plain speech. */
  readonly otherNames?: readonly string[];
  /** JSON Schemas of the YAML keys that it has besides those of all types. */
  readonly facets: Own;
  /** Those of a field alone, and not of the elements of an array. */
  readonly fieldFacets?: OwnOfField;
  /** Names of the facets that it does not go without. */
  readonly needs?: readonly string[];
  /** Whether the elements of an array can be of this type. */
  readonly isElement: boolean;
  /** The type with its facets, whose faults are reported. */
  build(facets: Facets<Own & OwnOfField>, place: FacetPlace): Type;

  /** Reads the text of a value; of facets, only those that a value has no meaning without are checked. */
  read(type: Type, text: string): ReadValue;
  /** Why a value of a definition could not be in a field of this type; null when it could. */
  misfit(type: Type, value: Json, written: Written): Misfit | null;
  /** The word that stands for a default which PostgreSQL makes for each row. */
  readonly made?: 'generated' | 'now';
  /** The SQL that makes such a value. */
  readonly madeSql?: string;
  /** The facets that stand behind the type of a field on a command line, if anything does. Without it, nothing may. */
  shorthand?(written: string | null, field: string): Shorthand;
  /** The values that are allowed, of an array those of its elements; null where no list of them is given. */
  choices?(type: Type): readonly string[] | null;
  /** Whether a value is any JSON: null, and words that stand for something else in a field of another type. */
  readonly isAnyJson?: true;
  /** Of a type of numbers, which they are. */
  number?(type: Type): NumberRange;

  /** The PostgreSQL type of a column. */
  column(type: Type): string;
  /** The same of what a column is compared with, where it differs. */
  operand?(type: Type): string;
  /** Names of PostgreSQL's types that `select=field::name` converts to. */
  readonly castNames?: readonly string[];
  /** The one type that all of these names stand for, where each does not stand for itself. */
  readonly castTo?: string;
  /** A value in the form PostgreSQL reads, as an SQL constant. */
  literal(type: Type, text: string): string;
  /** A value of a definition as an SQL constant, where that is not the literal of its text. */
  constant?(type: Type, value: Json): string;
  /**
   * What the database checks of a column by itself. Not patterns and formats: PostgreSQL's regular expressions are not
   * ECMAScript's, and check digits would be a function to keep in step with ours.
   */
  checks?(type: Type, column: string): readonly FieldCheck[];
  /** The same of the elements of an array, without a subquery, which a constraint may not have. */
  elementChecks?(type: Type, column: string): readonly FieldCheck[];
  /** Whether a column of the first type holds values of the second as they are stored. */
  isStoredAs?(from: Type, to: Type): boolean;
  /** Whether a text is what a value of the type is written as, where each value has one text: as SQL over an expression. */
  isWritten?(text: string): string;
  /** Conversions to other types by their names, besides those between numbers, and between texts and what has one text. */
  readonly conversions?: Readonly<Record<string, Conversion>>;
  /** A value as the SQL of what an answer shows, where PostgreSQL would write it as a setting of the session says. */
  shown?<Value>(value: Fragment<Value>): Fragment<Value>;
  /** A value as the text that a cursor keeps, and that is read back as the same; as it is shown where left out. */
  cursorText?<Value>(value: Fragment<Value>): Fragment<Value>;
  /** The most bytes of a value in JSON; infinite where nothing bounds them. */
  longest(type: Type): number;

  schema(type: Type, exact: ExactSchema, use: 'request' | 'response'): JsonSchema;
  /** What there is to say in a description besides. */
  remark?(type: Type): string;
  /** A valid member of a body as the text that PostgreSQL reads. */
  sent(type: Type, value: unknown): string;
  /** A value to show where the definition gives none, for a field of that title. */
  example(type: Type, title: string): Json | undefined;
  /** A value as an answer writes it, where that may be another form of it. */
  answered?(type: Type, value: Json): Json;
  readonly filter: FilterForm<Type>;
  /** How a value looks as an element of an array in a filter, as a regular expression; anything where left out. */
  elementPattern?(type: Type): string;
  /** A filter by a value; null where none is likely to be asked for. */
  filterExample?(value: Json): string | null;

  /** TypeScript types; `values` is the name of that of an enum's values. */
  readonly typescript: TypescriptWord<Type>;
  /** The type in a word or two, where that is not its name. */
  words?(type: Type): string;
  /** What holds of its values, a sentence each. */
  rules?(type: Type): readonly string[];
}

interface TypescriptWord<Type> {
  /** A value as an answer has it. */
  read(type: Type, values: string): string;
  /** A value that a client may send, where that may be of more types. */
  sent?(type: Type, values: string): string;
  /** What a field can be asked. */
  filter(type: Type, values: string): string;
  /** Whether a number of JavaScript may hold too little of a value. */
  isExact?(type: Type): boolean;
}
