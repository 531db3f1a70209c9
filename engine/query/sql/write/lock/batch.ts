import { checkWatch, concernsOf } from '../../../../model/condition/check_concern.ts';
import type { Model, Table } from '../../../../model/model.ts';
import { columnOf, empty, join, publicTable, raw, sql } from '../../../../sql/fragment.ts';
import type { AccessRight } from '../../../../vocabulary/action/action_word.ts';
import { arrayText } from '../../../../vocabulary/value/array_text.ts';
import { accessCondition } from '../../condition/row.ts';
import { itemOf } from '../../condition/row_place.ts';
import { parameter, type Sql, type Statement, statementOf } from '../../condition/statement.ts';
import type { Writer } from '../writer.ts';
import { type Strength, strengths } from './lock_chain.ts';
import { lockOrder, ownersOf, tableOf } from './lock_order.ts';

/** Ids of rows of one table that the requests of a batch name, by what they do with them. */
export interface NamedRows {
  /** Rows that others are to refer to. */
  readonly referred: readonly string[];
  /** Rows that checks of those rows look at. */
  readonly looked: readonly string[];
  /** Rows whose timelines get entries, or whose checks look at rows. */
  readonly owning: readonly string[];
  readonly updated: readonly string[];
  /** Updated rows that get other unique values. PostgreSQL takes a stronger lock then. */
  readonly rekeyed: readonly string[];
  readonly deleted: readonly string[];
  /** Entries that get another interval or timeline, or leave theirs. They make no room for other entries of the batch. */
  readonly placed: readonly string[];
}

/** What a batch names, of tables of the whole model, and whether its rows are compared with each other at its end. */
export interface BatchNames {
  readonly named: ReadonlyMap<Table, NamedRows>;
  readonly comparesAtEnd: boolean;
}

/**
 * Begins a batch. It locks the rows that the batch names. It also says which entries of
 * timelines the batch is going to place (see engine/schema/batch.ts). All batches lock in one order, so they never wait for
 * each other in a circle (see lock_order.ts). Each row gets its strongest lock at once, as a weaker one that has to grow
 * would be such a circle. Rows that the caller may not write or refer to are not locked: a batch must not keep others from
 * them. Null where there is nothing to lock, and nothing to compare at the end.
 */
export function renderBatchBegin({ named, comparesAtEnd }: BatchNames, writer: Writer, model: Model): Statement | null {
  const wanted = new Map<Table, Sql[]>();
  const want = (table: Table, rows: Sql) => wanted.set(table, [...(wanted.get(table) ?? []), rows]);
  for (const [table, { referred, looked, owning, updated, rekeyed, deleted }] of named) {
    const changes = [
      { ids: referred, rights: ['read'], strength: rank('key share') },
      { ids: looked, rights: ['read'], strength: rank('share') },
      { ids: owning, rights: ['read'], strength: rank('no key update') },
      { ids: updated, rights: ['read', 'update'], strength: rank('no key update') },
      { ids: rekeyed, rights: ['read', 'update'], strength: rank('update') },
      { ids: deleted, rights: ['read', 'delete'], strength: removalOf(table) },
    ] as const;
    for (const { ids, rights, strength } of changes)
      if (ids.length > 0)
        want(table, sql`select ${ownId}, ${strength} as strength ${rowsOf(table, ids, rights, writer)}`);
    const entries = { update: [...updated, ...rekeyed], delete: deleted };
    for (const action of ['update', 'delete'] as const) {
      const ids = entries[action];
      if (ids.length === 0) continue;
      const rows = rowsOf(table, ids, ['read', action], writer);
      for (const { name, select } of aroundRows(table, rows, model)) {
        const to = tableOf(model, name);
        if (to !== null) want(to, select);
      }
    }
  }
  const tables = lockOrder(model).filter((table) => wanted.has(table));
  const taken = tables.map((table, index) => {
    const rows = join(wanted.get(table) ?? [], ' union all ');
    return sql`lock_${index} as materialized (${lockRows(table, rows, index)})`;
  });
  const begin = comparesAtEnd ? sql`almanac.begin_batch(${parameter(entriesOf(named))}::jsonb)` : sql`true`;
  if (taken.length === 0) return comparesAtEnd ? statementOf(sql`select ${begin}`) : null;
  return statementOf(sql`with ${join(taken, ', ')} select ${begin} from lock_${taken.length - 1}`);
}

/** Says of an entry which only an earlier answer names that the batch is going to place it. */
export function renderPlaceEntry({ name }: Table, id: string): Statement {
  return statementOf(sql`select almanac.begin_batch(${parameter(`{"${name}":[${id}]}`)}::jsonb)`);
}

/** Compares the rows of the batch. What is written behind it is checked by itself. */
export const batchEnd: Statement = statementOf(sql`select almanac.settle_batch()`);

/** The entries of timelines that a batch is going to place, by resource. */
function entriesOf(named: ReadonlyMap<Table, NamedRows>): string {
  const entries = [...named].flatMap(([{ name }, { placed }]) =>
    placed.length === 0 ? [] : [`"${name}":[${placed.join(',')}]`],
  );
  return `{${entries.join(',')}}`;
}

/** The strongest lock has the highest rank. */
function rank(strength: Strength): number {
  return strengths.indexOf(strength) + 1;
}

/** What is locked with the rows under `item` that change or go: owners of timelines and of checks, and what checks look at. */
function aroundRows(table: Table, rows: Sql, model: Model): readonly { readonly name: string; readonly select: Sql }[] {
  const { owners } = checkWatch(model);
  const above = ownersOf(table, model).map(({ field, to }) => ({
    name: to,
    select: sql`select ${idsIn('item', field.name, field.type.kind === 'array')}, ${rank('no key update')} ${rows}`,
  }));
  const looked = (owners.get(table.name)?.references ?? []).map(({ field, to, isArray }) => ({
    name: to,
    select: sql`select ${idsIn('item', field, isArray)}, ${rank('share')} ${rows}`,
  }));
  const looking = concernsOf(table, model).flatMap(({ resource, field, column, inArray }) =>
    column === 'id' && field !== 'id' && owners.get(resource)?.isMeeting
      ? [
          {
            name: resource,
            select: sql`
              select owner.id, ${rank('no key update')}
              from ${publicTable(resource)} as owner
              where ${inArray === 'field' ? sql`${columnOf('owner', field)} && array(select ${ownId} ${rows})` : sql`${columnOf('owner', field)} in (select ${ownId} ${rows})`}`,
          },
        ]
      : [],
  );
  return [...above, ...looked, ...looking];
}

/** The id in a column, or each of those in an array. */
function idsIn(alias: string, column: string, isArray: boolean): Sql {
  const value = columnOf(alias, column);
  return isArray ? sql`unnest(${value})` : value;
}

const ownId = columnOf('item', 'id');

/** An entry is taken off its timeline by an update. */
function removalOf({ temporal }: Table): number {
  return rank(temporal === null ? 'update' : 'no key update');
}

/** The rows with these ids that the writer may do all of this with, as they are before the locks. */
function rowsOf(table: Table, ids: readonly string[], rights: readonly AccessRight[], writer: Writer): Sql {
  // As a subquery, so that the planner never knows how many ids there are: it would make a plan for each batch then, which
  // takes longer than the locks.
  const given = sql`(select ${parameter(arrayText(ids))}::bigint[])::bigint[]`;
  const conditions = rights.flatMap((right) => accessCondition(table, right, itemOf(table, writer, null)));
  return sql`
    from ${publicTable(table.name)} as item
    where ${join([sql`item.id = any (${given})`, ...conditions], ' and ')}`;
}

/** Locks rows one after the other. Its source in FROM makes it wait for the locks before it. */
function lockRows(table: Table, wanted: Sql, index: number): Sql {
  const lock = (strength: Strength) => sql`
    when ${rank(strength)} then (
      select target.id from ${publicTable(table.name)} as target where target.id = wanted.id for ${raw(strength)}
    )`;
  const after = index === 0 ? empty : sql`, lock_${index - 1}`;
  return sql`
    select count(case wanted.strength ${join(strengths.map(lock), ' ')} end) as held
    from (
      select named.id, max(named.strength) as strength
      from (${wanted}) as named (id, strength)
      group by named.id
      order by named.id
    ) as wanted${after}`;
}
