import { Problem } from '../../../contract/problem.ts';
import { type JsonBody, readJsonBody } from '../json_body.ts';
import { endOfString, readPlainJson } from '../plain_json.ts';
import { type RowLimits, requireRows, requireShortRow, requireValues, turns } from './room.ts';

/** The rows of NDJSON. */
export class LinedRows {
  readonly rows: readonly JsonBody[];
  readonly lines: readonly number[];
  constructor(rows: readonly JsonBody[], lines: readonly number[]) {
    this.rows = rows;
    this.lines = lines;
  }
}

/**
 * Reads a JSON value from each line that has one. Other requests have their turns between the lines.
 * @throws Problem for a line that is not JSON, and for more rows than `limits` allow.
 */
export async function readLines(text: string, limits: RowLimits): Promise<LinedRows> {
  const rows: JsonBody[] = [];
  const lines: number[] = [];
  const rest = turns();
  let values = 0;
  for (let line = 1, begin = 0; begin <= text.length; line += 1) {
    const found = text.indexOf('\n', begin);
    const end = found < 0 ? text.length : found;
    if (!isBlank(text, begin, end)) {
      requireShortRow(end - begin, rows.length, limits);
      const own = text.slice(begin, end);
      values += countSeparators(own);
      requireValues(values, limits);
      rows.push(readLine(own, line, rows.length));
      lines.push(line);
      requireRows(rows.length, limits);
      await rest();
    }
    begin = end + 1;
  }
  return new LinedRows(rows, lines);
}

function isBlank(text: string, begin: number, end: number): boolean {
  return begin === end || /^\s*$/.test(text.slice(begin, end));
}

/** Commas and opening brackets outside of texts: about as many as there are values. */
function countSeparators(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      const end = endOfString(text, at);
      if (end < 0) return count;
      at = end;
    } else if (sign === ',' || sign === '[' || sign === '{') count += 1;
  }
  return count;
}

function readLine(text: string, line: number, row: number): JsonBody {
  const plain = readPlainJson(text);
  if (plain !== undefined) return plain;
  try {
    return readJsonBody(text);
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    const { code, message, hint, errors } = thrown;
    throw new Problem(code, `line ${line}: ${message}`, {
      hint,
      errors: errors.map((error) => ({ ...error, pointer: `/${row}${error.pointer ?? ''}`, line })),
    });
  }
}
