import type { EventRule, Table } from '../definition/model.ts';
import { constantTerms, renderField } from '../query/sql/condition.ts';
import { quote } from '../query/sql/identifier.ts';
import { textLiteral } from '../query/sql/literal.ts';
import { contentColumns } from './column.ts';
import { objectName } from './name.ts';
import { ownVersion } from './record.ts';

/**
 * The triggers that put each change of a row into the outbox, in the transaction that makes it. They
 * run after the change, and so never for one that PostgreSQL refuses or that `on conflict do nothing` passes over.
 */
export function outboxStatements(table: Table): readonly string[] {
  const { event } = table;
  if (event === null) return [];
  const on = `public.${quote(table.name)}`;
  const name = `almanac.${objectName([table.name, 'tell'])}`;
  const content = contentColumns(table).map(quote);
  const row = (record: string) => `(${content.map((column) => `${record}.${column}`).join(', ')})`;
  return [
    tellFunction(table, event, name),
    `create or replace trigger tell_insert
  after insert on ${on}
  for each row execute function ${name}()`,
    // What has no effect is no event, and nothing is queued for it.
    `create or replace trigger tell_update
  after update on ${on}
  for each row when (${content.length === 0 ? 'false' : `${row('new')} is distinct from ${row('old')}`}) execute function ${name}()`,
    `create or replace trigger tell_delete
  after delete on ${on}
  for each row execute function ${name}()`,
  ];
}

/** Where changes wait until the sequencer makes events of them. Its ids are in no order that a reader may rely on. */
export const outboxTable: readonly string[] = [
  `create table almanac.outbox (
  id bigint generated always as identity constraint outbox_pkey primary key,
  type text not null,
  source text not null,
  subject text,
  "time" timestamptz not null,
  updated_fields text[],
  recorded_by bigint not null
)`,
  "comment on table almanac.outbox is 'Changes that are committed, or about to be, and no events yet.'",
];

function tellFunction(table: Table, event: EventRule, name: string): string {
  const { temporal } = table;
  const insert = (verb: string, record: 'new' | 'old') => tell(table, event, verb, record);
  // An entry without validity is a deleted one: what becomes of it is told as it shows.
  const update =
    temporal === null
      ? [`  elsif tg_op = 'UPDATE' then`, insert('update', 'new')]
      : [
          `  elsif tg_op = 'UPDATE' and old.valid_from is not null and new.valid_from is not null then`,
          insert('update', 'new'),
          `  elsif tg_op = 'UPDATE' and old.valid_from is null and new.valid_from is not null then`,
          insert('create', 'new'),
          `  elsif tg_op = 'UPDATE' and old.valid_from is not null then`,
          insert('delete', 'new'),
        ];
  const isDelete = temporal === null ? 'else' : `elsif tg_op = 'DELETE' and old.valid_from is not null then`;
  return `create or replace function ${name}() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
${insert('create', 'new')}
${update.join('\n')}
  ${isDelete}
${insert('delete', 'old')}
  end if;
  return null;
end
$$`;
}

function tell(table: Table, { type, subject }: EventRule, verb: string, record: 'new' | 'old'): string {
  const path = (resource: string, column: string) => `${textLiteral(`/${resource}/`)} || ${record}.${quote(column)}`;
  const columns = ['type', 'source', '"time"', 'recorded_by'];
  const values = [textLiteral(`${type}.${verb}`), path(table.name, 'id'), ...recordOf(record)];
  if (subject !== null) {
    columns.push('subject');
    values.push(path(subject.resource, subject.field));
  }
  if (verb === 'update') {
    columns.push('updated_fields');
    values.push(`array_remove(array[
${updatedFields(table).join(',\n')}
      ], null)`);
  }
  return `    insert into almanac.outbox
      (${columns.join(', ')})
    values
      (${values.join(', ')});`;
}

function recordOf(record: 'new' | 'old'): readonly string[] {
  if (record === 'new') return ['new.recorded_at', 'new.recorded_by'];
  return [`almanac.record_time(case when ${ownVersion} then null else old.recorded_at end)`, 'almanac.identity()'];
}

/** Of each field that the API shows and a writer changes, its name where it has changed: what is computed as well. */
function updatedFields(table: Table): readonly string[] {
  const columns = new Set(contentColumns(table));
  const shown = [...table.fields.values()].filter(({ name, computed }) => computed !== null || columns.has(name));
  return shown.map((field) => {
    // Of what is never shown, that it has changed is told all the same.
    const terms = (record: string) => constantTerms(({ name }) => `${record}.${quote(name)}`);
    const value = (record: string) =>
      field.writeOnly ? terms(record).column(field) : renderField(field, terms(record));
    return `        case when ${value('new')} is distinct from ${value('old')} then ${textLiteral(field.name)} end`;
  });
}
