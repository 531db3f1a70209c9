import type { Table, Temporal } from '../model/model.ts';
import { roomSetting } from '../query/sql/write/room/room.ts';
import { trigger } from '../sql/function.ts';
import { quote } from '../sql/identifier.ts';
import { textLiteral } from '../sql/literal.ts';
import type { FunctionObject, SchemaObject } from '../sql/object.ts';
import { objectName } from '../sql/object_name.ts';
import { isBatch } from './batch.ts';
import type { NamedConstraint } from './constraint/constraints.ts';
import { kindOf } from './constraint/kinds.ts';
import { looksAtMakingRoom } from './constraint/making_room.ts';
import { asOwner, ofTrigger } from './plpgsql.ts';
import { forbiddenState } from './record_time.ts';

/**
 * The triggers that keep a timeline for every writer. They make room for an entry that is new, restored, widened or
 * moved (specification 3), or refuse it, and check the limits in time. They sort before `stamp`, so that the locks are
 * taken before the instant of the record.
 */
export function timelineObjects(table: Table, constraints: readonly NamedConstraint[]): readonly SchemaObject[] {
  const { temporal } = table;
  if (temporal === null) return [];
  const purpose = temporal.overlap === 'make_room' ? 'make_room' : 'reject_overlap';
  const on = `public.${quote(table.name)}`;
  const calls = overlapFunction(table, temporal, `almanac.${objectName([table.name, purpose])}`, constraints);
  const moved = temporal.timeline.map((field) => `\n    or new.${quote(field)} <> old.${quote(field)}`).join('');
  return [
    calls,
    trigger({ name: `${purpose}_insert`, runs: 'before insert', on, calls }),
    trigger({
      name: `${purpose}_update`,
      runs: 'before update',
      on,
      // What narrows an entry or takes it off its timeline touches no other.
      when: `new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)${moved}
  )`,
      calls,
    }),
    ...constraints.flatMap(([name, constraint]) => {
      const { kept } = kindOf(constraint);
      return (kept.by === 'trigger' && kept.objects?.(constraint, name, table)) || [];
    }),
  ];
}

function overlapFunction(
  table: Table,
  temporal: Temporal,
  name: string,
  constraints: readonly NamedConstraint[],
): FunctionObject {
  const [first = ''] = temporal.timeline;
  const type = table.fields.get(first)?.type;
  if (type?.kind !== 'reference') throw new Error(`the timeline of ${table.name} does not begin with a reference`);
  const same = temporal.timeline.map((field) => `entry.${quote(field)} = new.${quote(field)}`).join(' and ');
  // The range is what the exclusion constraint's index holds: its cost does not grow with the entries.
  const overlapping = `${same}
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)`;
  const others = `${overlapping}
    and entry.id <> all (of_batch)`;
  const isMakingRoom = temporal.overlap === 'make_room';
  const variables = isMakingRoom ? '  overlapped bigint;\n  latest timestamptz;\n  room bigint[];\n' : '';
  return ofTrigger(
    name,
    asOwner,
    `declare
  of_batch bigint[] := '{}';
${variables}begin
  if new.valid_from is null then
    raise exception 'an entry of ${table.name} begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
${boundBranches(table, constraints)}
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.${quote(type.to)} as timeline where timeline.id = new.${quote(first)} for no key update;

${noteInBatch(table, overlapping)}

${isMakingRoom ? makeRoom(table, temporal, others, constraints) : rejectOverlap(table, others, constraints)}
  return new;
end`,
  );
}

/** Entries that one batch places leave each other as they are. */
function noteInBatch(table: Table, overlapping: string): string {
  const resource = textLiteral(table.name);
  return `  if ${isBatch} then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), ${resource}, new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries(${resource}, array(
      select entry.id from public.${quote(table.name)} as entry
      where ${overlapping}
    ));
  end if;`;
}

/** The constraints on the bounds, raised here before others are cut to bounds that break them. */
function boundBranches(table: Table, constraints: readonly NamedConstraint[]): string {
  const branches = constraints.flatMap(([name, constraint]) => {
    const { kept } = kindOf(constraint);
    const branch = kept.by === 'database' && kept.onEntry?.(constraint, table);
    if (!branch) return [];
    return `  elsif ${branch.isBroken} then
    raise exception '${branch.message}'
      using errcode = 'check_violation', constraint = ${textLiteral(name)};`;
  });
  return branches.join('\n');
}

function makeRoom(table: Table, _temporal: Temporal, others: string, constraints: readonly NamedConstraint[]): string {
  const on = `public.${quote(table.name)}`;
  // Some rules are for what is sent: an entry that is cut begins where the new one ends.
  const [cutting, cut] = !looksAtMakingRoom(table)
    ? ['', '']
    : [
        "  perform set_config('almanac.making_room', 'yes', true);\n",
        "\n  perform set_config('almanac.making_room', '', true);",
      ];
  return `  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from ${on} as entry
  where ${others};
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting(${textLiteral(roomSetting(table))}, true), '');
  if room is not null then
    if exists (
      select from ${on} as entry
      where ${others}
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of ${table.name} within the interval'
        using errcode = '${forbiddenState}', constraint = ${textLiteral(nameOf('overlap', constraints))};
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

${cutting}  update ${on} as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where ${others};${cut}`;
}

function rejectOverlap(table: Table, others: string, constraints: readonly NamedConstraint[]): string {
  return `  if exists (
    select from public.${quote(table.name)} as entry
    where ${others}
  ) then
    raise exception 'another entry of ${table.name} is valid within the interval'
      using errcode = 'exclusion_violation', constraint = ${textLiteral(nameOf('overlap', constraints))};
  end if;`;
}

function nameOf(kind: NamedConstraint[1]['kind'], constraints: readonly NamedConstraint[]): string {
  const found = constraints.find(([, constraint]) => constraint.kind === kind);
  if (found === undefined) throw new Error(`the constraint ${kind} is missing`);
  return found[0];
}
