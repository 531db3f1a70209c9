import { stringify as stringifyCsv } from 'csv-stringify/sync';
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import type { ColumnPlan, RowsPlan } from '../query/plan/rows_plan.ts';

/** A page as comma-separated values (RFC 4180) with a header line: nothing for null, `""` for an empty text, JSON for what has parts. */
export function csvOf(rows: RowsPlan, body: string): string {
  const names = columnNames(rows.columns);
  const records = (parse(body) as readonly Readonly<Record<string, unknown>>[]).map((record) =>
    names.map((name) => cellOf(record[name])),
  );
  return stringifyCsv([names, ...records], {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    // Of the empty cells those of texts alone: null is no text.
    cast: { string: (value) => ({ value, quoted_empty: true }) },
  });
}

function columnNames(columns: readonly ColumnPlan[]): readonly string[] {
  return columns.flatMap((column) => {
    if (column.kind === 'links') return ['links'];
    return column.kind === 'spread' ? columnNames(column.embed.rows.columns) : [column.name];
  });
}

function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.value : (stringify(value) ?? null);
}
