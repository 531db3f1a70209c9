import type { Check, Table } from '../../model/model.ts';
import { textLiteral } from '../../sql/literal.ts';
import { checkQueue } from '../due_queue.ts';
import type { Lines } from '../plpgsql.ts';

/** How a check is noted that is asked of rows by their ids. A field has no space in its name. */
export function dueField({ name }: Pick<Check, 'name'>): string {
  return `asked of ${name}`;
}

/** Notes that a check is asked of the row at the end of the transaction. */
export function noteAsked(check: Pick<Check, 'name'>, { name }: Pick<Table, 'name'>): Lines {
  return [
    `insert into ${checkQueue.table.name} (recorded_in, resource, field, ids)`,
    `values (pg_current_xact_id(), ${textLiteral(name)}, ${textLiteral(dueField(check))}, array[new.id]);`,
  ];
}
