import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { lineCounter } from '../../language/line_counter.ts';
import { type Cut, FileFault } from './cut.ts';

/** A record of a CSV file: the line where it begins, and its cells; an empty cell is null. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly (string | null)[];
}

const byteOrderMark = '\uFEFF';

/** Reads the records of a cut (RFC 4180). `""` is an empty text. @throws FileFault */
export function readCsv({ bytes, from }: Pick<Cut, 'bytes' | 'from'>): readonly CsvRecord[] {
  requireText(bytes, from.lines);
  // A function for each cell costs much, and only this needs one.
  const hasEmptyTexts = bytes.includes('""');
  try {
    const read = parse(bytes, {
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // As the file is cut: each piece has both, whichever its first line has.
      record_delimiter: ['\r\n', '\n'],
      ...(hasEmptyTexts && {
        cast: (value: string, { quoting }: { readonly quoting: boolean }) => (value === '' && !quoting ? null : value),
      }),
    }) as unknown as readonly Parsed[];
    const lines = lineCounter(bytes, from.lines + 1, { loneReturns: false });
    return read.map(({ info, record }) => {
      const line = lines.begin();
      lines.pass(info.bytes);
      return { line, cells: hasEmptyTexts ? record : record.map((cell) => (cell === '' ? null : cell)) };
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines = 1 } = error as { readonly lines?: number };
    // It counts from the beginning of the cut.
    const message = error.message.replace(/\bline (\d+)/g, (_, line) => `line ${from.lines + Number(line)}`);
    throw new FileFault(from.lines + lines, `it is not CSV: ${message}`);
  }
}

/** The names in the header of a CSV file. @throws FileFault */
export function readHeader(cut: Pick<Cut, 'bytes' | 'from'>): readonly string[] {
  const [header] = readCsv(cut);
  if (header === undefined) throw new FileFault(1, 'it has no header; expected the names of the columns');
  return header.cells.map((cell, at) => {
    const name = (at === 0 ? cell?.replace(byteOrderMark, '') : cell) ?? '';
    if (name === '') throw new FileFault(1, `column ${at + 1} has no name`);
    return name;
  });
}

/** @throws FileFault for bytes that PostgreSQL could not store as text. */
export function requireText(bytes: Buffer, linesBefore: number): void {
  const wrong = bytes.includes(0) ? bytes.indexOf(0) : isUtf8(bytes) ? -1 : firstInvalid(bytes);
  if (wrong === -1) return;
  const line = linesBefore + 1 + bytes.subarray(0, wrong).filter((byte) => byte === 0x0a).length;
  throw new FileFault(line, bytes[wrong] === 0 ? 'it has a NUL character, which cannot be stored' : 'it is not UTF-8');
}

/** Where the line begins in which the bytes stop being UTF-8. */
function firstInvalid(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(0x0a, at);
    const end = found === -1 ? bytes.length : found + 1;
    if (!isUtf8(bytes.subarray(at, end))) return at;
    at = end;
  }
  return -1;
}

interface Parsed {
  /** How many bytes have been read by its end. */
  readonly info: { readonly bytes: number };
  readonly record: readonly (string | null)[];
}
