import type { Instant } from '../plan/instant.ts';
import { type Statement, Values } from './statement.ts';

/** The instant as of which rows were recorded, as an SQL expression. */
export function instantExpression(asOf: Instant | null, values: Values): string | null {
  return asOf === null ? null : `${values.add(asOf.datetime, asOf.slot)}::timestamptz`;
}

/** Whether it is still to come: the database's clock decides, since it is the one by which rows are recorded. */
export function futureColumn(instant: string | null): string {
  return instant === null ? '' : `, ${instant} > almanac.clock() as future`;
}

/** The same by itself. */
export function renderFuture(asOf: Instant): Statement {
  const values = new Values();
  return values.statement(`select ${instantExpression(asOf, values)} > almanac.clock() as future`);
}
