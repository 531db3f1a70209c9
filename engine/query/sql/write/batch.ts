import type { Model, Table } from '../../../model/model.ts';
import { columnOf, empty, join, publicTable, raw, sql } from '../../../sql/fragment.ts';
import type { AccessRight } from '../../../vocabulary/action/action_word.ts';
import { arrayText } from '../../../vocabulary/value/array_text.ts';
import { accessCondition, itemOf } from '../condition/row.ts';
import { parameter, type Sql, type Statement, statementOf } from '../condition/statement.ts';
import { lockOrder, ownerOf, tableOf } from './lock_order.ts';
import type { Writer } from './writer.ts';

/** Ids of rows of one table that the requests of a batch name, by what they do with them. */
export interface NamedRows {
  /** Rows that others are to refer to. */
  readonly referred: readonly string[];
  /** Rows whose timelines get entries. */
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
  for (const [table, { referred, owning, updated, rekeyed, deleted }] of named) {
    const changes = [
      { ids: referred, rights: ['read'], strength: strengths['key share'] },
      { ids: owning, rights: ['read'], strength: strengths['no key update'] },
      { ids: updated, rights: ['read', 'update'], strength: strengths['no key update'] },
      { ids: rekeyed, rights: ['read', 'update'], strength: strengths.update },
      { ids: deleted, rights: ['read', 'delete'], strength: removalOf(table) },
    ] as const;
    for (const { ids, rights, strength } of changes)
      if (ids.length > 0)
        want(table, sql`select ${ownId}, ${strength} as strength ${rowsOf(table, ids, rights, writer)}`);
    const owner = ownerOf(table);
    const entries = { update: [...updated, ...rekeyed], delete: deleted };
    for (const action of ['update', 'delete'] as const) {
      const ids = entries[action];
      if (owner === null || ids.length === 0) continue;
      const rows = rowsOf(table, ids, ['read', action], writer);
      const to = tableOf(model, owner.to);
      if (to !== null)
        want(to, sql`select ${columnOf('item', owner.field.name)}, ${strengths['no key update']} ${rows}`);
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

/** The locks of PostgreSQL that writes take, the strongest one last. */
const strengths = { 'key share': 1, 'no key update': 2, update: 3 } as const;

const ownId = columnOf('item', 'id');

/** An entry is taken off its timeline by an update. */
function removalOf({ temporal }: Table): number {
  return temporal === null ? strengths.update : strengths['no key update'];
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
  const lock = (strength: keyof typeof strengths) => sql`
    when ${strengths[strength]} then (
      select target.id from ${publicTable(table.name)} as target where target.id = wanted.id for ${raw(strength)}
    )`;
  const after = index === 0 ? empty : sql`, lock_${index - 1}`;
  return sql`
    select count(case wanted.strength ${join([lock('key share'), lock('no key update'), lock('update')], ' ')} end) as held
    from (
      select named.id, max(named.strength) as strength
      from (${wanted}) as named (id, strength)
      group by named.id
      order by named.id
    ) as wanted${after}`;
}
