import { empty, sql } from '../../../../sql/fragment.ts';
import type { AnyInstant } from '../../../plan/instant.ts';
import { parameter, type Sql, statementOf, type Template } from '../../condition/statement.ts';

/** The instant as of which rows were recorded, as an SQL expression. */
export function instantExpression(asOf: AnyInstant): Sql {
  return sql`${parameter(asOf.datetime, asOf.slot)}::timestamptz`;
}

/** Whether it is still to come: the database's clock decides, since it is the one by which rows are recorded. */
export function futureColumn(instant: Sql | null): Sql {
  return instant === null ? empty : sql`, ${isFuture(instant)}`;
}

/** The same by itself. */
export function renderFuture(asOf: AnyInstant): Template {
  return statementOf(sql`select ${isFuture(instantExpression(asOf))}`);
}

function isFuture(instant: Sql): Sql {
  return sql`${instant} > almanac.clock() as future`;
}
