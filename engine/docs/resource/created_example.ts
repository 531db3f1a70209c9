import type { ExampleRow } from '../../contract/field_example.ts';
import { shownFields } from '../../model/computed.ts';
import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import type { Json } from '../../vocabulary/value/json.ts';

/**
 * The answer to a create: the fields that were sent, and defaults for the others. Fields that the service makes are as
 * in `row`.
 */
export function createdExample(table: Table, sent: ExampleRow, row: ExampleRow): ExampleRow {
  return Object.fromEntries(shownFields(table).map((field) => [field.name, created(table, field, sent, row)]));
}

function created({ madeBy }: Table, field: Field, sent: ExampleRow, row: ExampleRow): Json {
  const { name, computed, nullable, default: given } = field;
  // The identity that asks, as in recorded_by: its default is for those who write by SQL.
  if (madeBy !== null && name === 'created_by') return row[name] ?? null;
  const isSent = name in sent ? sent[name] !== null : false;
  if (!isSent && computed === null) {
    if (given?.kind === 'value') return given.value;
    if (given === null && nullable) return null;
  }
  // In the row a datetime is in UTC, as the answer has it.
  return row[name] ?? null;
}
