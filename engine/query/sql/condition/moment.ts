import type { Moment, OperandType } from '../../../model/field.ts';
import { type Fragment, raw, sql, textConstant } from '../../../sql/fragment.ts';

/** The present, one for a whole statement (see engine/schema/record_time.ts). */
export const presentInstant: Fragment = sql`almanac.present()`;

/** An instant or a day of a rule as SQL, for a type that has instants or days. `now` is the instant at which the rule is asked. */
export function renderMoment<Value>(
  { from, offset, zone }: Moment,
  type: OperandType,
  now: Fragment<Value>,
): Fragment<Value> {
  const distance = offset === null ? null : raw(intervalOf(offset));
  if (type.kind !== 'date' && from === 'now' && distance === null) return now;
  // A day begins, and months are counted, by the clocks of the zone.
  const local = sql`${now} at time zone ${textConstant(zone)}`;
  const start = from === 'today' ? sql`date_trunc('day', ${local})` : sql`(${local})`;
  const moved = distance === null ? start : sql`(${start} ${distance})`;
  return type.kind === 'date' ? sql`${moved}::date` : sql`(${moved} at time zone ${textConstant(zone)})`;
}

function intervalOf(offset: string): string {
  return offset.startsWith('-') ? `- interval '${offset.slice(1)}'` : `+ interval '${offset}'`;
}
