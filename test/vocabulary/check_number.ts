import { type FieldType, wordOf } from '../../engine/vocabulary/field_type.ts';
import { type Bounds, numberFault } from '../../engine/vocabulary/value/number.ts';

/**
 * What is wrong with a number as a value of this type and its bounds, or null. Throws where a body that has it as a JavaScript
 * number would be told something else.
 */
export function checkNumber(type: FieldType & Bounds, text: string): string | null {
  const range = wordOf(type).number?.(type);
  if (range === undefined) throw new Error(`${type.kind} is no type of numbers`);
  const wrong = numberFault(range, type, text);
  const number = Number(text);
  if (String(number) !== text || text.replace(/\D/g, '').length > 15) return wrong;
  const told: (string | null)[] = [];
  wordOf(type).schema(
    type,
    (published, fault) => {
      told.push(fault(number));
      return published;
    },
    'request',
  );
  if (told[0] !== wrong) throw new Error(`${text} ${wrong}, and as a JavaScript number ${told[0]}`);
  return wrong;
}
