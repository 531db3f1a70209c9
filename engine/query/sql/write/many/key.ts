import type { Table } from '../../../../model/model.ts';
import { columnOf, join, publicTable, sql } from '../../../../sql/fragment.ts';
import { accessCondition } from '../../condition/row.ts';
import { itemOf } from '../../condition/row_place.ts';
import { type Sql, type Statement, statementOf } from '../../condition/statement.ts';
import { whereOf } from '../../read/rule/fence.ts';
import type { Writer } from '../writer.ts';
import { type NewRows, plainValue, renderSent } from './new_rows.ts';

/** Rows that are sent, and the fields whose values name an existing row: `id`, or a combination that is unique. */
export interface KeyedRows {
  readonly rows: NewRows;
  readonly key: readonly string[];
}

/** That the row under an alias has the key of the row under `sent`. A null in a key is equal to nothing. */
export function hasKey({ rows, key }: KeyedRows, table: Table, alias: string): Sql {
  const equal = key.map((name) => sql`${columnOf(alias, name)} = ${keyValue(rows, table, name)}`);
  return join(equal, ' and ');
}

/** The value of a field of the key in the row under `sent`. */
export function keyValue(rows: NewRows, table: Table, name: string): Sql {
  const field = table.fields.get(name);
  const value = field === undefined ? null : plainValue(rows, field);
  if (value === null) throw new Error(`the rows are sent without the field ${name} of their key`);
  return value;
}

/**
 * The rows that a writer may see and whose keys are sent, as two arrays. `ids` has their ids, and `places` the places of the
 * rows that are sent for them. It locks none.
 */
export function renderKeyed(table: Table, keyed: KeyedRows, writer: Writer): Statement {
  return statementOf(sql`
    select array_agg(item.id) as ids, array_agg(sent.place) as places
    from ${renderSent(keyed.rows)}, ${seenRows(table, writer)}
    where ${hasKey(keyed, table, 'item')}`);
}

/** The rows under `item` that a writer may see, as a source in FROM. */
export function seenRows(table: Table, writer: Writer): Sql {
  const where = [...isLive(table), ...accessCondition(table, 'read', itemOf(table, writer, null))];
  return sql`(select item.* from ${publicTable(table.name)} as item${whereOf(where)}) as item`;
}

/** That the row under `item` is not a deleted entry of a timeline. Deleted entries have no key. */
export function isLive({ temporal }: Table): readonly Sql[] {
  return temporal === null ? [] : [sql`item.valid_from is not null`];
}
