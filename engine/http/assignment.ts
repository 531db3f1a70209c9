import { isLosslessNumber, stringify } from 'lossless-json';
import type { Table } from '../definition/model.ts';
import { readDatetime } from '../language/datetime.ts';
import type { Assignment } from '../query/sql/write.ts';
import { arrayText } from '../vocabulary/array_text.ts';
import { readDecimal } from '../vocabulary/decimal.ts';
import type { FieldType } from '../vocabulary/field_type.ts';

/** What a valid body sets, in the order of the model's fields, so that the same members give the same statement. */
export function assignmentsOf(table: Table, body: Readonly<Record<string, unknown>>): readonly Assignment[] {
  const sent = [...table.fields.values()].filter((field) => Object.hasOwn(body, field.name));
  return sent.map((field) => ({ field, value: textOf(field.type, body[field.name]) }));
}

/** A valid member of a body as the text that PostgreSQL reads for the field's type; null is null. */
export function textOf(type: FieldType, value: unknown): string | null {
  if (value === null) return null;
  switch (type.kind) {
    case 'json':
      return stringify(value) ?? null;
    case 'array':
      return arrayText((value as readonly unknown[]).map((element) => textOf(type.of, element)));
    case 'datetime': {
      const read = readDatetime(String(value));
      if (!read.ok) throw new Error(`a datetime passed validation and cannot be read: ${read.message}`);
      return read.value;
    }
    default:
      return isLosslessNumber(value) ? numberText(value.value) : String(value);
  }
}

/** JSON writes whole numbers as 1e2 or 100.0 too, which PostgreSQL does not read as integers. */
function numberText(text: string): string {
  const number = readDecimal(text);
  return number?.scale === 0 ? String(number.coefficient) : text;
}
