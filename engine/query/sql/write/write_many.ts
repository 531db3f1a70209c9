import type { Table } from '../../../model/model.ts';
import { empty, publicTable, sql, textConstant } from '../../../sql/fragment.ts';
import type { RowsPlan } from '../../plan/rows_plan.ts';
import { itemOf, termsOf } from '../condition/row.ts';
import { type Sql, type Statement, statementOf } from '../condition/statement.ts';
import { filterOf, renderFilter } from '../read/fence.ts';
import { guard, havingOf, trialsOf } from '../read/trial.ts';
import { isDecidedByOthers } from './lock.ts';
import { allowed, callerExpression, keeping, setting } from './write.ts';
import type { Assignment, Writer } from './writer.ts';

/** Which rows get which values. */
export interface UpdateOfMany {
  readonly rows: RowsPlan;
  readonly assignments: readonly Assignment[];
  /** How many ids the answer has at most. */
  readonly most: number;
}

/**
 * Changes all rows that a plan chooses and that the writer may see and change. It returns their number in `count`, and
 * the first of their ids as an array in `ids`, up to a limit. A row that already has the values counts, and keeps its
 * version.
 */
export function renderUpdateMany(table: Table, { rows, assignments, most }: UpdateOfMany, writer: Writer): Statement {
  const isBehindLock = isDecidedByOthers(table, ['read', 'update'], assignments, writer);
  const { chosen, having } = chosenRows(table, rows, writer);
  // What the first statement did not lock has come up since. To wait for it would be to decide on it too soon again.
  const found = sql`found as materialized (${chosen}${isBehindLock ? sql` skip locked` : empty})`;
  const latest = sql`
    latest as materialized (
      select set_config(
        ${textConstant(latestSetting(table))},
        (select found.id from found order by found.recorded_at desc limit 1)::text,
        true
      ) as id
    )`;
  const written = sql`
    written as (
      update ${publicTable(table.name)} as item
      set ${setting(assignments, writer)}
      from caller, latest, found
      where item.id = found.id
      returning item.*
    )`;
  const statement = statementOf(sql`
    ${callerExpression(writer.identity)}, ${found}, ${latest}, ${written}
    select count(*) as count, (array_agg(written.id order by written.id))[1:${most}] as ids
    from written${keeping(table, 'update', writer)}${having}`);
  return { ...statement, first: isBehindLock ? renderChosenLock(table, rows, writer) : null };
}

function renderChosenLock(table: Table, rows: RowsPlan, writer: Writer): Statement {
  const { chosen, having } = chosenRows(table, rows, writer);
  return statementOf(sql`select count(*) from (${chosen}) as chosen${having}`);
}

/**
 * The setting by which a statement says which of the rows that it changes was recorded last. All are recorded later than that
 * one, also where the clock has stepped back meanwhile. It names a row of the table: no setting gives an instant.
 */
export function latestSetting({ name }: Table): string {
  return `almanac.latest.${name}`;
}

/** The rows to be changed. Locked in one order: two changes of the same rows wait for each other, and never both. */
function chosenRows(table: Table, rows: RowsPlan, writer: Writer): { readonly chosen: Sql; readonly having: Sql } {
  const reading = { rows, order: [] };
  const row = guard(itemOf(table, writer, null), reading);
  const rules = allowed(table, 'update', writer);
  const filter = filterOf(rules, rows.conditions, termsOf(row), rules.length > 0);
  return {
    chosen: sql`
      select item.id, item.recorded_at
      from ${publicTable(table.name)} as item
      where ${renderFilter(filter)}
      order by item.id
      for no key update of item`,
    having: havingOf(trialsOf(reading, row)),
  };
}
