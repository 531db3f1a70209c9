import { createHash } from 'node:crypto';
import { type CopySession, openCopySession } from '../../../db/connection/copy_session.ts';
import type { DatabaseError } from '../../../db/database_error.ts';
import { createValidator } from '../../http/request/validator.ts';
import type { Model, Table } from '../../model/model.ts';
import { constraints } from '../../schema/constraint/constraints.ts';
import { readHeader } from '../file/csv.ts';
import { type Cut, cutRecords, FileFault } from '../file/cut.ts';
import type { Position, Source } from '../file/source.ts';
import { type Column, columnsOf } from './column.ts';
import { renderIdSequence } from './create_rows.ts';
import type { Fault } from './fault.ts';
import { LoadedElsewhere, loadPieces } from './load.ts';
import { pieceSession } from './piece_session.ts';
import { type Done, findDone } from './progress.ts';
import { csvReader, linesReader, type Piece, type ReadPiece } from './reader.ts';
import { tryPieces } from './try.ts';
import { type Attempted, ImportRefused, settled } from './writing.ts';

/** Forms of a file. */
export type ImportFormat = 'csv' | 'ndjson';

/** What to import, and how. */
export interface Import {
  readonly model: Model;
  readonly table: Table;
  readonly source: Source;
  readonly format: ImportFormat;
  /** The fields by which existing rows are found, which are changed then; null where all rows are new. */
  readonly key: readonly string[] | null;
  /** Id of the identity that is recorded. */
  readonly identity: string;
  /** What is done with a file that was begun: nothing, the rest of it, or all of it once more. */
  readonly begun: 'refuse' | 'continue' | 'again';
  readonly isTrial: boolean;
  /** Hears of the columns that are passed over, once. */
  readonly ignored: (names: readonly string[]) => void;
  /** Hears how far the file is loaded or tried. */
  readonly progress: (position: Position) => void;
}

/** How an import ended. */
export type Imported =
  /** All rows are in, or could be; `rows` of them by this import. Of these, some were made and some were changed. */
  | { readonly kind: 'done'; readonly rows: number; readonly made: number; readonly changed: number }
  /** `inside` rows of the file are in, and no other. */
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[]; readonly rows: number; readonly inside: number }
  /** Some rows of the file were in, and nothing was done. */
  | { readonly kind: 'begun'; readonly inside: number }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'refused'; readonly error: DatabaseError };

/** A piece is written with one statement, and is in as a whole or not at all. */
const rowsOfPiece = 5000;

/** Loads the rows of a file into the table of a resource, as creates of the service itself. */
export async function importRows(url: string, order: Import): Promise<Imported> {
  const sessions: CopySession[] = [];
  try {
    for (const _ of order.isTrial ? ['one'] : ['one', 'other']) sessions.push(await openCopySession(url));
    return await onSessions(sessions, order);
  } catch (error) {
    if (error instanceof LoadedElsewhere) return { kind: 'elsewhere' };
    if (error instanceof ImportRefused) return { kind: 'refused', error: error.error };
    throw error;
  } finally {
    await Promise.all(sessions.map((session) => session.close()));
  }
}

async function onSessions([one, other]: readonly CopySession[], order: Import): Promise<Imported> {
  if (one === undefined) throw new Error('an import has a session');
  const { model, table, key, identity, isTrial } = order;
  const done = await doneOf(one, order);
  if (done !== null && order.begun === 'refuse' && !isTrial) return { kind: 'begun', inside: done.rows };
  const from = order.begun === 'continue' ? done : null;
  const sequence = await settled(one.query(renderIdSequence(table)));
  const writing = {
    model,
    table,
    key,
    identity,
    constraints: constraints(model),
    idSequence: sequence.rows[0]?.name ?? '',
  };
  const pieces = readPieces(order, from);
  let last: Position = from ?? start;
  const tally = { made: 0, changed: 0 };
  const wrote = ({ to }: Piece, { made, changed }: Attempted) => {
    last = to;
    tally.made += made;
    tally.changed += changed;
    order.progress(to);
  };
  const before = from?.rows ?? 0;
  const rest =
    isTrial || other === undefined
      ? []
      : await loadPieces([pieceSession(one, writing, false), pieceSession(other, writing, false)], pieces, {
          resource: table.name,
          before: from?.digest ?? null,
          forgotten: from === null ? (done?.digest ?? null) : null,
          wrote,
        });
  if (rest.length === 0 && !isTrial) return { kind: 'done', rows: last.rows - before, ...tally };
  const loaded = last;
  const faults = await tryPieces(pieceSession(one, writing, true), joined(rest, pieces), wrote);
  if (isTrial && faults.length === 0) return { kind: 'done', rows: last.rows - before, ...tally };
  return { kind: 'faulty', faults, rows: loaded.rows - before, inside: loaded.rows };
}

const start: Position = { bytes: 0, lines: 0, rows: 0 };

async function doneOf(session: CopySession, { table, source }: Import): Promise<Done | null> {
  const found = await findDone(session.query, table.name, source.path);
  if (!found.ok) throw new ImportRefused(found.error);
  return found.done;
}

/** The pieces of a file behind the part that is in. What is wrong with the file itself is a fault of the last. */
async function* readPieces(order: Import, from: Done | null): AsyncGenerator<Piece, undefined> {
  let reached: Position = from ?? start;
  try {
    const { read, header } = await readerOf(order);
    const hash = from?.hash ?? createHash('sha256').update(header?.bytes ?? '');
    const cutting = { from: from ?? header?.to ?? start, hash, rows: rowsOfPiece, isQuoted: order.format === 'csv' };
    for await (const cut of cutRecords(order.source.path, cutting)) {
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
async function readerOf(order: Import): Promise<{ readonly read: ReadPiece; readonly header: Cut | null }> {
  const { table, model, source, format, ignored, key } = order;
  const validate = createValidator(table, 'create');
  const tell = (columns: readonly Column[]) => {
    const names = columns.flatMap(({ kind, name }) => (kind === 'ignored' ? [name] : []));
    if (names.length > 0) ignored(names);
  };
  const find = (names: readonly string[]) => columnsOf(names, table, model, key);
  if (format === 'ndjson') {
    let told = false;
    const findAndTell = (names: readonly string[]) => {
      const found = find(names);
      if (found.ok && !told) tell(found.columns);
      told = true;
      return found;
    };
    return { read: linesReader(findAndTell, validate), header: null };
  }
  const header = await headerOf(source);
  if (header === null) throw new FileFault(1, 'it is empty; expected a header with the names of the columns');
  const found = find(readHeader(header));
  if (!found.ok) throw new FileFault(1, found.faults.join('; '));
  tell(found.columns);
  return { read: csvReader(found.columns, validate), header };
}

/** The first record of a file, which does not count as a row. */
async function headerOf({ path }: Source): Promise<Cut | null> {
  const cutting = { from: start, hash: createHash('sha256'), rows: 1, isQuoted: true };
  for await (const cut of cutRecords(path, cutting)) return { ...cut, to: { ...cut.to, rows: 0 } };
  return null;
}

async function* joined(first: readonly Piece[], others: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  yield* first;
  yield* others;
}
