import type { Call } from '../../../model/call.ts';
import type { Table } from '../../../model/model.ts';
import { identifier, raw, sql } from '../../../sql/fragment.ts';
import { parameter, type Statement, statementOf } from '../condition/statement.ts';
import { callerExpression } from './write.ts';
import type { Writer } from './writer.ts';

/** The function of the engine's schema that makes the event of a call. No other one has a dot in its name. */
export function calledFunction(table: Pick<Table, 'name'>, { name }: Pick<Call, 'name'>): string {
  return `${table.name}.${name}`;
}

/** Makes the event of a call that was about a row. */
export function renderCalled(table: Table, call: Call, id: string, writer: Writer): Statement {
  const called = sql`${raw('almanac')}.${identifier(calledFunction(table, call))}`;
  return statementOf(sql`
    ${callerExpression(writer)}
    select ${called}(${parameter(id)}::bigint) as called from caller`);
}
