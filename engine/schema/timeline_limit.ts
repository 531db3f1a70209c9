import type { Table, Temporal } from '../model/model.ts';
import { trigger } from '../sql/function.ts';
import { quote } from '../sql/identifier.ts';
import { textLiteral } from '../sql/literal.ts';
import type { SchemaObject } from '../sql/object.ts';
import { contentColumns } from './column.ts';
import type { NamedConstraint } from './constraint.ts';
import { objectName } from './name.ts';
import { asOwner, fixedNames, ofTrigger } from './plpgsql.ts';

/** The trigger that keeps what was valid longer ago than the interval as it is, whoever writes. */
export function freezeObjects(
  table: Table,
  { freeze }: Temporal,
  constraints: readonly NamedConstraint[],
): readonly SchemaObject[] {
  const found = constraints.find(([, { kind }]) => kind === 'freeze');
  if (freeze === null || found === undefined) return [];
  const on = `public.${quote(table.name)}`;
  const name = `almanac.${objectName([table.name, 'freeze'])}`;
  const kept = contentColumns(table).filter((column) => column !== 'valid_to');
  const row = (record: string) => `(${kept.map((column) => `${record}.${quote(column)}`).join(', ')})`;
  const calls = ofTrigger(
    name,
    `language plpgsql
${asOwner}
as $$
declare
  frozen timestamptz := ${fromNow(`-${freeze}`)};
begin
  if old.valid_from < frozen then
    -- Of what began before, the end may move, from where nothing is frozen to where nothing is.
    if tg_op = 'UPDATE' and ${row('new')} is not distinct from ${row('old')} and (
      new.valid_to is not distinct from old.valid_to
      or (coalesce(old.valid_to, 'infinity') >= frozen and coalesce(new.valid_to, 'infinity') >= frozen)
    ) then
      return new;
    end if;
  elsif tg_op = 'DELETE' then
    return old;
  elsif new.valid_from is null or new.valid_from >= frozen then
    return new;
  end if;
  raise exception 'what is recorded of ${table.name} is frozen'
    using errcode = 'check_violation', constraint = ${textLiteral(found[0])},
      detail = 'what was valid before ' || ${instantText('frozen')} || ' is frozen';
end
$$`,
  );
  return [calls, trigger({ name: 'keep_frozen', runs: 'before insert or update or delete', on, calls })];
}

/** The triggers that let an entry begin only within the window. */
export function startWindowObjects(
  table: Table,
  { startWindow }: Temporal,
  constraints: readonly NamedConstraint[],
): readonly SchemaObject[] {
  const found = constraints.find(([, { kind }]) => kind === 'start_window');
  if (startWindow === null || found === undefined) return [];
  const on = `public.${quote(table.name)}`;
  const name = `almanac.${objectName([table.name, 'start_window'])}`;
  const { from, to } = startWindow;
  const limits = [
    ...(from === null ? [] : [{ limit: 'earliest', sign: '<', word: 'before', duration: from }]),
    ...(to === null ? [] : [{ limit: 'latest', sign: '>', word: 'after', duration: to }]),
  ];
  const calls = ofTrigger(
    name,
    `language plpgsql
${fixedNames}
as $$
declare
${limits.map(({ limit, duration }) => `  ${limit} timestamptz := ${fromNow(duration)};`).join('\n')}
begin
  -- An entry that is cut begins where the one ends that it makes room for. Anybody may say so in the setting: the owner of
  -- the function that makes room is whom it is believed of, and this one runs as whoever writes.
  if (${limits.map(({ limit, sign }) => `new.valid_from ${sign} ${limit}`).join(' or ')}) and not (
    coalesce(current_setting('almanac.making_room', true), '') <> ''
    and exists (
      select from pg_proc where oid = to_regprocedure('${makeRoomFunction(table)}()') and pg_get_userbyid(proowner) = current_user
    )
  ) then
    raise exception 'an entry of ${table.name} begins outside its window'
      using errcode = 'check_violation', constraint = ${textLiteral(found[0])},
        detail = 'valid_from must not be ' || ${limits
          .map(({ limit, word }) => `'${word} ' || ${instantText(limit)}`)
          .join(" || ' or ' || ")};
  end if;
  return new;
end
$$`,
  );
  return [
    calls,
    trigger({ name: 'start_window_insert', runs: 'before insert', on, calls }),
    trigger({
      name: 'start_window_update',
      runs: 'before update',
      on,
      when: 'new.valid_from is not null and new.valid_from is distinct from old.valid_from',
      calls,
    }),
  ];
}

/** Name of the function that makes room for an entry of a table. */
function makeRoomFunction({ name }: Table): string {
  return `almanac.${objectName([name, 'make_room'])}`;
}

/** Now and a duration, its days and months those of UTC: the zone of the session must not decide. */
function fromNow(duration: string): string {
  const [sign, length] = duration.startsWith('-') ? ['-', duration.slice(1)] : ['+', duration];
  return `(almanac.clock() at time zone 'UTC' ${sign} interval '${length}') at time zone 'UTC'`;
}

/** RFC 3339, in the zone of the session. */
function instantText(instant: string): string {
  return `(to_json(${instant}) #>> '{}')`;
}
