import { stringify as stringifyCsv } from 'csv-stringify/sync';
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import type { ColumnPlan, RowsPlan } from '../query/plan/rows_plan.ts';

/** A page as comma-separated values (RFC 4180) with a header line: nothing for null, `""` for an empty text, JSON for what has parts. */
export function csvOf(rows: RowsPlan, body: string): string {
  const names = columnNames(rows.columns);
  const records = (parse(body) as readonly Readonly<Record<string, unknown>>[]).map((record) =>
    names.map((name) => cellOf(record[name])),
  );
  return stringifyCsv([names, ...records], { quoted_empty: true, record_delimiter: '\r\n' });
}

function columnNames(columns: readonly ColumnPlan[]): readonly string[] {
  return columns.flatMap(namesOf);
}

function namesOf(column: ColumnPlan): readonly string[] {
  switch (column.kind) {
    case 'field':
    case 'embed':
      return [column.name];
    case 'spread':
      return columnNames(column.embed.rows.columns);
    case 'links':
      return ['links'];
  }
}

function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.value : (stringify(value) ?? null);
}
