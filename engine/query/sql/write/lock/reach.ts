import type { Restrictions } from '../../../../access/restriction.ts';
import type { Dependant } from '../../../../model/dependant.ts';
import type { Model, Table } from '../../../../model/model.ts';
import { columnOf, join, publicTable, raw, sql, textConstant } from '../../../../sql/fragment.ts';
import type { AccessRight } from '../../../../vocabulary/action/action_word.ts';
import { arrayText } from '../../../../vocabulary/value/array_text.ts';
import { accessCondition } from '../../condition/row.ts';
import { itemOf } from '../../condition/row_place.ts';
import { parameter, type Sql, type Statement, statementOf } from '../../condition/statement.ts';
import { trueOrAll } from '../../read/rule/fence.ts';
import { allowed } from '../write.ts';
import type { Writer } from '../writer.ts';
import { idsOfArray, inLockOrder, type Lock, renderLocks } from './lock_chain.ts';

/** Rows that the writer deletes: all that have these ids and that they may delete. */
export interface Deletion {
  readonly table: Table;
  readonly ids: readonly (string | null)[];
  readonly writer: Writer;
}

/** The rows that a deletion reaches by a reference. */
export interface Reached {
  readonly dependant: Dependant;
  readonly ids: readonly string[];
}

/**
 * The rows that a deletion reaches by each of the references: `way` is the place of the reference, `ids` an array. It finds one
 * row more than `most` at most, so that nobody waits for a deletion that is too large. The rows that are deleted themselves
 * are not among them.
 */
export function renderReach(deletion: Deletion, dependants: readonly Dependant[], most: number): Statement {
  const { table, ids, writer } = deletion;
  const steps = dependants.map(
    ({ table: next, field, to, isArray }, way) => sql`
      select ${textConstant(next.name)} as resource, item.id, ${raw(String(way))} as way
      from ${publicTable(next.name)} as item
      where reached.resource = ${textConstant(to)} and ${columnOf('item', field)} ${isArray ? sql`@> array[reached.id]` : sql`= reached.id`}`,
  );
  const cleared = dependants.flatMap(({ action }, way) => (action === 'clear' ? [String(way)] : []));
  const goes = cleared.length === 0 ? sql`true` : sql`reached.way <> all (${raw(`'{${cleared}}'`)}::integer[])`;
  const where = [
    sql`item.id = any (${parameter(arrayText(ids))}::bigint[])`,
    ...(table.temporal === null ? [] : [sql`item.valid_from is not null`]),
    ...allowed(table, 'delete', writer),
  ];
  return statementOf(sql`
    with recursive reached as (
      select ${textConstant(table.name)} as resource, item.id, -1 as way
      from ${publicTable(table.name)} as item
      where ${join(where, ' and ')}
      union
      select next.resource, next.id, next.way
      from reached, lateral (${join(steps, ' union all ')}) as next
      where ${goes}
    )
    select found.way, array_agg(found.id) as ids
    from (
      select reached.way, reached.id from reached
      where reached.way >= 0
        and not (reached.resource = ${textConstant(table.name)} and reached.id = any (${parameter(arrayText(ids))}::bigint[]))
      limit ${raw(String(most + 1))}
    ) as found
    group by found.way`);
}

/** Locks the rows of a deletion with all rows that it reaches, in the order of all writes. */
export function renderReachLock({ table, ids }: Deletion, reached: readonly Reached[], model: Model): Statement | null {
  const locks: readonly Lock[] = [
    { name: table.name, ...idsOfList(ids), strength: 'update' },
    ...reached.map(
      ({ dependant, ids: own }): Lock => ({
        name: dependant.table.name,
        ...idsOfList(own),
        strength: dependant.action === 'cascade' ? 'update' : 'no key update',
      }),
    ),
  ];
  return renderLocks(inLockOrder(locks, model));
}

/** Whether there is a row among these for which the writer lacks a right, in `refused`. */
export function renderRefused(
  { dependant: { table }, ids }: Reached,
  rights: readonly AccessRight[],
  restrictions: Restrictions,
): Statement {
  const row = itemOf(table, restrictions, null);
  const may: Sql = trueOrAll(rights.flatMap((right) => accessCondition(table, right, row)));
  return statementOf(sql`
    select exists (
      select from ${publicTable(table.name)} as item
      where item.id = any (${parameter(arrayText(ids))}::bigint[]) and (${may}) is not true
    ) as refused`);
}

function idsOfList(ids: readonly (string | null)[]) {
  return idsOfArray(sql`${parameter(arrayText(ids))}::bigint[]`);
}
