import type { Table } from '../../model/model.ts';
import { type Statement, statementOf } from '../../query/sql/condition/statement.ts';
import { columnOf, identifier, join, publicTable, sql } from '../../sql/fragment.ts';
import { assignedFields, type Range, type Shape, stagedRows } from './staging.ts';

/** Inserts the new rows of a range in the order of the file. */
export function renderInsert(shape: Shape, range: Range): Statement {
  const fields = assignedFields(shape).map(({ name }) => name);
  const columns = ['id', ...fields].map(identifier);
  const values = ['id', ...fields].map((name) => columnOf('file_row', name));
  return statementOf(sql`
    insert into ${publicTable(shape.table.name)} (${join(columns, ', ')})
    select ${join(values, ', ')}
    from ${stagedRows(shape, range, 'fails')} as file_row
    where file_row._new
    order by file_row._place`);
}

/** Rows that overlap an earlier one of the same timeline: the `_place` of each, and the line of the `other`. */
export function renderOverlaps(shape: Shape, range: Range): Statement | null {
  const { temporal } = shape.table;
  const given = new Set(assignedFields(shape).map(({ name }) => name));
  if (temporal === null || ![...temporal.timeline, 'valid_from'].every((name) => given.has(name))) return null;
  const until = given.has('valid_to') ? sql`file_row.valid_to` : sql`null::timestamptz`;
  const owners = temporal.timeline.map((name) => columnOf('file_row', name));
  const same = temporal.timeline.map((name) => sql`${columnOf('other', name)} = ${columnOf('flagged', name)}`);
  return statementOf(sql`
    with file_row as materialized (
      select file_row._place, file_row._line, ${join(owners, ', ')}, file_row.valid_from, coalesce(${until}, 'infinity') as _until
      from ${stagedRows(shape, range, 'is null')} as file_row
      where file_row.valid_from < coalesce(${until}, 'infinity')
    ), flagged as (
      select file_row.*, max(file_row._until) over (
        partition by ${join(owners, ', ')}
        order by file_row.valid_from, file_row._place
        rows between unbounded preceding and 1 preceding
      ) as _reach
      from file_row
    )
    select flagged._place, (
      select min(other._line)
      from file_row as other
      where ${join(same, ' and ')}
        and other._place <> flagged._place
        and other.valid_from < flagged._until
        and flagged.valid_from < other._until
    ) as other
    from flagged
    where flagged._reach > flagged.valid_from
    order by flagged._place`);
}

/** The name of the sequence of ids, in `name`. */
export function renderIdSequence({ name }: Table): Statement {
  return {
    text: 'select pg_get_serial_sequence($1, $2) as name',
    values: [`public."${name}"`, 'id'],
    name: 'id_sequence',
  };
}
