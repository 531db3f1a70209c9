import { isRoomLimited } from '../../../../access/write_rule.ts';
import type { Table } from '../../../../model/model.ts';
import { columnOf, empty, identifier, join, publicTable, sql } from '../../../../sql/fragment.ts';
import { accessCondition } from '../../condition/row.ts';
import { itemOf } from '../../condition/row_place.ts';
import { type Sql, type Statement, statementOf } from '../../condition/statement.ts';
import { trueOrAll } from '../../read/rule/fence.ts';
import { boundedSum } from '../../read/shown/answer_bytes.ts';
import { renderFields } from '../../read/shown/columns.ts';
import { longestRowOf } from '../../read/shown/longest_answer.ts';
import { renderCreateManyLock } from '../lock/lock_of_many.ts';
import { renderIntendedRows, type SentFor } from '../room/room.ts';
import { renderRoomOfMany } from '../room/room_many.ts';
import { callerExpression, isShownAtOnce, keeping } from '../write.ts';
import type { Writer } from '../writer.ts';
import { type NewRows, renderSent, sentValue, setFields } from './new_rows.ts';

/** For so many rows each, a statement has the statement timeout once more. */
const rowsOfTimeout = 1000;

/** Whether the statement that makes rows shows them, where it can (see isShownAtOnce). */
export type ShownRows = 'rows' | 'ids';

/**
 * Inserts many rows, and returns their number in `count` and their ids as an array in `ids`, in the order of the rows. With
 * `rows`, the rows that the writer may read are a JSON array in `body`. A row that the writer may not make is an error of
 * almanac.forbid(), which undoes all. On a timeline whose entries the writer may not all change, each row needs a timeline
 * of its own (see renderRoomOfMany).
 */
export function renderCreateMany(table: Table, rows: NewRows, writer: Writer, shows: ShownRows): Statement {
  const isLimited = isRoomLimited(table, writer);
  const source = renderSent(rows);
  const fields = setFields(table, rows);
  const sentFor: SentFor = (field) => sentValue(rows, field, writer);
  const before = isLimited
    ? sql`, ${renderIntendedRows(table, sentFor, source, writer)}, ${renderRoomOfMany(table, 'create', writer)}`
    : empty;
  const from = isLimited
    ? sql`intended, room where room.is_set order by intended.place`
    : sql`caller, ${source} order by sent.place`;
  const columns = fields.map(({ name }) => identifier(name));
  const values = fields.map((field) => (isLimited ? columnOf('intended', field.name) : (sentFor(field) ?? sql`null`)));
  const row =
    fields.length === 0 ? sql`(recorded_by) select null` : sql`(${join(columns, ', ')}) select ${join(values, ', ')}`;
  const statement = statementOf(sql`
    ${callerExpression(writer)}${before},
    written as (
      insert into ${publicTable(table.name)} ${row} from ${from} returning *
    )
    ${answer(table, writer, shows)}`);
  const patience = Math.ceil(rows.count / rowsOfTimeout);
  return { ...statement, patience, first: renderCreateManyLock(table, rows, writer, patience) };
}

function answer(table: Table, writer: Writer, shows: ShownRows): Sql {
  const kept = keeping(table, 'create', writer);
  const ids = sql`array_agg(written.id order by written.id) as ids`;
  if (shows === 'ids' || !isShownAtOnce(table, writer))
    return sql`select count(*) as count, ${ids} from written${kept}`;
  const { model } = writer;
  const own = model.resources.get(table.name) ?? table;
  const rule = accessCondition(table, 'read', itemOf(table, writer, null, 'written'));
  const text = sql`row_to_json(shown.*)::text`;
  const body = rule.length === 0 ? text : sql`case when ${trueOrAll(rule)} then ${text} end`;
  const { responseBytes, rowsPerRequest } = model.service.limits;
  const isBounded = rowsPerRequest * longestRowOf(own) <= responseBytes;
  return sql`
    select count(*) as count, array_agg(line.id) as ids, '[' || coalesce(string_agg(line.body, ','), '') || ']' as body
    from (
      select written.id, ${body} as body
      from written, lateral (select ${renderFields(own, 'written')}) as shown${kept}
      order by written.id
      offset 0
    ) as line${isBounded ? empty : sql` having ${boundedSum(sql`line.body`, responseBytes)}`}`;
}
