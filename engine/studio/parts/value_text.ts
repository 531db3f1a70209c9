import type { StudioField } from '../../contract/studio/studio_model.ts';
import type { Words } from '../words/words.ts';
import { textOfHtml } from './html.ts';
import { dateText, instantText } from './instant_text.ts';
import { lastOf, rangeOf } from './range.ts';

/** How a value is written for people. */
export interface Wording {
  readonly words: Words;
  /** The zone whose clocks tell the time. */
  readonly zone: string;
}

type Typed = Pick<StudioField, 'name' | 'type' | 'isArray' | 'values'>;

/** A value of a field as text for people; empty for null. */
export function valueText(field: Typed, value: unknown, wording: Wording): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && field.isArray) return value.map((each) => elementText(field, each, wording)).join(', ');
  return elementText(field, value, wording);
}

function elementText({ name, type, values }: Typed, value: unknown, { words, zone }: Wording): string {
  if (typeof value === 'object' && value !== null) return jsonText(value, 0);
  const text = String(value);
  if (typeof value === 'boolean') return words(value ? 'common.yes' : 'common.no');
  if (values !== null) return values.find((each) => each.value === text)?.title ?? text;
  if (type === 'datetime') return instantText(text, zone);
  if (type === 'date') return dateText(text);
  if (type === 'reference') return words('parts.number', { id: text });
  if (isRange(type)) return rangeText(type, text, { words, zone });
  return name !== 'id' && (type === 'integer' || type === 'decimal') ? groupedNumber(text) : text;
}

/** The most characters of a value in a cell of a table, which cuts it off anyway. */
const longestInCell = 300;

/** A value in one line of a table. */
export function cellText(field: Typed, value: unknown, wording: Wording): string {
  const text = typeof value === 'string' ? value.slice(0, 20 * longestInCell) : value;
  const written = valueText(field, text, wording);
  return (field.type === 'html' ? textOfHtml(written) : written).slice(0, longestInCell);
}

/** Whether the values of a type stand at the right of a column, digit below digit. */
export function isNumber({ type, isArray, values }: Pick<Typed, 'type' | 'isArray' | 'values'>): boolean {
  return !isArray && values === null && ['integer', 'bigint', 'decimal'].includes(type);
}

/** JSON as text; its long numbers are as they were read. */
export function jsonText(value: unknown, indentation: number): string {
  return JSON.stringify(value, null, indentation) ?? '';
}

/** Whether the values of a type are ranges. The validity of an entry is one. */
export function isRange(type: string): boolean {
  return type === 'period' || type.endsWith('_range');
}

function rangeText(type: string, text: string, { words, zone }: Wording): string {
  const range = rangeOf(text);
  if (range === null) return text;
  if (range === 'empty') return words('parts.emptyRange');
  const bound = (value: string) => {
    if (type === 'date_range') return dateText(value);
    return type === 'integer_range' || type === 'decimal_range' ? groupedNumber(value) : instantText(value, zone);
  };
  const last = lastOf(type, range);
  const from = range.from === null ? null : bound(range.from);
  const to = range.to === null ? null : bound(last ?? range.to);
  if (from === null && to === null) return words('parts.always');
  const isBelow = type === 'decimal_range' && !range.hasTo && to !== null;
  const upper = isBelow ? words('parts.below', { value: to }) : to;
  const lower =
    type === 'decimal_range' && !range.hasFrom && from !== null ? words('parts.above', { value: from }) : from;
  if (lower === null) return isBelow ? (upper ?? '') : words('parts.until', { value: upper ?? '' });
  if (upper === null) return range.hasFrom ? words('parts.from', { value: lower }) : lower;
  return words('parts.between', { from: lower, to: upper });
}

/** Digits in threes; a number of four digits may be a year. */
function groupedNumber(text: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d{5,})(\.\d+)?$/.exec(text) ?? [];
  return whole === '' ? text : `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '\u202f')}${rest}`;
}
