import type { Check, Table } from '../../model/model.ts';
import { commentOn } from '../../sql/comment.ts';
import { databaseFunction } from '../../sql/function.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { SchemaObject } from '../../sql/object.ts';
import { engineTable } from '../../sql/table.ts';
import { asOwner, type Lines } from '../plpgsql.ts';

// Needed to the end of a transaction: not after a crash, and not by a replica.
const checkDue = engineTable(
  'almanac.check_due',
  {
    recorded_in: 'xid8 not null',
    id: 'bigint generated always as identity',
    resource: 'text not null',
    field: 'text not null',
    ids: 'bigint[] not null',
  },
  { isLogged: false, isKept: true, rules: ['constraint check_due_pkey primary key (recorded_in, id)'] },
);

// For a table that is nearly always empty the planner chooses to read all of it, and that plan would be kept.
const takeDue = databaseFunction(
  'almanac.take_due_checks()',
  'almanac.take_due_checks() returns setof almanac.check_due',
  `language plpgsql
${asOwner}
set enable_seqscan = off
as $$
begin
  return query delete from almanac.check_due where recorded_in = pg_current_xact_id() returning *;
end
$$`,
);

/** How a check is noted that is asked of rows by their ids. A field has no space in its name. */
export function dueField({ name }: Pick<Check, 'name'>): string {
  return `asked of ${name}`;
}

/** Notes that a check is asked of the row at the end of the transaction. */
export function noteAsked(check: Pick<Check, 'name'>, { name }: Pick<Table, 'name'>): Lines {
  return [
    'insert into almanac.check_due (recorded_in, resource, field, ids)',
    `values (pg_current_xact_id(), ${textLiteral(name)}, ${textLiteral(dueField(check))}, array[new.id]);`,
  ];
}

/**
 * The checks that a transaction has to decide at its end. A check may look at a row that changes. Then a trigger notes whose check
 * that is: of the rows of the resource whose field has one of the ids.
 */
export const dueObjects: readonly SchemaObject[] = [
  checkDue,
  commentOn(checkDue, 'Of running transactions: the rows whose checks are decided at their end.'),
  takeDue,
  commentOn(takeDue, 'Takes what this transaction has noted.'),
];

export { checkDue };
