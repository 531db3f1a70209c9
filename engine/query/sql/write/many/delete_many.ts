import type { Table } from '../../../../model/model.ts';
import { empty, publicTable, sql } from '../../../../sql/fragment.ts';
import { arrayText } from '../../../../vocabulary/value/array_text.ts';
import { parameter, type Sql, type Statement, statementOf } from '../../condition/statement.ts';
import { callerExpression } from '../write.ts';
import type { Writer } from '../writer.ts';
import { type Chosen, chooseRows, latestOf, type WriteOfMany } from './chosen.ts';

/**
 * Removes all rows that a plan chooses and that the writer may see and remove, or takes them off their timelines. It
 * returns their number in `count`. Where one has another version than it must have, it removes none, and `stale` has its id.
 */
export function renderDeleteMany(write: WriteOfMany): Statement {
  const { table, writer } = write;
  const chosen = chooseRows(write);
  return { ...statementOf(sql`${removal(table, chosen, writer)}${chosen.having}`), first: chosen.first };
}

/** The same of rows that were chosen and locked before in the transaction. */
export function renderDeleteChosen(table: Table, ids: readonly (string | null)[], writer: Writer): Statement {
  const found = sql`
    found as materialized (
      select item.id, item.recorded_at
      from ${publicTable(table.name)} as item
      where item.id = any (${parameter(arrayText(ids))}::bigint[])
    )`;
  return statementOf(removal(table, { found, ifHeld: empty, held: empty }, writer));
}

function removal(
  table: Table,
  { found, ifHeld, held }: Pick<Chosen, 'found' | 'ifHeld' | 'held'>,
  writer: Writer,
): Sql {
  const name = publicTable(table.name);
  const written =
    table.temporal === null
      ? sql`
        delete from ${name} as item
        using caller, latest, found
        where item.id = found.id${ifHeld}
        returning item.id`
      : sql`
        update ${name} as item
        set valid_from = null, valid_to = null
        from caller, latest, found
        where item.id = found.id${ifHeld}
        returning item.id`;
  return sql`
    ${callerExpression(writer)}, ${found}, ${latestOf(table)},
    written as (${written})
    select count(*) as count${held}
    from written`;
}
