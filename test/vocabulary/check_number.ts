import { type FieldType, wordOf } from '../../engine/vocabulary/field_type.ts';
import { type Bounds, numberFault } from '../../engine/vocabulary/value/number.ts';

/** What is wrong with a number as a value of this type and its bounds, or null. */
export function checkNumber(type: FieldType & Bounds, text: string): string | null {
  const range = wordOf(type).number?.(type);
  if (range === undefined) throw new Error(`${type.kind} is no type of numbers`);
  return numberFault(range, type, text);
}
