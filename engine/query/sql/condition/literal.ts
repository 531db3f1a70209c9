import type { OperandType } from '../../../model/field.ts';
import { wordOf } from '../../../vocabulary/field_type.ts';
import { typedArrayLiteral, typedLiteral } from '../../../vocabulary/value/sql_literal.ts';
import { operandType } from './column_type.ts';

/** A value in the form PostgreSQL reads for the type, as an SQL constant of that type. */
export function literal(text: string, type: OperandType): string {
  return type.kind === 'period' ? typedLiteral(text, operandType(type)) : wordOf(type).literal(type, text);
}

/** Several values as an SQL array. */
export function arrayLiteral(texts: readonly (string | null)[], type: OperandType): string {
  return typedArrayLiteral(texts, operandType(type));
}
