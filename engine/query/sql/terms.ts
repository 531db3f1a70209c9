import { arrayText } from './array_text.ts';
import { operandType } from './column_type.ts';
import type { Terms } from './condition.ts';
import { constantTerms } from './representation.ts';
import type { Values } from './statement.ts';

/** Columns of a row with parameters for what a caller asks and constants in what is computed. */
export function parameterTerms(alias: string, values: Values): Terms {
  return {
    column: constantTerms(alias).column,
    value: (text, field) => `${values.add(text)}::${operandType(field.type)}`,
    list: (texts, field) => `${values.add(arrayText(texts))}::${operandType(field.type)}[]`,
  };
}
