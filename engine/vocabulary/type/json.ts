import { stringify } from 'lossless-json';
import { quote } from '../../language/wording.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { anything } from '../filter_form.ts';
import { readDecimal } from '../value/decimal.ts';
import { readJsonText } from '../value/json_text.ts';
import { inexactNumber } from '../value/misfit.ts';
import { accept, type ReadValue, refuse } from '../value/read_value.ts';
import { typedLiteral } from '../value/sql_literal.ts';

/** Any JSON value. */
export interface JsonType {
  readonly kind: 'json';
}

const number = '-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?';

export const json: FieldTypeWord<JsonType> = {
  traits: ['equal', 'ordered', 'nullable', 'listed', 'containing', 'parted'],
  means: 'any JSON value',
  otherNames: ['object', 'map', 'jsonb'],
  facets: {},
  isElement: false,
  isAnyJson: true,
  build: () => ({ kind: 'json' }),
  read: (_, text) => readJson(text),
  misfit: (_, value, written) => inexactNumber(value, written),
  // Unlike json it has equality, which finding updates without effect needs; it keeps every digit of a number.
  column: () => 'jsonb',
  castNames: ['json', 'jsonb'],
  // As it was written, a document may have line breaks, or a member twice.
  castTo: 'jsonb',
  literal: (_, text) => typedLiteral(text, 'jsonb'),
  constant: (_, value) => typedLiteral(JSON.stringify(value), 'jsonb'),
  longest: () => Number.POSITIVE_INFINITY,
  schema: () => ({}),
  sent: (_, value) => stringify(value) ?? 'null',
  example: () => ({}),
  // By its look, whatever is between its ends.
  filter: { name: 'json', value: `(null|true|false|${number}|"${anything}"|\\[${anything}\\]|\\{("${anything})?\\})` },
  filterExample: () => null,
  typescript: { read: () => 'Json', filter: () => 'JsonFilter' },
};

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
