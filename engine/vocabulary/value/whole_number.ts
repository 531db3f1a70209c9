import { quote } from '../../language/wording.ts';
import type { JsonSchema } from '../json_schema/json_schema.ts';
import { longestInteger } from './longest.ts';
import { type Bounds, boundSchema } from './number.ts';
import type { NumberRange } from './number_range.ts';
import { accept, type ReadValue, refuse } from './read_value.ts';
import { numberLiteral } from './sql_literal.ts';

/** The whole numbers of a number of bits. */
export function bits(count: number): NumberRange & { readonly bounds: readonly [bigint, bigint] } {
  const most = 2n ** BigInt(count - 1) - 1n;
  return { digits: String(most).length, scale: 0, bounds: [-most - 1n, most] };
}

/** The ids of rows, and the widest whole numbers. */
export const bits64 = bits(64);

/** Reads a number between two bounds. They leave room for 32 bits at least. */
export function readWhole(text: string, [least, most]: readonly [bigint, bigint]): ReadValue {
  // As most are sent, and as they are written again.
  if (short.test(text)) return accept(text);
  if (!/^-?\d+$/.test(text)) return refuse(`${quote(text)} is not a whole number`, 'a whole number such as 12');
  // At most 19 digits fit; more than 40 are not worth the work of BigInt.
  const value = text.length > 40 ? null : BigInt(text);
  if (value === null || value < least || value > most) {
    return refuse(`${quote(text)} is out of range`, `a whole number from ${least} to ${most}`);
  }
  return accept(value.toString());
}

/** So few digits fit into 32 bits. */
const short = /^(?:0|-?[1-9]\d{0,8})$/;

export function wholeSchema(type: Bounds, format: 'int32' | 'int64'): JsonSchema {
  // A bound that a JavaScript number cannot hold is left to the check of a body.
  return { type: 'integer', format, ...boundSchema(type, Number.isSafeInteger) };
}

/** One value in the text of a filter. */
export const wholePattern = '-?\\d+';

/** The common part of types whose values are whole numbers of 64 bits. */
export const wholeWord64 = {
  isPadded: true,
  read: (_: unknown, text: string) => readWhole(text, bits64.bounds),
  column: () => 'bigint',
  literal: (_: unknown, text: string) => numberLiteral(text, 'bigint'),
  longest: () => longestInteger,
  filter: { name: 'whole_number', value: wholePattern },
  elementPattern: () => wholePattern,
  typescript: {
    read: () => 'Bigint',
    sent: () => 'BigintInput',
    filter: () => 'BigintFilter',
    isExact: () => true,
  },
} as const;
