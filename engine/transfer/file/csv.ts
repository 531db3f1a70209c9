import { isUtf8 } from 'node:buffer';
import { CsvFault, type CsvRecord, readRecords } from '../../http/request/rows/csv_records.ts';
import { type Cut, FileFault } from './cut.ts';

/** Reads the records of a cut, as they are asked for. @throws FileFault */
export function* readCsv({ bytes, from }: Pick<Cut, 'bytes' | 'from'>): Generator<CsvRecord, undefined> {
  requireText(bytes, from.lines);
  try {
    // As the file is cut, behind line feeds.
    for (const records of readRecords(bytes, { firstLine: from.lines + 1, ends: 'line feed', recordBytes: 0 }))
      yield* records;
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    throw new FileFault(error.line, `it is not CSV: ${error.message}`);
  }
}

/** The names in the header of a CSV file. @throws FileFault */
export function readHeader(cut: Pick<Cut, 'bytes' | 'from'>): readonly string[] {
  const [header] = readCsv(cut);
  if (header === undefined) throw new FileFault(1, 'it has no header; expected the names of the columns');
  return header.cells.map((cell, at) => {
    if (cell === null || cell === '') throw new FileFault(1, `column ${at + 1} has no name`);
    return cell;
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
