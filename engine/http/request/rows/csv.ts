import { type CsvError, parse } from 'csv-parse/sync';
import { Problem, type ProblemError } from '../../../contract/problem.ts';
import type { Table } from '../../../model/model.ts';
import { cellReader } from './cell.ts';

type Cells = readonly (string | null)[];

/** The rows of a CSV body: the cells of each, and the line where it begins. What a cell holds depends on its field. */
export class CsvRows {
  readonly names: readonly string[];
  readonly records: readonly Cells[];
  readonly lines: readonly number[];
  constructor(names: readonly string[], records: readonly Cells[], lines: readonly number[]) {
    this.names = names;
    this.records = records;
    this.lines = lines;
  }

  /**
   * The rows as they would stand in a JSON array.
   * @throws Problem for a cell that must hold JSON and does not.
   */
  read({ fields }: Table): readonly Readonly<Record<string, unknown>>[] {
    const columns = this.names.map((name) => {
      const field = fields.get(name);
      return { name, read: field === undefined ? (text: string) => text : cellReader(field.type) };
    });
    return this.records.map((cells, row) =>
      Object.fromEntries(
        columns.map(({ name, read }, at) => {
          const text = cells[at] ?? null;
          return [name, text === null ? null : this.#inPlace(row, name, () => read(text))];
        }),
      ),
    );
  }

  #inPlace(row: number, name: string, read: () => unknown): unknown {
    try {
      return read();
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      const line = this.lines[row] ?? 0;
      const errors = [{ pointer: `/${row}/${name}`, line, detail: thrown.message }];
      throw new Problem('invalid_body', `line ${line}, ${name}: ${thrown.message}`, { errors });
    }
  }
}

/**
 * Reads comma-separated values (RFC 4180) with a header. An empty cell is null, and `""` an empty text.
 * @throws Problem for any other text.
 */
export function readCsv(text: string): CsvRows {
  const nul = text.indexOf('\0');
  if (nul >= 0) throw malformed(lineOf(text, nul), 'holds a NUL character, which cannot be stored');
  const [header, ...records] = parseCsv(text);
  if (header === undefined) throw malformed(1, 'has no header; expected the names of the fields');
  const names = header.cells.map((cell, at) => {
    if (cell === null || cell === '') throw malformed(header.line, `column ${at + 1} has no name`);
    return cell;
  });
  const twice = names.find((name, at) => names.indexOf(name) !== at);
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

interface CsvRecord {
  readonly line: number;
  readonly cells: Cells;
}

function parseCsv(text: string): readonly CsvRecord[] {
  // Called for each cell, this costs as much as all else; only an empty text needs it.
  const hasEmptyTexts = text.includes('""');
  const cast = (value: string, { quoting }: { readonly quoting: boolean }) => (value === '' && !quoting ? null : value);
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true };
    const read = parse(text, { ...options, ...(hasEmptyTexts && { cast }) }) as unknown as readonly Parsed[];
    const lines = lineCounter(text);
    return read.map(({ info, record }) => {
      const line = lines.begin();
      lines.pass(info.bytes);
      return { line, cells: hasEmptyTexts ? record : record.map((cell) => (cell === '' ? null : cell)) };
    });
  } catch (error) {
    const { code, lines = 1, message } = error as CsvError & { readonly lines?: number };
    if (code === undefined) throw error;
    throw malformed(lines, `cannot be read: ${message}`);
  }
}

interface Parsed {
  /** How many bytes have been read by its end. */
  readonly info: { readonly bytes: number };
  readonly record: Cells;
}

/** Counts the lines of a text. csv-parse takes a line break of two characters within quotes for two. */
function lineCounter(text: string) {
  const bytes = Buffer.from(text);
  let line = 1;
  let at = 0;
  const pass = (end: number) => {
    for (; at < end; at += 1) if (bytes[at] === 0x0a || (bytes[at] === 0x0d && bytes[at + 1] !== 0x0a)) line += 1;
  };
  return {
    /** The line of the record that comes next, behind empty lines. */
    begin: () => {
      while (bytes[at] === 0x0a || bytes[at] === 0x0d) pass(at + 1);
      return line;
    },
    pass,
  };
}

function malformed(line: number, detail: string): Problem {
  const errors: readonly ProblemError[] = [{ pointer: '', line, detail }];
  return new Problem('malformed_csv', `line ${line} ${detail}`, { errors });
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
