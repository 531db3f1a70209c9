import type { Restrictions } from '../../../access/restriction.ts';
import type { Table } from '../../../model/model.ts';
import { publicTable, sql } from '../../../sql/fragment.ts';
import { parameter, type Sql, type Statement, statementOf } from '../condition/statement.ts';
import { allOf } from '../read/rule/fence.ts';
import { isHeldByChecks } from './lock/check_lock.ts';
import { isDecidedByOthers } from './lock/decided_by_others.ts';
import { renderDeleteLock } from './lock/lock.ts';
import { type Precondition, renderPrecondition } from './precondition.ts';
import { allowed, callerExpression, isShownAtOnce, lockExpression, shown, unlocked } from './write.ts';
import type { Writer } from './writer.ts';

/**
 * Removes a row, or takes an entry off its timeline (specification 3), and returns its `id`. It returns no row if the
 * row does not exist, or if the writer may not see and remove it. Also if the precondition does not hold.
 */
export function renderDelete(table: Table, id: string, writer: Writer, precondition: Precondition): Statement {
  const { item, where, first } = deletionOf(table, id, writer, precondition);
  if (table.temporal === null)
    return { ...statementOf(sql`${callerExpression(writer)} ${removal(table, where)} returning item.id`), first };
  const { lock, held } = first === null ? lockExpression(table, item, []) : unlocked;
  const statement = statementOf(sql`
    ${callerExpression(writer)}${lock}
    update ${publicTable(table.name)} as item
    set valid_from = null, valid_to = null
    from caller${held}
    where ${where} and item.valid_from is not null
    returning item.id`);
  return { ...statement, first };
}

/** Whether the statement that removes a row can show it. An entry of a timeline stays, and is no longer as it was. */
export function canShowDelete(table: Table, restrictions: Restrictions): boolean {
  return table.temporal === null && isShownAtOnce(table, restrictions);
}

/** The same, with the row as it was in `body`. */
export function renderShownDelete(table: Table, id: string, writer: Writer, precondition: Precondition): Statement {
  const { where, first } = deletionOf(table, id, writer, precondition);
  const statement = statementOf(sql`
    ${callerExpression(writer)},
    written as (
      ${removal(table, where)}
      returning item.*
    )
    ${shown(table, null, writer)}`);
  return { ...statement, first };
}

function removal(table: Table, where: Sql): Sql {
  return sql`
    delete from ${publicTable(table.name)} as item
    using caller
    where ${where}`;
}

/** The row, when it is removed, and what is locked before. */
function deletionOf(table: Table, id: string, writer: Writer, precondition: Precondition) {
  const item = sql`${parameter(id)}::bigint`;
  const where = allOf([
    sql`item.id = ${item}`,
    ...allowed(table, 'delete', writer),
    ...renderPrecondition(precondition, table),
  ]);
  const isBehindLock =
    isDecidedByOthers(table, ['read', 'delete'], [], writer) || isHeldByChecks(table, 'delete', [], writer.model);
  return { item, where, first: isBehindLock ? renderDeleteLock(table, id, writer.model) : null };
}
