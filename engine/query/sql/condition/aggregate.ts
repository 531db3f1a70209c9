import { comparisonsIn } from '../../../model/condition/atom.ts';
import type { Aggregate } from '../../../model/field.ts';
import { type Fragment, join, raw, sql } from '../../../sql/fragment.ts';
import { callerValues, renderOperand } from './condition.ts';
import type { Terms } from './terms.ts';

/** What related rows have together. The rows are what follows FROM, and the terms are about one of them. */
export function renderAggregate<Value>(
  aggregate: Aggregate,
  rows: Fragment<Value>,
  terms: Terms<Value>,
): Fragment<Value> {
  const { link, condition } = aggregate;
  const value = sql`(select ${aggregated(aggregate, terms)} from ${rows})`;
  const asked = [link, condition].flatMap((each) => (each === null ? [] : comparisonsIn(each)));
  const callers = asked.flatMap((each) => callerValues(each, terms));
  if (callers.length === 0) return value;
  // For a caller without the value no row is found, and their number would be an answer: null keeps it unknown.
  const known = callers.map((each) => sql`${each} is not null`);
  return sql`(case when ${join(known, ' and ')} then ${value} end)`;
}

function aggregated<Value>({ name, operand }: Aggregate, terms: Terms<Value>): Fragment<Value> {
  if (operand === null) return sql`count(*)`;
  const value = renderOperand(operand, terms);
  return name === 'sum' ? sql`coalesce(sum(${value}), 0)` : sql`${raw(name)}(${value})`;
}
