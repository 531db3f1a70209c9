import type { Field, Moment, Period } from '../../../model/field.ts';
import { columnOf, type Fragment, join, sql } from '../../../sql/fragment.ts';
import type { Terms } from './terms.ts';

interface PeriodOfField {
  /** The field in which it begins. */
  readonly field: Field;
  readonly type: Period;
}

/** A period of a row as a range. */
export function renderPeriod<Value>(period: PeriodOfField, terms: Terms<Value>): Fragment<Value> {
  const { start, end } = boundsOf(period, terms);
  const range = sql`tstzrange(${start}, ${end ?? sql`null`})`;
  // A version that is no longer on its timeline has no period; two nulls would make one without bounds.
  return period.field.nullable ? sql`(case when ${start} is not null then ${range} end)` : range;
}

/** That a period contains an instant, so that an index of its bounds finds it. */
export function renderContains<Value>(
  period: PeriodOfField,
  moment: Moment,
  negated: boolean,
  terms: Terms<Value>,
): Fragment<Value> {
  const instant = terms.moment(moment, period.field.type);
  const { start, end } = boundsOf(period, terms);
  const contains = sql`(${join(containing(start, end, instant), ' and ')})`;
  return negated ? sql`not ${contains}` : contains;
}

/** The conditions that a period contains an instant, by its bounds. Without an end, or where the end is null, it is open. */
export function containing<Value>(
  start: Fragment<Value>,
  end: Fragment<Value> | null,
  instant: Fragment<Value>,
): readonly Fragment<Value>[] {
  return [sql`${start} <= ${instant}`, ...(end === null ? [] : [sql`(${end} > ${instant} or ${end} is null)`])];
}

/** The validity of an entry that is on its timeline, as a range. */
export function validityOf(alias: string): Fragment {
  return sql`tstzrange(${columnOf(alias, 'valid_from')}, ${columnOf(alias, 'valid_to')})`;
}

/** The columns of its bounds; the end is null where it has no column. */
function boundsOf({ field, type: { end } }: PeriodOfField, { column }: Pick<Terms<never>, 'column'>) {
  return { start: column(field), end: end === null ? null : column({ ...field, name: end }) };
}
