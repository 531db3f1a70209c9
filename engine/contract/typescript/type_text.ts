import { type FieldType, wordOf } from '../../vocabulary/field_type.ts';

/** The width of the lines of the client. */
const lineWidth = 120;

/** The type of a value as an answer has it. `values` is the name of the type of an enum's values. */
export function readType(type: FieldType, values: string): string {
  return wordOf(type).typescript.read(type, values);
}

/** The type of a value that a client may send. */
export function sentType(type: FieldType, values: string): string {
  return wordOf(type).typescript.sent?.(type, values) ?? readType(type, values);
}

/** The type of the filters of a field. */
export function filterType(type: FieldType, values: string): string {
  return wordOf(type).typescript.filter(type, values);
}

/** A union of texts behind an equals sign. It stands on one line if it fits beside `beside` characters. */
export function union(texts: readonly string[], beside: number): string {
  const members = texts.map(literal);
  const line = members.join(' | ');
  return beside + 1 + line.length <= lineWidth ? ` ${line}` : `\n  | ${members.join('\n  | ')}`;
}

function literal(text: string): string {
  const sign = text.split("'").length > text.split('"').length ? '"' : "'";
  return `${sign}${text.replace(/[\\]/g, '\\$&').replaceAll(sign, `\\${sign}`)}${sign}`;
}

/** A list of texts, by the same rule. */
export function list(texts: readonly string[], indent: string, beside: number): string {
  const elements = texts.map(literal);
  const line = `[${elements.join(', ')}]`;
  if (indent.length + beside + line.length <= lineWidth) return line;
  return `[\n${elements.map((element) => `${indent}  ${element},\n`).join('')}${indent}]`;
}
