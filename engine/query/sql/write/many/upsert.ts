import { isRoomLimited } from '../../../../access/write_rule.ts';
import type { Field } from '../../../../model/field.ts';
import type { Table } from '../../../../model/model.ts';
import { type Fragment, identifier, join, publicTable, raw, sql, textConstant } from '../../../../sql/fragment.ts';
import { arrayText } from '../../../../vocabulary/value/array_text.ts';
import { renderField } from '../../condition/condition.ts';
import { defaultOf } from '../../condition/default.ts';
import { accessCondition, termsOf } from '../../condition/row.ts';
import { itemOf } from '../../condition/row_place.ts';
import { parameter, type Sql, type Statement, statementOf } from '../../condition/statement.ts';
import { trueOrAll, whereOf } from '../../read/rule/fence.ts';
import { renderMergeLock } from '../lock/lock.ts';
import { asksForRoom, renderUpdateRoom } from '../room/room.ts';
import { allowed, callerExpression, keeping } from '../write.ts';
import type { Writer } from '../writer.ts';
import { latestOf } from './chosen.ts';
import { hasKey, isLive, type KeyedRows, keyValue, seenRows } from './key.ts';
import { type NewRows, plainValue, renderSent, sentValue } from './new_rows.ts';

// Not by ON CONFLICT: it takes the time of the record before it waits for the lock of the row, so that 15 of 100 merges
// of one row failed with eight clients. On a timeline it cuts other entries before it finds that nothing is inserted.

/** What is asked of the rows that are found. */
export interface Sought extends KeyedRows {
  /** The fields that a merge sets. */
  readonly sets: readonly Field[];
  /** The fields that must have the values which are sent. */
  readonly own: readonly Field[];
}

/**
 * The row that each row which is sent means, in the order of the keys: its `id` and `version`, null if the writer sees none.
 * `may`: the writer may change it. `differs`: a field that is set has another value. `changed`: an array with the names of the
 * own fields that have another value. `twin`: the place of the row before it with the same key. `overlap`: the place of the row
 * before it that would be valid at the same time on the same timeline. With `locks`, the rows are locked first.
 */
export function renderFound(table: Table, sought: Sought, writer: Writer, locks: boolean): Statement {
  const { rows, key } = sought;
  const keys = key.map((_, index) => raw(`paired.key_${index}`));
  const isKey = join(
    keys.map((each) => sql`${each} is not null`),
    ' and ',
  );
  const columns = join(pairedColumns(table, sought, writer), ', ');
  const statement = statementOf(sql`
    select
      paired.place, paired.id, paired.version, paired.may, paired.differs, paired.changed,
      case when ${isKey} then lag(paired.place) over (partition by ${join(keys, ', ')} order by paired.place) end as twin,
      ${overlap(table)} as overlap
    from (
      select sent.place, item.id, item.row_version as version, ${columns}
      from ${renderSent(rows)} left join ${seenRows(table, writer)} on ${hasKey(sought, table, 'item')}
      offset 0
    ) as paired
    order by ${join(keys, ', ')}, paired.place`);
  return { ...statement, first: locks ? renderMergeLock(table, sought, writer) : null };
}

function pairedColumns(table: Table, { rows, key, sets, own }: Sought, writer: Writer): readonly Sql[] {
  const row = itemOf(table, writer, null);
  const terms = termsOf(row);
  const isOther = (field: Field): Sql =>
    sql`${renderField(field, terms)} is distinct from ${plainValue(rows, field) ?? sql`null`}`;
  const others = sets.map(
    (field) => sql`item.${identifier(field.name)} is distinct from ${plainValue(rows, field) ?? sql`null`}`,
  );
  const changed = own.map((field) => sql`case when ${isOther(field)} then ${textConstant(field.name)} end`);
  return [
    ...key.map((name, index) => sql`${keyValue(rows, table, name)} as ${raw(`key_${index}`)}`),
    sql`(${trueOrAll(accessCondition(table, 'update', row))}) is true as may`,
    sql`${others.length === 0 ? sql`false` : join(others, ' or ')} as differs`,
    sql`array_remove(array[${join(changed, ', ')}]::text[], null) as changed`,
    ...plannedEntry(table, rows),
  ];
}

/** The timeline of each row after the write, and when it is valid there. */
function plannedEntry(table: Table, rows: NewRows): readonly Sql[] {
  const { temporal, fields } = table;
  if (temporal === null) return [];
  const planned = (name: string): Sql => {
    const field = fields.get(name);
    if (field === undefined) throw new Error(`${table.name} has no field ${name}`);
    return (
      plainValue(rows, field) ??
      sql`case when item.id is null then ${defaultOf(field)} else item.${identifier(name)} end`
    );
  };
  return [
    ...temporal.timeline.map((name, index) => sql`${planned(name)} as ${raw(`timeline_${index}`)}`),
    sql`${planned('valid_from')} as valid_from`,
    sql`coalesce(${planned('valid_to')}, 'infinity') as valid_to`,
  ];
}

/** If any entries overlap, then an entry overlaps the one before it, in the order of their begin. */
function overlap({ temporal }: Table): Fragment {
  if (temporal === null) return sql`null::bigint`;
  const timeline = temporal.timeline.map((_, index) => raw(`paired.timeline_${index}`));
  const isOnTimeline = join(
    timeline.map((each) => sql`${each} is not null`),
    ' and ',
  );
  const before = sql`over (partition by ${join(timeline, ', ')} order by paired.valid_from, paired.place)`;
  return sql`
    case
      when paired.valid_from < lag(paired.valid_to) ${before} and ${isOnTimeline}
        then lag(paired.place) ${before}
    end`;
}

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
  const others = rows.given.flatMap(({ field }) => (sets.some(({ name }) => name === field.name) ? [] : field));
  const set = [...sets, ...others].map(
    (field) => sql`${identifier(field.name)} = ${sentValue(rows, field, writer) ?? sql`null`}`,
  );
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
      set ${join(set, ', ')}
      from caller, latest, ${renderSent(rows)},
        unnest(${list}, ${parameter(arrayText(versions))}::bigint[]) with ordinality as target(id, version, place)
      ${whereOf([sql`target.place = sent.place`, sql`item.id = target.id`, ...all])}
      returning item.*
    )
    select count(*) as count from written${keeping(table, 'updated', writer)}`);
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

/**
 * Waits for other upserts that insert the same keys. PostgreSQL compares deferrable values at the end of a statement. So two
 * inserts of the same two keys would wait for each other. The locks are few, for any number of rows.
 */
export function renderKeyLock(table: Table, { rows, key }: KeyedRows): Statement {
  const values = key.map((name) => sql`${keyValue(rows, table, name)}::text`);
  return statementOf(sql`
    select pg_advisory_xact_lock(hashtext(${textConstant(`almanac.upsert.${table.name}`)}), bucket.number)
    from (
      select distinct hashtext(concat_ws(',', ${join(values, ', ')})) & ${mostKeyLocks - 1} as number
      from ${renderSent(rows)}
      order by number
      offset 0
    ) as bucket`);
}

/** A power of two. */
const mostKeyLocks = 64;

/**
 * Begins a part of a transaction in which the named entries of a timeline can change places. They do not make room for each
 * other. `is_within` says that a batch around it has begun, which has its own end.
 */
export function renderBeginPlaces({ name }: Table, ids: readonly string[]): Statement {
  const entries = JSON.stringify({ [name]: ids });
  return statementOf(sql`
    select coalesce(current_setting('almanac.batch', true), '') <> '' as is_within, almanac.begin_batch(${parameter(entries)}::jsonb)`);
}

/** Ends it: it fails where entries overlap. */
export const settlePlaces: Statement = statementOf(sql`select almanac.settle_batch()`);

/** The places of the rows whose key a row has that the writer does not see; null if the writer sees all rows. */
export function renderHidden(table: Table, keyed: KeyedRows, writer: Writer): Statement | null {
  const rule = accessCondition(table, 'read', itemOf(table, writer, null));
  if (rule.length === 0) return null;
  const where = [hasKey(keyed, table, 'item'), ...isLive(table), sql`(${trueOrAll(rule)}) is not true`];
  return statementOf(sql`
    select sent.place from ${renderSent(keyed.rows)}, ${publicTable(table.name)} as item${whereOf(where)}`);
}
