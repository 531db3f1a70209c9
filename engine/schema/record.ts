import type { Table } from '../definition/model.ts';
import { quote } from '../query/sql/identifier.ts';
import { textLiteral } from '../query/sql/literal.ts';
import { contentColumns } from './column.ts';
import { type NamedConstraint, versionSequence } from './constraint.ts';
import { objectName } from './name.ts';

/**
 * The triggers that stamp each row with when, by whom and in which version it was recorded and, with history, move
 * the replaced versions there. Names are qualified throughout: a `set search_path` on a function costs at every call.
 */
export function recordStatements(table: Table, constraints: readonly NamedConstraint[]): readonly string[] {
  const on = `public.${quote(table.name)}`;
  const stamp = triggerFunction(table, 'stamp');
  const statements = [
    stampFunction(table, stamp, constraints),
    `create or replace trigger stamp
  before insert or update on ${on}
  for each row execute function ${stamp}()`,
  ];
  if (table.history === null) return statements;
  const record = triggerFunction(table, 'record');
  return [
    ...statements,
    recordFunction(table, table.history, record),
    // An update without effect and a second change in one transaction keep the version: nothing is queued for them.
    `create or replace trigger record_update
  after update on ${on}
  for each row when (old.row_version <> new.row_version) execute function ${record}()`,
    `create or replace trigger record_delete
  after delete on ${on}
  for each row execute function ${record}()`,
  ];
}

/**
 * That the version which is replaced was made by this very transaction. Transaction ids begin anew in a restored database,
 * so that recorded_in alone would not tell.
 */
export const ownVersion = 'old.recorded_in = pg_current_xact_id() and old.recorded_at = almanac.record_time(null)';

function stampFunction(table: Table, name: string, constraints: readonly NamedConstraint[]): string {
  return `create or replace function ${name}() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time(${previousOfInsert(table)});
    new.row_version := nextval('public.${versionSequence(table)}');
  elsif new.id is distinct from old.id then
    raise exception 'the id of a row of ${table.name} never changes' using errcode = 'integrity_constraint_violation';
  elsif ${unchanged(table)} then
    return old;${transitionBranches(table, constraints)}
  elsif ${ownVersion} then
    new.recorded_at := old.recorded_at;
    new.row_version := old.row_version;
  else
    new.recorded_at := almanac.record_time(old.recorded_at);
    new.row_version := nextval('public.${versionSequence(table)}');
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$`;
}

/** Refuses an update that leaves a value for another than the definition's transitions allow. */
function transitionBranches(table: Table, constraints: readonly NamedConstraint[]): string {
  return constraints
    .map(([name, constraint]) => {
      const field = constraint.kind === 'transition' ? table.fields.get(constraint.field) : undefined;
      if (field?.type.kind !== 'enum' || field.type.transitions === null) return '';
      const column = quote(field.name);
      // No value is empty text: a value that is given up for null is left like any other, and null itself for any.
      const next = field.nullable ? `coalesce(new.${column}, '')` : `new.${column}`;
      const moves = [...field.type.transitions].flatMap(([from, targets]) =>
        targets.map((to) => `    (${textLiteral(from)}, ${textLiteral(to)})`),
      );
      const unlisted = moves.length === 0 ? '' : ` and (old.${column}, ${next}) not in (\n${moves.join(',\n')}\n  )`;
      return `
  elsif ${next} <> old.${column}${unlisted} then
    raise exception '${field.name} of ${table.name} does not go from % to %', old.${column}, new.${column}
      using errcode = 'check_violation', constraint = ${textLiteral(name)};`;
    })
    .join('');
}

/** An id that was deleted may be given again, at the instant of its deletion at the earliest. */
function previousOfInsert(table: Table): string {
  if (table.history === null) return 'null';
  return `(
      select max(replaced_at) - interval '1 microsecond' from public.${quote(table.history)} where ${quote(`${table.name}_id`)} = new.id
    )`;
}

function unchanged(table: Table): string {
  const columns = contentColumns(table).map(quote);
  if (columns.length === 0) return 'true';
  const row = (record: string) => `(${columns.map((column) => `${record}.${column}`).join(', ')})`;
  return `${row('new')} is not distinct from ${row('old')}`;
}

function recordFunction(table: Table, history: string, name: string): string {
  const content = contentColumns(table).map(quote);
  const columns = [
    'id',
    quote(`${table.name}_id`),
    ...content,
    'recorded_at',
    'recorded_by',
    'replaced_at',
    'replaced_by',
  ];
  const values = [
    'old.row_version',
    'old.id',
    ...content.map((column) => `old.${column}`),
    'old.recorded_at',
    'old.recorded_by',
  ];
  return `create or replace function ${name}() returns trigger
language plpgsql
as $$
declare
  instant timestamptz;
  identity bigint;
begin
  if tg_op = 'UPDATE' then
    instant := new.recorded_at;
    identity := new.recorded_by;
  elsif ${ownVersion} then
    return null;
  else
    instant := almanac.record_time(old.recorded_at);
    identity := almanac.identity();
  end if;
  insert into public.${quote(history)}
    (${columns.join(', ')})
  values
    (${[...values, 'instant', 'identity'].join(', ')});
  return null;
end
$$`;
}

function triggerFunction(table: Table, purpose: 'stamp' | 'record'): string {
  return `almanac.${objectName([table.name, purpose])}`;
}
