import type { Table } from '../../model/model.ts';
import { quote } from '../../sql/identifier.ts';
import { line } from '../../sql/line.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { RowsPlan } from '../plan/rows_plan.ts';
import { filterOf, renderFilter } from './fence.ts';
import { isDecidedByOthers } from './lock.ts';
import { itemOf, termsOf } from './row.ts';
import { type Statement, Values } from './statement.ts';
import { guard, havingOf, trialsOf } from './trial.ts';
import { allowed, callerExpression, keeping, setting } from './write.ts';
import type { Assignment, Writer } from './writer.ts';

/**
 * Changes all rows that a plan chooses, of those that the writer may see and change: their number in `count`, and the
 * first of their ids as an array in `ids`, so many at most. One that has the values already is among them, and stays the
 * version that it is.
 */
export function renderUpdateMany(
  table: Table,
  rows: RowsPlan,
  assignments: readonly Assignment[],
  writer: Writer,
  most: number,
): Statement {
  const values = new Values();
  const caller = callerExpression(values, writer.identity);
  const isBehindLock = isDecidedByOthers(table, ['read', 'update'], assignments, writer);
  const { chosen, having } = chosenRows(table, rows, writer, values);
  // What the first statement did not lock has come up since. To wait for it would be to decide on it too soon again.
  const found = `found as materialized (${chosen}${isBehindLock ? ' skip locked' : ''})`;
  const latest = line`
    latest as materialized (
      select set_config(
        ${textLiteral(latestSetting(table))},
        (select found.id from found order by found.recorded_at desc limit 1)::text,
        true
      ) as id
    )`;
  const set = setting(assignments, writer, values);
  const written = line`
    written as (
      update public.${quote(table.name)} as item
      set ${set}
      from caller, latest, found
      where item.id = found.id
      returning item.*
    )`;
  const statement = values.statement(
    line`
      ${caller}, ${found}, ${latest}, ${written}
      select count(*) as count, (array_agg(written.id order by written.id))[1:${most}] as ids
      from written${keeping(table, 'update', writer, values)}${having}`,
  );
  return { ...statement, first: isBehindLock ? renderChosenLock(table, rows, writer) : null };
}

function renderChosenLock(table: Table, rows: RowsPlan, writer: Writer): Statement {
  const values = new Values();
  const { chosen, having } = chosenRows(table, rows, writer, values);
  return values.statement(`select count(*) from (${chosen}) as chosen${having}`);
}

/**
 * The setting by which a statement says which of the rows that it changes was recorded last. All are recorded later than that
 * one, also where the clock has stepped back meanwhile. It names a row of the table: no setting gives an instant.
 */
export function latestSetting({ name }: Table): string {
  return `almanac.latest.${name}`;
}

/** The rows to be changed. Locked in one order: two changes of the same rows wait for each other, and never both. */
function chosenRows(
  table: Table,
  rows: RowsPlan,
  writer: Writer,
  values: Values,
): { readonly chosen: string; readonly having: string } {
  const reading = { rows, order: [] };
  const row = guard(itemOf(table, writer.model, values, null, writer.viewer), reading);
  const rules = allowed(table, 'update', writer, values);
  const filter = filterOf(rules, rows.conditions, termsOf(row), rules.length > 0);
  return {
    chosen: line`
      select item.id, item.recorded_at
      from public.${quote(table.name)} as item
      where ${renderFilter(filter)}
      order by item.id
      for no key update of item`,
    having: havingOf(trialsOf(reading, row)),
  };
}
