import { stringify } from 'lossless-json';
import { quote } from '../../language/wording.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { anything } from '../filter_form.ts';
import type { JsonSchema } from '../json_schema/json_schema.ts';
import { readDecimal } from '../value/decimal.ts';
import type { Json } from '../value/json.ts';
import { readShape, shapeFault } from '../value/json_shape.ts';
import { shapeType } from '../value/json_shape_type.ts';
import { readJsonText } from '../value/json_text.ts';
import { inexactNumber } from '../value/misfit.ts';
import { accept, type ReadValue, refuse } from '../value/read_value.ts';
import { typedLiteral } from '../value/sql_literal.ts';

/** Any JSON value, or one of a schema. */
export interface JsonType {
  readonly kind: 'json';
  /** A JSON Schema without references; absent for any JSON. */
  readonly schema?: JsonSchema;
}

const facets = {
  schema: {
    type: 'object',
    description:
      'JSON Schema 2020-12 of the values. The service checks what clients send; SQL writers are not checked. A $ref leads to #/$defs/<name> in the same schema.',
  },
} as const;

const number = '-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?';

export const json: FieldTypeWord<JsonType, typeof facets> = {
  traits: ['equal', 'ordered', 'nullable', 'listed', 'containing', 'parted'],
  means: 'any JSON value, or one that follows a JSON Schema',
  otherNames: ['object', 'map', 'jsonb'],
  facets,
  isElement: false,
  isAnyJson: true,
  build: ({ schema: written }, { report }) => {
    if (written === undefined) return { kind: 'json' };
    const read = readShape(written as JsonSchema);
    if (read.ok) return { kind: 'json', schema: read.schema };
    report(read.fault);
    return { kind: 'json' };
  },
  read: (_, text) => readJson(text),
  misfit: ({ schema }, value, written) => {
    const fault = schema === undefined ? null : shapeFault(schema, value);
    if (fault !== null) return { steps: [], message: `it breaks the schema: ${fault}`, expected: null };
    return inexactNumber(value, written);
  },
  // Unlike json it has equality, which finding updates without effect needs; it keeps every digit of a number.
  column: () => 'jsonb',
  castNames: ['json', 'jsonb'],
  // As it was written, a document may have line breaks, or a member twice.
  castTo: 'jsonb',
  literal: (_, text) => typedLiteral(text, 'jsonb'),
  constant: (_, value) => typedLiteral(JSON.stringify(value), 'jsonb'),
  longest: () => Number.POSITIVE_INFINITY,
  schema: ({ schema }, exact) => (schema === undefined ? {} : exact(schema, (value) => shapeFault(schema, value))),
  sent: (_, value) => stringify(value) ?? 'null',
  example: ({ schema }) => (schema === undefined || shapeFault(schema, {}) === null ? {} : exampleOf(schema)),
  // By its look, whatever is between its ends.
  filter: { name: 'json', value: `(null|true|false|${number}|"${anything}"|\\[${anything}\\]|\\{("${anything})?\\})` },
  filterExample: () => null,
  typescript: {
    read: ({ schema }) => (schema === undefined ? 'Json' : shapeType(schema)),
    filter: () => 'JsonFilter',
  },
  words: ({ schema }) => (schema === undefined ? 'json' : 'json, with a schema'),
  rules: ({ schema }) => (schema === undefined ? [] : ['Follows a JSON Schema, which the OpenAPI document has.']),
};

/** The first of the schema's examples, if it has one. */
function exampleOf(schema: JsonSchema): Json | undefined {
  const [first] = Array.isArray(schema.examples) ? (schema.examples as readonly Json[]) : [];
  return first === undefined || shapeFault(schema, first) !== null ? undefined : first;
}

/** JSON that PostgreSQL can keep: without NUL, half surrogate pairs, numbers out of range and too deep nesting. */
function readJson(text: string): ReadValue {
  let value: unknown;
  try {
    value = readJsonText(text);
  } catch (error) {
    if (error instanceof RangeError) return tooDeep;
    return refuse(`${quote(text)} is no JSON`, 'JSON, a text in double quotes');
  }
  if (isDeeperThan(value, deepestJson)) return tooDeep;
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(JSON.stringify(value))) {
    return refuse(`${quote(text)} has an invalid character`, 'text that PostgreSQL can store');
  }
  const large = numberPastBounds(text);
  if (large !== undefined) return refuse(`${quote(large)} has too many digits`, 'a number that PostgreSQL can store');
  return accept(text);
}

const deepestJson = 64;

const tooDeep = refuse('the JSON is nested too deeply', `at most ${deepestJson} levels`);

/** The first number of a JSON text, outside of its strings, that PostgreSQL cannot keep. */
function numberPastBounds(text: string): string | undefined {
  const numbers = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.find((number) => readDecimal(number) === null);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1));
}
