import type { Table, Temporal } from '../definition/model.ts';
import { quote } from '../query/identifier.ts';
import { textLiteral } from '../query/literal.ts';
import type { NamedConstraint } from './constraint.ts';
import { objectName } from './name.ts';

/**
 * The triggers that make room on a timeline for an entry that is new, restored, widened or moved (specification 3).
 * They sort before `stamp`, so that the locks are taken before the instant of the record is.
 */
export function timelineStatements(table: Table, constraints: readonly NamedConstraint[]): readonly string[] {
  if (table.temporal === null) return [];
  const on = `public.${quote(table.name)}`;
  const name = `almanac.${objectName([table.name, 'make_room'])}`;
  const moved = table.temporal.timeline.map((field) => `\n    or new.${quote(field)} <> old.${quote(field)}`).join('');
  return [
    makeRoomFunction(table, table.temporal, name, constraints),
    `create or replace trigger make_room_insert
  before insert on ${on}
  for each row execute function ${name}()`,
    // What narrows an entry or takes it off its timeline touches no other.
    `create or replace trigger make_room_update
  before update on ${on}
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)${moved}
  ))
  execute function ${name}()`,
  ];
}

function makeRoomFunction(
  table: Table,
  temporal: Temporal,
  name: string,
  constraints: readonly NamedConstraint[],
): string {
  const on = `public.${quote(table.name)}`;
  const [first = ''] = temporal.timeline;
  const type = table.fields.get(first)?.type;
  if (type?.kind !== 'reference') throw new Error(`the timeline of ${table.name} does not begin with a reference`);
  const same = temporal.timeline.map((field) => `entry.${quote(field)} = new.${quote(field)}`).join(' and ');
  // The range is what the exclusion constraint's index holds: its cost does not grow with the entries.
  const others = `${same}
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)`;
  return `create or replace function ${name}() returns trigger
language plpgsql
as $$
declare
  overlapped bigint;
  latest timestamptz;
begin
  if new.valid_from is null then
    raise exception 'an entry of ${table.name} begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif new.valid_to <= new.valid_from then
    raise exception 'an entry of ${table.name} ends after it begins'
      using errcode = 'check_violation', constraint = ${textLiteral(nameOf('validity', constraints))};
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.${quote(type.to)} as timeline where timeline.id = new.${quote(first)} for no key update;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from ${on} as entry
  where ${others};
  if overlapped = 0 then
    return new;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

  update ${on} as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where ${others};
  return new;
end
$$`;
}

function nameOf(kind: NamedConstraint[1]['kind'], constraints: readonly NamedConstraint[]): string {
  const found = constraints.find(([, constraint]) => constraint.kind === kind);
  if (found === undefined) throw new Error(`the constraint ${kind} is missing`);
  return found[0];
}
