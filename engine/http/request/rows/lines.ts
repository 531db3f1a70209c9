import { Problem } from '../../../contract/problem.ts';
import type { JsonBody } from '../json_body.ts';
import { JsonScan, type Scanned } from '../json_scan.ts';
import type { ScannedText } from '../plain_json.ts';
import { type RowLimits, requireRows, requireShortRow, requireValues, turns } from './room.ts';
import { readValues } from './values.ts';

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
  const texts: ScannedText[] = [];
  const lines: number[] = [];
  const read = () =>
    readValues(texts, ({ code, message, hint, errors }, row) => {
      const line = lines[row] ?? 0;
      const placed = errors.map((error) => ({ ...error, pointer: `/${row}${error.pointer ?? ''}`, line }));
      return new Problem(code, `line ${line}: ${message}`, { hint, errors: placed });
    });
  try {
    await findLines(text, limits, (line, own) => {
      lines.push(line);
      texts.push(own);
    });
  } catch (thrown) {
    // What is wrong with a line before comes first.
    await read();
    throw thrown;
  }
  return new LinedRows(await read(), lines);
}

async function findLines(
  text: string,
  limits: RowLimits,
  found: (line: number, own: ScannedText) => void,
): Promise<void> {
  const rest = turns();
  let rows = 0;
  let values = 0;
  for (let line = 1, begin = 0; begin <= text.length; line += 1) {
    const feed = text.indexOf('\n', begin);
    const end = feed < 0 ? text.length : feed;
    if (!isBlank(text, begin, end)) {
      requireShortRow(end - begin, rows, limits);
      const own = text.slice(begin, end);
      const scanned = scanLine(own);
      values += scanned.values;
      requireValues(values, limits);
      found(line, { text: own, scanned });
      rows += 1;
      requireRows(rows, limits);
      const pause = rest();
      if (pause !== undefined) await pause;
    }
    begin = end + 1;
  }
}

function isBlank(text: string, begin: number, end: number): boolean {
  return begin === end || /^\s*$/.test(text.slice(begin, end));
}

function scanLine(text: string): Scanned {
  const scan = new JsonScan(text);
  let scanned = scan.part(0);
  // Behind a comma or a bracket that is not within the value, there are more parts: the line is not JSON.
  while (scanned.end >= 0 && scanned.end < text.length) {
    const { values } = scanned;
    const next = scan.part(scanned.end + 1);
    scanned = { ...next, values: values + 1 + next.values, members: null };
  }
  return scanned;
}
