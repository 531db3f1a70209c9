import { createHash } from 'node:crypto';
import type { Validate } from '../../http/request/validator.ts';
import { readHeader } from '../file/csv.ts';
import { type Cut, cutRecords, FileFault } from '../file/cut.ts';
import type { Position, Source } from '../file/source.ts';
import type { Columns } from './column.ts';
import type { Done } from './progress.ts';
import { csvReader, linesReader, type Piece, type ReadPiece } from './reader.ts';

/** Forms of a file. */
export type ImportFormat = 'csv' | 'ndjson';

/** The file of an import, and who hears of it. */
export interface ImportFile {
  readonly source: Source;
  readonly format: ImportFormat;
  /** Hears of the columns that are passed over, once. */
  readonly ignored: (names: readonly string[]) => void;
  /** Hears how far the file is loaded or tried. */
  readonly progress: (position: Position) => void;
}

/** What its rows are. */
export interface RowForm {
  readonly validate: Validate;
  readonly columnsOf: (names: readonly string[]) => Columns;
}

/** A piece is written with one statement, and is in as a whole or not at all. */
const rowsOfPiece = 5000;

export const start: Position = { bytes: 0, lines: 0, rows: 0 };

/** The pieces of a file behind the part that is in. What is wrong with the file itself is a fault of the last. */
export async function* readPieces(
  file: ImportFile,
  form: RowForm,
  from: Done | null,
): AsyncGenerator<Piece, undefined> {
  let reached: Position = from ?? start;
  try {
    const { read, header } = await readerOf(file, form);
    const hash = from?.hash ?? createHash('sha256').update(header?.bytes ?? '');
    const cutting = { from: from ?? header?.to ?? start, hash, rows: rowsOfPiece, isQuoted: file.format === 'csv' };
    for await (const cut of cutRecords(file.source.path, cutting)) {
      const piece = await read(cut);
      // A cut counts empty lines too.
      reached = { ...piece.to, rows: reached.rows + piece.rows.length };
      yield { ...piece, to: reached };
    }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const faults = [{ line: error.line, column: '', detail: error.message }];
    yield { columns: [], rows: [], faults, to: reached, digest: '' };
  }
}

/** The reader of a file, and its header. @throws FileFault */
async function readerOf(
  { source, format, ignored }: ImportFile,
  { validate, columnsOf }: RowForm,
): Promise<{ readonly read: ReadPiece; readonly header: Cut | null }> {
  let isTold = false;
  const find = (names: readonly string[]) => {
    const found = columnsOf(names);
    const passed = found.ok ? found.columns.flatMap(({ kind, name }) => (kind === 'ignored' ? [name] : [])) : [];
    if (passed.length > 0 && !isTold) ignored(passed);
    isTold ||= passed.length > 0;
    return found;
  };
  if (format === 'ndjson') return { read: linesReader(find, validate), header: null };
  const header = await headerOf(source);
  if (header === null) throw new FileFault(1, 'it is empty; expected a header with the names of the columns');
  const found = find(readHeader(header));
  if (!found.ok) throw new FileFault(1, found.faults.join('; '));
  return { read: csvReader(found.columns, validate), header };
}

/** The first record of a file, which does not count as a row. */
async function headerOf({ path }: Source): Promise<Cut | null> {
  const cutting = { from: start, hash: createHash('sha256'), rows: 1, isQuoted: true };
  for await (const cut of cutRecords(path, cutting)) return { ...cut, to: { ...cut.to, rows: 0 } };
  return null;
}
