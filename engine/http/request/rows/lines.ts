import { Problem } from '../../../contract/problem.ts';
import { type JsonBody, readJsonBody } from '../json_body.ts';
import { readPlainJson } from '../plain_json.ts';

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
 * Reads a JSON value from each line that has one.
 * @throws Problem for a line that is not JSON.
 */
export function readLines(text: string): LinedRows {
  const rows: JsonBody[] = [];
  const lines: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*$/.test(line)) continue;
    rows.push(readLine(line, index + 1, rows.length));
    lines.push(index + 1);
  }
  return new LinedRows(rows, lines);
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
