import { stringify as stringifyCsv } from 'csv-stringify/sync';
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import type { ColumnPlan, RowsPlan } from '../query/plan/rows_plan.ts';

/**
 * A page as comma-separated values (RFC 4180) with a header line: nothing for null, `""` for an empty text, JSON for what has
 * parts. Where formulas are escaped, a text that a spreadsheet would run has a ' before it.
 */
export function csvOf(
  rows: RowsPlan,
  body: string,
  { escapesFormulas }: { readonly escapesFormulas: boolean },
): string {
  const names = columnNames(rows.columns);
  const text = escapesFormulas ? withoutFormula : (value: string) => value;
  const records = (parse(body) as readonly Readonly<Record<string, unknown>>[]).map((record) =>
    names.map((name) => cellOf(record[name], text)),
  );
  return stringifyCsv([names.map(text), ...records], {
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

function cellOf(value: unknown, text: (value: string) => string): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return text(value);
  return isLosslessNumber(value) ? value.value : (stringify(value) ?? null);
}

/** A number is none of these: -5 stays a number. The wide forms count where a keyboard of East Asia writes them. */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}
