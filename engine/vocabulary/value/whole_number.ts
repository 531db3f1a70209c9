import { quote } from '../../language/wording.ts';
import type { JsonSchema } from '../json_schema/json_schema.ts';
import { type Bounds, boundSchema } from './number.ts';
import type { NumberRange } from './number_range.ts';
import { accept, type ReadValue, refuse } from './read_value.ts';

/** The whole numbers of a number of bits. */
export function bits(count: number): NumberRange & { readonly bounds: readonly [bigint, bigint] } {
  const most = 2n ** BigInt(count - 1) - 1n;
  return { digits: String(most).length, scale: 0, bounds: [-most - 1n, most] };
}

/** The ids of rows, and the widest whole numbers. */
export const bits64 = bits(64);

export function readWhole(text: string, [least, most]: readonly [bigint, bigint]): ReadValue {
  if (!/^-?\d+$/.test(text)) return refuse(`${quote(text)} is not a whole number`, 'a whole number such as 12');
  // At most 19 digits fit; more than 40 are not worth the work of BigInt.
  const value = text.length > 40 ? null : BigInt(text);
  if (value === null || value < least || value > most) {
    return refuse(`${quote(text)} is out of range`, `a whole number from ${least} to ${most}`);
  }
  return accept(value.toString());
}

export function wholeSchema(type: Bounds, format: 'int32' | 'int64'): JsonSchema {
  // A bound that a JavaScript number cannot hold is left to the check of a body.
  return { type: 'integer', format, ...boundSchema(type, Number.isSafeInteger) };
}

/** One value in the text of a filter. */
export const wholePattern = '-?\\d+';
