import type { ComparedTime } from '../../model/condition/time.ts';
import { columnOf, type Fragment, join, raw, sql, textConstant } from '../../sql/fragment.ts';

/**
 * A SELECT of the instants at which a moving moment may reach the value of a row, or pass it. There may be more of them than
 * needed. A distance of months is not the same from every day, and clocks may be put forward or back. So days and half hours around are
 * among them.
 */
export function timesReached({ column, type, moment: { from, offset, zone } }: ComparedTime, alias: string): Fragment {
  const value = columnOf(alias, column);
  if (type === 'datetime' && from === 'now' && offset === null)
    return sql`select unnest(array[${value}, ${value} + interval '1 microsecond'])`;
  const local = type === 'date' ? sql`${value}::timestamp` : sql`(${value} at time zone ${textConstant(zone)})`;
  const base = offset === null ? local : sql`(${local} ${raw(backwards(offset))})`;
  const days = offset === null ? sql`generate_series(0, 1)` : sql`generate_series(-4, 4)`;
  const begins = sql`
    select (date_trunc('day', ${base}) + day * interval '1 day') at time zone ${textConstant(zone)}
    from ${days} as day`;
  if (type === 'date' || from === 'today') return begins;
  const reaches = sql`
    select (${base} + day * interval '1 day') at time zone ${textConstant(zone)}
      + half_hour * interval '30 minutes' + tick * interval '1 microsecond'
    from ${days} as day, generate_series(-2, 2) as half_hour, generate_series(0, 1) as tick`;
  return join([begins, reaches], ' union all ');
}

/** From the value to the moment. */
function backwards(offset: string): string {
  return offset.startsWith('-') ? `+ interval '${offset.slice(1)}'` : `- interval '${offset}'`;
}
