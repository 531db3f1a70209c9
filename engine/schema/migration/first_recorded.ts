import { quote } from '../../sql/identifier.ts';
import { line } from '../../sql/line.ts';
import { textLiteral } from '../../sql/literal.ts';

/**
 * When a row was first recorded, by itself and its history; with a zone, the beginning of that day. `row` is what its
 * columns are written with, `id` the one that has the row's id.
 */
export function firstRecorded(
  table: string,
  history: string | null,
  zone: string | null,
  row: string,
  id: string,
): string {
  const first =
    history === null
      ? `${row}recorded_at`
      : line`
          least(${row}recorded_at, (
            select min(version.recorded_at)
            from public.${quote(history)} as version
            where version.${quote(`${table}_id`)} = ${row}${quote(id)}
          ))`;
  if (zone === null) return first;
  return `date_trunc('day', ${first} at time zone ${textLiteral(zone)}) at time zone ${textLiteral(zone)}`;
}
