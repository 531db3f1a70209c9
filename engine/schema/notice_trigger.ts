import type { Table } from '../definition/model.ts';
import { quote } from '../query/sql/identifier.ts';
import { textLiteral } from '../query/sql/literal.ts';
import { objectName } from './name.ts';
import type { Watch } from './notice_watch.ts';

/**
 * The triggers that note which rows have to be looked at again for their notices, in the transaction that changes what a
 * rule looks at. A reference that moved concerns both rows.
 */
export function noteStatements(table: Table, watch: Watch | null): readonly string[] {
  if (watch === null) return [];
  const on = `public.${quote(table.name)}`;
  const name = `almanac.${objectName([table.name, 'note'])}`;
  const row = (record: string) => `(${watch.columns.map((column) => `${record}.${quote(column)}`).join(', ')})`;
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
  for each row when (${row('new')} is distinct from ${row('old')}) execute function ${name}()`,
        ]),
    `create or replace trigger note_delete
  after delete on ${on}
  for each row execute function ${name}()`,
  ];
}

// In a trigger of an insert every column of `old` is null, and of a delete every one of `new`.
function noteFunction({ concerns }: Watch, name: string): string {
  const rows = concerns.map(({ resource, field, column }) => {
    const rowsOf = `select ${textLiteral(resource)}, ${textLiteral(field)}`;
    if (column === 'id') return `  ${rowsOf}, coalesce(new.id, old.id)`;
    return `  ${rowsOf}, changed.value
  from (values (new.${quote(column)}), (old.${quote(column)})) as changed (value)
  where changed.value is not null
  group by changed.value`;
  });
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
