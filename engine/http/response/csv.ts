import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify as stringifyCsv } from 'csv-stringify/sync';
import type { AnyRowsPlan } from '../../query/plan/rows_plan.ts';
import { readJsonDigits } from '../../vocabulary/value/json_text.ts';
import { listItems } from './list_items.ts';

/** So long others wait while a page is being written. */
const turnMilliseconds = 10;
/** What is written between two looks at the clock. */
const sliceCharacters = 65_536;

/**
 * A page as comma-separated values (RFC 4180) with a header line: nothing for null, `""` for an empty text, JSON for what has
 * parts. It is written in slices, between which the process does other work. The rows of the page are a record separator
 * apart (see rowSeparator). Where formulas are escaped, a text that a spreadsheet would run has a ' before it.
 */
export async function csvOf(
  { columns }: AnyRowsPlan,
  body: string,
  { escapesFormulas }: { readonly escapesFormulas: boolean },
): Promise<Buffer> {
  const names = columnNames(columns);
  const text = escapesFormulas ? withoutFormula : (value: string) => value;
  const parts = [csvBytes([names.map(text)])];
  let records: (string | null)[][] = [];
  let characters = 0;
  let begin = performance.now();
  for (const item of listItems(body)) {
    const record = readJsonDigits(item) as Readonly<Record<string, unknown>>;
    records.push(names.map((name) => cellOf(record[name], text)));
    characters += item.length;
    if (characters < sliceCharacters) continue;
    parts.push(csvBytes(records));
    records = [];
    characters = 0;
    if (performance.now() - begin < turnMilliseconds) continue;
    await nextTurn();
    begin = performance.now();
  }
  return Buffer.concat([...parts, csvBytes(records)]);
}

/** As bytes: a long text would be encoded at once when it is sent. */
function csvBytes(records: readonly (readonly (string | null)[])[]): Buffer {
  const text = stringifyCsv([...records], {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    // Of the empty cells those of texts alone: null is no text.
    cast: { string: (value) => ({ value, quoted_empty: true }) },
  });
  return Buffer.from(text);
}

function columnNames(columns: AnyRowsPlan['columns']): readonly string[] {
  return columns.flatMap((column) => {
    if (column.kind === 'links') return ['links'];
    return column.kind === 'spread' ? columnNames(column.embed.rows.columns) : [column.name];
  });
}

function cellOf(value: unknown, text: (value: string) => string): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? text(value) : JSON.stringify(value);
}

/** A number is none of these: -5 stays a number. The wide forms count where a keyboard of East Asia writes them. */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}
