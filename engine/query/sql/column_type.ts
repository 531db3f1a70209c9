import type { OperandType } from '../../definition/condition.ts';
import type { FieldType } from '../../vocabulary/field_type.ts';

/** The PostgreSQL type of a field's column. */
export function columnType(type: FieldType): string {
  switch (type.kind) {
    case 'text':
    case 'html':
    case 'enum':
      return 'text';
    case 'datetime':
      return 'timestamptz';
    case 'decimal':
      return `numeric(${type.precision}, ${type.scale})`;
    case 'json':
      // Unlike json it has equality, which finding updates without effect needs; it keeps every digit of a number.
      return 'jsonb';
    case 'reference':
      return 'bigint';
    case 'array':
      return `${columnType(type.of)}[]`;
    case 'boolean':
    case 'integer':
    case 'bigint':
    case 'date':
    case 'uuid':
      return type.kind;
  }
}

/**
 * The PostgreSQL type of an operand that a field is compared with.
 * Without precision and scale: a cast to numeric(9, 3) would round the operand and change what is compared.
 */
export function operandType(type: OperandType): string {
  if (type.kind === 'period') return 'tstzrange';
  if (type.kind === 'array') return `${operandType(type.of)}[]`;
  return type.kind === 'decimal' ? 'numeric' : columnType(type);
}
