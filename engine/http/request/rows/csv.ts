import { Problem, type ProblemError } from '../../../contract/problem.ts';
import type { Field } from '../../../model/field.ts';
import { cellReader } from './cell.ts';
import { CsvFault, type CsvRecord, readRecords } from './csv_records.ts';
import { type RowLimits, requireRows, requireShortRow, requireValues, turns } from './room.ts';

/** The rows of a CSV body: the cells of each, and the line where it begins. What a cell holds depends on its field. */
export class CsvRows {
  readonly names: readonly string[];
  readonly records: readonly CsvRecord['cells'][];
  readonly lines: readonly number[];
  constructor(names: readonly string[], records: readonly CsvRecord['cells'][], lines: readonly number[]) {
    this.names = names;
    this.records = records;
    this.lines = lines;
  }

  /**
   * The rows as they would stand in a JSON array, with a member for each column.
   * @throws Problem for a cell that must hold JSON and does not.
   */
  async read(fieldOf: (column: string) => Field | undefined): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const columns = this.names.map((name) => {
      const field = fieldOf(name);
      return { name, read: field === undefined ? (text: string) => text : cellReader(field.type) };
    });
    // A copy of a whole row costs a tenth of one that grows, and has members of any name.
    const empty: Readonly<Record<string, unknown>> = Object.fromEntries(this.names.map((name) => [name, null]));
    const rows: Readonly<Record<string, unknown>>[] = [];
    const rest = turns();
    for (const [row, cells] of this.records.entries()) {
      const members = { ...empty };
      for (let at = 0; at < columns.length; at += 1) {
        const { name, read } = columns[at] as (typeof columns)[number];
        const text = cells[at] ?? null;
        if (text === null) continue;
        try {
          members[name] = read(text);
        } catch (thrown) {
          throw this.#placed(thrown, row, name);
        }
      }
      rows.push(members);
      const pause = rest();
      if (pause !== undefined) await pause;
    }
    return rows;
  }

  #placed(thrown: unknown, row: number, name: string): unknown {
    if (!(thrown instanceof Problem)) return thrown;
    const line = this.lines[row] ?? 0;
    const errors = [{ pointer: `/${row}/${name}`, line, detail: thrown.message }];
    return new Problem('invalid_body', `line ${line}, ${name}: ${thrown.message}`, { errors });
  }
}

/**
 * Reads comma-separated values (RFC 4180) with a header. An empty cell is null, and `""` an empty text.
 * @throws Problem for any other text.
 */
export async function readCsv(text: string, limits: RowLimits): Promise<CsvRows> {
  const nul = text.indexOf('\0');
  if (nul >= 0) throw malformed(lineOf(text, nul), 'holds a NUL character, which cannot be stored');
  requireValues(countValues(text), limits);
  const [header, ...records] = await parseCsv(text, limits);
  if (header === undefined) throw malformed(1, 'has no header; expected the names of the fields');
  const names = header.cells.map((cell, at) => {
    if (cell === null || cell === '') throw malformed(header.line, `column ${at + 1} has no name`);
    return cell;
  });
  const known = new Set<string>();
  const twice = names.find((name) => known.size === known.add(name).size);
  if (twice !== undefined) throw malformed(header.line, `the column ${twice.slice(0, 80)} stands twice`);
  for (const { line, cells } of records) {
    if (cells.length === names.length) continue;
    throw malformed(line, `has ${cells.length} cells, and the header has ${names.length}`);
  }
  return new CsvRows(
    names,
    records.map(({ cells }) => cells),
    records.map(({ line }) => line),
  );
}

/**
 * Commas and line breaks, also in texts and lists: not fewer than there are values.
 * @throws Problem for a record of more cells than a table of PostgreSQL has columns.
 */
function countValues(text: string): number {
  let count = 0;
  let cells = 1;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) isQuoted = !isQuoted;
    else if (code === comma || code === lineFeed || code === carriageReturn) {
      count += 1;
      if (isQuoted) continue;
      cells = code === comma ? cells + 1 : 1;
      if (cells > mostColumns) throw malformed(lineOf(text, at), `has more than ${mostColumns} cells`);
    }
  }
  return count;
}

const quote = 0x22;
const comma = 0x2c;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const mostColumns = 1600;

async function parseCsv(text: string, limits: RowLimits): Promise<readonly CsvRecord[]> {
  const records: CsvRecord[] = [];
  const rest = turns();
  const form = { firstLine: 1, ends: 'as the first', recordBytes: limits.payloadBytes } as const;
  try {
    for (const more of readRecords(Buffer.from(text), form)) {
      records.push(...more);
      // The first one is the header.
      requireRows(records.length - 1, limits);
      await rest();
    }
    return records;
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    if (error.isTooLong) requireShortRow(text.length, Math.max(0, records.length - 1), limits);
    throw malformed(error.line, `cannot be read: ${error.message}`);
  }
}

function malformed(line: number, detail: string): Problem {
  const errors: readonly ProblemError[] = [{ pointer: '', line, detail }];
  return new Problem('malformed_csv', `line ${line} ${detail}`, { errors });
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
