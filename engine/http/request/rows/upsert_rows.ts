import type { ProblemError } from '../../../contract/problem.ts';
import { isOfRelated } from '../../../model/computed.ts';
import type { Field } from '../../../model/field.ts';
import { mask } from '../../../model/mask.ts';
import type { Table } from '../../../model/model.ts';
import type { Column, NewRows } from '../../../query/sql/write/many/new_rows.ts';
import { faultsOfValues } from '../sent_back.ts';
import type { EvenRows } from './members.ts';
import { columnsOf } from './new_rows.ts';
import { isRow, type SentRow } from './sent_rows.ts';

/** The rows of an upsert: how they find existing rows, and what is written of them. */
export interface UpsertRows {
  readonly key: readonly string[];
  /** All that is sent of each row; nothing of a row whose values cannot be read. */
  readonly rows: NewRows;
  /** The fields that a row which is found gets. */
  readonly sets: readonly Field[];
  /** The fields whose values a row that is found must have already. */
  readonly own: readonly Field[];
  /** What is wrong with the values of each row, in a create and in an update. */
  readonly faults: readonly (readonly ProblemError[])[];
}

/** Reads the rows of an upsert. `resource` is the table as the role of the caller sees it. */
export function readUpsertRows(even: EvenRows, key: readonly string[], table: Table, resource: Table): UpsertRows {
  const faults = even.rows.map((row) => faultsOfValues(isRow(row) ? without(row, isUnsaid(resource)) : row, resource));
  const readable = even.rows.map((row, place) => (faults[place]?.length === 0 && isRow(row) ? row : {}));
  const names = [...new Set([...even.names, ...key])];
  const sent = columnsOf(table, { ...even, rows: readable, names });
  const columns = sent.map((column) => (key.includes(column.field.name) ? withDefault(column, readable) : column));
  const others = columns.map(({ field }) => field).filter(({ name }) => !key.includes(name));
  const isSet = ({ name }: Field) => resource.fields.get(name)?.update === true;
  return {
    key,
    rows: { count: readable.length, columns, given: [] },
    sets: others.filter(isSet),
    own: others.filter((field) => !isSet(field) && !field.writeOnly && !isOfRelated(field)),
    faults,
  };
}

/** A row that does not have a field of the key gets its default, as it will when it is inserted. */
function withDefault(column: Column, rows: readonly SentRow[]): Column {
  const { field } = column;
  if (field.default === null) return column;
  return { ...column, defaults: rows.map((row) => !Object.hasOwn(row, field.name)) };
}

/** Whether a member says nothing: a null id, or the mask of a value that is never shown. */
function isUnsaid({ fields }: Table): (name: string, value: unknown) => boolean {
  return (name, value) => (name === 'id' && value === null) || isMasked(fields.get(name), value);
}

export function isMasked(field: Field | undefined, value: unknown): boolean {
  return value === mask && field?.writeOnly === true;
}

/** What a row that is inserted sends. */
export function createdMembers(row: SentRow): SentRow {
  return without(row, (name, value) => name === 'id' && value === null);
}

/** What a row that is found is changed to. */
export function changedMembers(row: SentRow, { key }: UpsertRows, resource: Table): SentRow {
  return without(row, (name, value) => {
    const field = resource.fields.get(name);
    return isMasked(field, value) || (field !== undefined && !field.update) || (name === 'id' && key.includes(name));
  });
}

function without(row: SentRow, isLeftOut: (name: string, value: unknown) => boolean): SentRow {
  let isWhole = true;
  // Object.entries() would make two lists of each of a thousand rows.
  for (const name in row) if (isLeftOut(name, row[name])) isWhole = false;
  if (isWhole) return row;
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => !isLeftOut(name, value)));
}
