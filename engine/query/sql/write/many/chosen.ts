import type { Table } from '../../../../model/model.ts';
import { columnOf, empty, type Fragment, join, publicTable, raw, sql, textConstant } from '../../../../sql/fragment.ts';
import { arrayText } from '../../../../vocabulary/value/array_text.ts';
import type { WriteManyPlan } from '../../../plan/write_many_plan.ts';
import { termsOf } from '../../condition/row.ts';
import { itemOf } from '../../condition/row_place.ts';
import { shownCondition } from '../../condition/source.ts';
import { parameter, type Sql, type Statement, type StatementValue, statementOf } from '../../condition/statement.ts';
import { renderOrder } from '../../read/page/order.ts';
import { pageOf } from '../../read/page/page.ts';
import { filterOf, renderFilter, renderFrom } from '../../read/rule/fence.ts';
import { guard, havingOf, trialsOf } from '../../read/rule/trial.ts';
import { isHeldByChecks } from '../lock/check_lock.ts';
import { isDecidedByOthers } from '../lock/decided_by_others.ts';
import { lockedSetting, renderChosenLock } from '../lock/lock_of_many.ts';
import { rowStrength } from '../lock/own_locks.ts';
import { type OwnValue, renderOwnValues } from '../own_value.ts';
import { allowed } from '../write.ts';
import type { Assignment, Writer } from '../writer.ts';

/** A write of all rows that a plan chooses and that the writer may see and change, or delete. */
export interface WriteOfMany {
  readonly action: 'update' | 'delete';
  readonly table: Table;
  readonly plan: WriteManyPlan;
  readonly assignments: readonly Assignment[];
  readonly writer: Writer;
  /** The versions that the rows must have; null for any. */
  readonly versions: readonly string[] | null;
  /** Values that the rows must have. */
  readonly own: readonly OwnValue[];
}

/** The parts of a statement that writes many rows. */
export interface Chosen {
  /** A CTE `found` with the ids of the rows, which it locks. */
  readonly found: Sql;
  /** That all of them have the versions and values that they must have, as a continuation of WHERE. */
  readonly ifHeld: Sql;
  /** Of a select list: one with another version in `stale`, and whether all have each value in `own_0` and so on. */
  readonly held: Sql;
  /** HAVING, or nothing: fails with what PostgreSQL cannot read of a filter, also where no row is seen. */
  readonly having: Sql;
  /** The statement that takes the locks, where rows must be read with a snapshot from after the wait. */
  readonly first: Statement | null;
}

/**
 * The rows of a write of many. They are locked in the order of their ids: two writes of the same rows wait for each
 * other, and never both.
 */
export function chooseRows(write: WriteOfMany): Chosen {
  const { table, action, assignments, writer, versions, own } = write;
  const { row, isPaged, filter, source, chosen, having } = choiceOf(write);
  const rights = action === 'update' ? (['read', action, 'updated'] as const) : (['read', action] as const);
  const isBehindLock =
    isPaged ||
    table.temporal !== null ||
    isDecidedByOthers(table, rights, assignments, writer) ||
    isHeldByChecks(table, action, assignments, writer.model);
  const removes = action === 'delete' && table.temporal === null;
  const strength = removes ? 'update' : rowStrength(table, assignments);
  // What the first statement did not lock has come up since, and is left alone.
  const locked = isBehindLock ? sql`item.id = any (current_setting('${raw(lockedSetting)}')::bigint[]) and ` : empty;
  const lock = isBehindLock ? empty : sql` for ${raw(strength)} of item`;
  const resource = writer.model.resources.get(table.name) ?? table;
  const conditions = own.length === 0 ? [] : renderOwnValues(own, resource, row);
  const values = conditions.map((condition, index) => sql`, ${condition} as own_${index}`);
  const kept = own.map((_, index) => sql`, (select every(found.own_${index}) from found) as own_${index}`);
  const all = join(
    own.map((_, index) => sql`found.own_${index}`),
    ' and ',
  );
  const hasOwn = own.length === 0 ? empty : sql` and not exists (select from found where not (${all}))`;
  const stale = sql`
    , stale as materialized (
      select found.id
      from found
      where found.row_version <> all (${parameter(arrayText(versions ?? []))}::bigint[])
      order by found.id
      limit 1
    )`;
  return {
    found: sql`
      found as materialized (
        select item.id, item.recorded_at, item.row_version${join(values, '')}
        from ${source} as item
        where ${locked}${renderFilter(filter)}
        order by item.id${lock}
      )${versions === null ? empty : stale}`,
    ifHeld: sql`${versions === null ? empty : sql` and not exists (select from stale)`}${hasOwn}`,
    held: sql`${versions === null ? empty : sql`, (select stale.id from stale) as stale`}${join(kept, '')}`,
    having,
    first: isBehindLock
      ? renderChosenLock(table, { chosen, action, strength, having }, assignments, writer.model)
      : null,
  };
}

/** What says which rows a write of many is about. */
type Choice = Omit<WriteOfMany, 'assignments' | 'versions' | 'own'>;

/** The rows that a write of many would choose now, as `ids`: an array. It locks none. */
export function renderChoice(write: Choice): Statement {
  const { chosen, having } = choiceOf(write);
  return statementOf(sql`select array_agg(item.id) as ids from (${chosen('id')}) as item${having}`);
}

/** What chooses the rows of a write of many. */
function choiceOf({ table, plan, action, writer }: Choice) {
  const isPaged = plan.limit !== null || plan.offset > 0;
  const row = guard(itemOf(table, writer, null), plan);
  const rules = allowed(table, action, writer);
  const there = [...shownCondition<StatementValue>(table, 'item', null), ...rules];
  const filter = filterOf(there, plan.rows.conditions, termsOf(row), rules.length > 0);
  const source = publicTable(table.name);
  const inOrder = isPaged ? renderOrder(plan.order, row, { resource: plan.rows.resource, searches: [] }) : null;
  const chosen = (field: string) =>
    pageOf(sql`select ${columnOf('item', field)} ${renderFrom(source, 'item', filter, inOrder)}`, plan);
  return { row, isPaged, filter, source, chosen, having: havingOf(trialsOf(plan, row)) };
}

/**
 * Locks the rows of a write of many, and returns their number in `count` and all of their ids as an array in `ids`. One that
 * has another version is in `stale`.
 */
export function renderLockChosen(write: WriteOfMany): Statement {
  const { found, held, having, first } = chooseRows(write);
  const statement = statementOf(sql`
    with ${found}
    select count(*) as count, array_agg(found.id order by found.id) as ids${held}
    from found${having}`);
  return { ...statement, first };
}

/**
 * The setting by which a statement says which of the rows that it changes was recorded last. All are recorded later than that
 * one, also where the clock has stepped back meanwhile. It names a row of the table: no setting gives an instant.
 */
export function latestSetting({ name }: Table): string {
  return `almanac.latest.${name}`;
}

/** A CTE `latest` that makes the setting of the rows in `found`, or of some of them. */
export function latestOf(table: Table, where: Fragment = empty): Sql {
  const rows = sql`from found${where} order by found.recorded_at desc`;
  return sql`latest as materialized (select ${sayLatest(table, sql`select found.id ${rows} limit 1`)} as id)`;
}

/** Makes the setting of a row that a query gives. */
export function sayLatest(table: Table, latest: Sql): Sql {
  return sql`set_config(${textConstant(latestSetting(table))}, (${latest})::text, true)`;
}
