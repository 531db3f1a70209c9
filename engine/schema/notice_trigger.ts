import type { Table } from '../definition/model.ts';
import { quote } from '../query/sql/identifier.ts';
import { textLiteral } from '../query/sql/literal.ts';
import { objectName } from './name.ts';
import type { Watch, WatchedConcern } from './notice_watch.ts';

/**
 * The triggers that note which rows have to be looked at again for their notices, in the transaction that changes what a
 * rule looks at. A reference that moved concerns both rows.
 */
export function noteStatements(table: Table, watch: Watch | null): readonly string[] {
  if (watch === null) return [];
  const on = `public.${quote(table.name)}`;
  const name = `almanac.${objectName([table.name, 'note'])}`;
  return [
    noteFunction(watch, name),
    `create or replace trigger note_insert
  after insert on ${on}
  for each row execute function ${name}()`,
    ...(watch.columns.length === 0
      ? []
      : [
          `create or replace trigger note_update
  after update on ${on}
  for each row when (${changed(watch.columns)}) execute function ${name}()`,
        ]),
    `create or replace trigger note_delete
  after delete on ${on}
  for each row execute function ${name}()`,
  ];
}

// In a trigger of an insert every column of `old` is null, and of a delete every one of `new`.
function noteFunction({ concerns }: Watch, name: string): string {
  const rows = concerns.map(noteRows);
  return `create or replace function ${name}() returns trigger
language plpgsql
as $$
begin
  insert into almanac.notice_change (resource, field, value)
${rows.join('\n  union all\n')};
  return null;
end
$$`;
}

function noteRows({ resource, field, column, columns }: WatchedConcern): string {
  const rowsOf = `  select ${textLiteral(resource)}, ${textLiteral(field)}`;
  if (column !== 'id') {
    return `${rowsOf}, changed.value
  from (values (new.${quote(column)}), (old.${quote(column)})) as changed (value)
  where changed.value is not null and (tg_op <> 'UPDATE' or ${changed(columns)})
  group by changed.value`;
  }
  if (field !== 'id') return `${rowsOf}, new.id\n  where tg_op = 'UPDATE' and ${changed(columns)}`;
  const conditions = ["tg_op <> 'UPDATE'", ...(columns.length === 0 ? [] : [changed(columns)])];
  return `${rowsOf}, coalesce(new.id, old.id)\n  where ${conditions.join(' or ')}`;
}

function changed(columns: readonly string[]): string {
  const row = (record: string) => `(${columns.map((column) => `${record}.${quote(column)}`).join(', ')})`;
  return `${row('new')} is distinct from ${row('old')}`;
}
