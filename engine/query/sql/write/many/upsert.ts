import type { Field } from '../../../../model/field.ts';
import type { Table } from '../../../../model/model.ts';
import { type Fragment, identifier, join, publicTable, raw, sql, textConstant } from '../../../../sql/fragment.ts';
import { renderField } from '../../condition/condition.ts';
import { defaultOf } from '../../condition/default.ts';
import { accessCondition, termsOf } from '../../condition/row.ts';
import { itemOf } from '../../condition/row_place.ts';
import { parameter, type Sql, type Statement, statementOf } from '../../condition/statement.ts';
import { trueOrAll, whereOf } from '../../read/rule/fence.ts';
import { renderMergeLock } from '../lock/lock_of_many.ts';
import { callerExpression, keeping } from '../write.ts';
import type { Assignment, Writer } from '../writer.ts';
import { latestOf } from './chosen.ts';
import { hasKey, isLive, type KeyedRows, keyValue, seenRows } from './key.ts';
import { mergedValues } from './merge.ts';
import { type NewRows, plainValue, renderSent } from './new_rows.ts';

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
  const statement = statementOf(sql`
    select ${answer}
    from (${foundRows(table, sought, writer)}) as found
    order by ${order(sought)}`);
  return { ...statement, first: locks ? renderMergeLock(table, sought, writer) : null };
}

/**
 * The same with locks. It also changes at once the rows that differ, unless one of the rows may not be changed: their number is
 * in `merged`. A row that another writer has changed meanwhile is left out.
 */
export function renderFoundMerged(
  table: Table,
  sought: Sought,
  given: readonly Assignment[],
  writer: Writer,
): Statement {
  const rows = { ...sought.rows, given };
  const isRefused = sql`
    found.twin is not null
    or (found.id is not null and cardinality(found.changed) > 0)
    or (found.differs and not found.may)`;
  const where = [
    sql`item.id = sent.id`,
    sql`item.row_version = sent.version`,
    sql`sent.differs`,
    sql`not exists (select from found where ${isRefused})`,
  ];
  const statement = statementOf(sql`
    ${callerExpression(writer)},
    found as materialized (${foundRows(table, sought, writer)}),
    ${latestOf(table, sql` where found.differs`)},
    written as (
      update ${publicTable(table.name)} as item
      set ${mergedValues(rows, sought.sets, writer)}
      from caller, latest, found as sent${whereOf(where)}
      returning item.*
    )
    select ${answer}, (select count(*) from written${keeping(table, 'updated', writer)}) as merged
    from found
    order by ${order(sought)}`);
  return { ...statement, first: renderMergeLock(table, sought, writer) };
}

const answer = sql`found.place, found.id, found.version, found.may, found.differs, found.changed, found.twin, found.overlap`;

function order({ key }: Pick<Sought, 'key'>): Fragment {
  const keys = key.map((_, index) => raw(`found.key_${index}`));
  return join([...keys, sql`found.place`], ', ');
}

/** The rows that are sent, each with what is asked of the row that it means. */
function foundRows(table: Table, sought: Sought, writer: Writer): Sql {
  const { rows, key } = sought;
  const keys = key.map((_, index) => raw(`paired.key_${index}`));
  const isKey = join(
    keys.map((each) => sql`${each} is not null`),
    ' and ',
  );
  const columns = join(pairedColumns(table, sought, writer), ', ');
  return sql`
    select
      paired.*,
      case when ${isKey} then lag(paired.place) over (partition by ${join(keys, ', ')} order by paired.place) end as twin,
      ${overlap(table)} as overlap
    from (
      select sent.*, item.id, item.row_version as version, item.recorded_at, ${columns}
      from ${renderSent(rows)} left join ${seenRows(table, writer)} on ${hasKey(sought, table, 'item')}
      offset 0
    ) as paired`;
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
    sql`${others.length === 0 ? sql`false` : sql`item.id is not null and (${join(others, ' or ')})`} as differs`,
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
