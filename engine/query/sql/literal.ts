import type { OperandType } from '../../definition/condition.ts';
import { textLiteral } from '../../sql/literal.ts';
import { operandType } from './column_type.ts';

/** A value in the form PostgreSQL reads for the type, as an SQL constant of that type. */
export function literal(text: string, type: OperandType): string {
  switch (type.kind) {
    case 'text':
    case 'html':
    case 'enum':
      return textLiteral(text);
    case 'boolean':
      return text;
    case 'integer':
    case 'bigint':
    case 'decimal':
    case 'reference':
      return /^-?\d+(\.\d+)?$/.test(text) ? text : typedLiteral(text, type);
    case 'date':
    case 'datetime':
    case 'uuid':
    case 'json':
    case 'array':
    case 'period':
      return typedLiteral(text, type);
  }
}

/** Several such values as an SQL array. */
export function arrayLiteral(texts: readonly (string | null)[], type: OperandType): string {
  const elements = texts.map((text) => (text === null ? 'null' : textLiteral(text)));
  return `array[${elements.join(', ')}]::${operandType(type)}[]`;
}

function typedLiteral(text: string, type: OperandType): string {
  return `${textLiteral(text)}::${operandType(type)}`;
}
