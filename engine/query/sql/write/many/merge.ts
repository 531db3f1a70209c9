import { isRoomLimited } from '../../../../access/write_rule.ts';
import type { Field } from '../../../../model/field.ts';
import type { Table } from '../../../../model/model.ts';
import { identifier, join, publicTable, sql } from '../../../../sql/fragment.ts';
import { arrayText } from '../../../../vocabulary/value/array_text.ts';
import { parameter, type Sql, type Statement, statementOf } from '../../condition/statement.ts';
import { whereOf } from '../../read/rule/fence.ts';
import { asksForRoom, renderUpdateRoom } from '../room/room.ts';
import { allowed, callerExpression, keeping } from '../write.ts';
import type { Writer } from '../writer.ts';
import { latestOf } from './chosen.ts';
import { isLive } from './key.ts';
import { type NewRows, renderSent, sentValue } from './new_rows.ts';

/** Rows that are there and get other values: their ids, in the order of the rows that are sent, and versions. */
export interface Merge {
  readonly rows: NewRows;
  readonly ids: readonly string[];
  readonly versions: readonly string[];
}

/**
 * Changes rows that are locked, each by the row that is sent for it: their number in `count`. A row that is no longer in its
 * version, or that the writer may no longer change, is left out. If the writer may not change all entries of a timeline, the
 * merge is of one row (see takesRoom).
 */
export function renderMerge(
  table: Table,
  { rows, ids, versions }: Merge,
  sets: readonly Field[],
  writer: Writer,
): Statement {
  const sentFor = (field: Field) =>
    sets.some(({ name }) => name === field.name) || rows.given.some((each) => each.field.name === field.name)
      ? sentValue(rows, field, writer)
      : null;
  const conditions = [...allowed(table, 'update', writer), ...isLive(table), sql`item.row_version = target.version`];
  const all = takesRoom(table, sets, writer) ? [renderUpdateRoom(table, sentFor, conditions, writer)] : conditions;
  const list = sql`${parameter(arrayText(ids))}::bigint[]`;
  return statementOf(sql`
    ${callerExpression(writer)},
    found as materialized (
      select item.id, item.recorded_at
      from ${publicTable(table.name)} as item
      where item.id = any (${list})
    ),
    ${latestOf(table)},
    written as (
      update ${publicTable(table.name)} as item
      set ${mergedValues(rows, sets, writer)}
      from caller, latest, ${renderSent(rows)},
        unnest(${list}, ${parameter(arrayText(versions))}::bigint[]) with ordinality as target(id, version, place)
      ${whereOf([sql`target.place = sent.place`, sql`item.id = target.id`, ...all])}
      returning item.*
    )
    select count(*) as count from written${keeping(table, 'updated', writer)}`);
}

/** What a merge sets of the row under `item`, by the row under `sent`. */
export function mergedValues(rows: NewRows, sets: readonly Field[], writer: Writer): Sql {
  const others = rows.given.flatMap(({ field }) => (sets.some(({ name }) => name === field.name) ? [] : field));
  const values = [...sets, ...others].map(
    (field) => sql`${identifier(field.name)} = ${sentValue(rows, field, writer) ?? sql`null`}`,
  );
  return join(values, ', ');
}

/** Whether a merge needs room on a timeline whose entries the writer may not all change. */
export function takesRoom(table: Table, sets: readonly Field[], writer: Writer): boolean {
  return (
    isRoomLimited(table, writer) &&
    asksForRoom(
      table,
      sets.map((field) => ({ field })),
    )
  );
}
