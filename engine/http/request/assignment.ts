import { type ExtensionPoint, extensionPoint } from '../../model/feature.ts';
import type { Table } from '../../model/model.ts';
import type { Assignment, Writer } from '../../query/sql/write/writer.ts';
import { type FieldType, wordOf } from '../../vocabulary/field_type.ts';

/** What a valid body sets, in the order of the model's fields, so that the same members give the same statement. */
export function assignmentsOf(table: Table, body: Readonly<Record<string, unknown>>): readonly Assignment[] {
  const assignments: Assignment[] = [];
  for (const field of table.fields.values()) {
    if (!Object.hasOwn(body, field.name)) continue;
    assignments.push({ field, value: textOf(field.type, body[field.name]), slot: assignments.length });
  }
  return assignments;
}

/** What writes ask a feature: the values that the service gives to fields of its resource, depending on the writer. */
export const inWrites: ExtensionPoint<
  (table: Table, writer: Writer, action: 'create' | 'update') => readonly Assignment[]
> = extensionPoint();

/** A valid member of a body as the text that PostgreSQL reads for the field's type; null is null. */
export function textOf(type: FieldType, value: unknown): string | null {
  return value === null ? null : wordOf(type).sent(type, value);
}
