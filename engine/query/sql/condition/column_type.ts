import type { OperandType } from '../../../model/field.ts';
import { type FieldType, wordOf } from '../../../vocabulary/field_type.ts';

/** The PostgreSQL type of a field's column. */
export function columnType(type: FieldType): string {
  return wordOf(type).column(type);
}

/** The PostgreSQL type of an operand that a field is compared with. */
export function operandType(type: OperandType): string {
  if (type.kind === 'period') return 'tstzrange';
  return wordOf(type).operand?.(type) ?? columnType(type);
}
