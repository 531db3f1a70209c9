import type { FieldType } from '../vocabulary/field_type.ts';

/** As wide as the lines of the client are. */
const lineWidth = 120;

/** The type of a value as an answer has it. `values` is the name of the type of an enum's values. */
export function readType(type: FieldType, values: string): string {
  switch (type.kind) {
    case 'text':
    case 'html':
    case 'uuid':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'integer':
      return 'number';
    case 'bigint':
    case 'reference':
      return 'Bigint';
    case 'decimal':
      return 'Decimal';
    case 'date':
      return 'Day';
    case 'datetime':
      return 'Datetime';
    case 'json':
      return 'Json';
    case 'enum':
      return values;
    case 'array':
      return `${readType(type.of, values)}[]`;
  }
}

/** The type of a value that a client may send. */
export function sentType(type: FieldType, values: string): string {
  switch (type.kind) {
    case 'bigint':
    case 'reference':
      return 'BigintInput';
    case 'decimal':
      return 'DecimalInput';
    case 'datetime':
      return 'DatetimeInput';
    case 'array':
      return `readonly ${sentType(type.of, values)}[]`;
    default:
      return readType(type, values);
  }
}

/** The type of what a field can be asked. */
export function filterType(type: FieldType, values: string): string {
  switch (type.kind) {
    case 'text':
    case 'html':
      return 'TextFilter';
    case 'enum':
      return `TextFilter<${values}>`;
    case 'boolean':
      return 'BooleanFilter';
    case 'integer':
      return 'IntegerFilter';
    case 'bigint':
    case 'reference':
      return 'BigintFilter';
    case 'decimal':
      return 'DecimalFilter';
    case 'date':
      return 'DayFilter';
    case 'datetime':
      return 'DatetimeFilter';
    case 'uuid':
      return 'UuidFilter';
    case 'json':
      return 'JsonFilter';
    case 'array':
      return `ArrayFilter<${sentType(type.of, values)}>`;
  }
}

/** A union of texts behind an equals sign: on its line, which has so many characters besides, or each on one of its own. */
export function union(texts: readonly string[], beside: number): string {
  const members = texts.map((text) => `'${text}'`);
  const line = members.join(' | ');
  return beside + 1 + line.length <= lineWidth ? ` ${line}` : `\n  | ${members.join('\n  | ')}`;
}

/** A list of texts, by the same rule. */
export function list(texts: readonly string[], indent: string, beside: number): string {
  const elements = texts.map((text) => `'${text}'`);
  const line = `[${elements.join(', ')}]`;
  if (indent.length + beside + line.length <= lineWidth) return line;
  return `[\n${elements.map((element) => `${indent}  ${element},\n`).join('')}${indent}]`;
}
