import { quote } from '../../../sql/identifier.ts';
import { line } from '../../../sql/line.ts';
import { textLiteral } from '../../../sql/literal.ts';

interface Recorded {
  readonly table: string;
  readonly history: string | null;
  readonly zone: string | null;
  /** What the columns of the row are written with. */
  readonly row: string;
  /** The column that has the row's id. */
  readonly id: string;
}

/** When a row was first recorded, by itself and its history; with a zone, the beginning of that day. */
export function firstRecorded({ table, history, zone, row, id }: Recorded): string {
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
