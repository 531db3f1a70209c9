import { type CopySession, openCopySession } from '../../../db/connection/copy_session.ts';
import type { DatabaseError } from '../../../db/database_error.ts';
import { createValidator } from '../../http/request/validator.ts';
import type { Model, Table } from '../../model/model.ts';
import { constraints } from '../../schema/constraint/constraints.ts';
import type { Position } from '../file/source.ts';
import { columnsOf } from './column.ts';
import { renderIdSequence } from './create_rows.ts';
import type { Fault } from './fault.ts';
import { type ImportFile, readPieces, start } from './file_pieces.ts';
import { LoadedElsewhere, loadPieces } from './load.ts';
import { pieceSession } from './piece_session.ts';
import { type Done, findDone } from './progress.ts';
import type { Piece } from './reader.ts';
import { tryPieces } from './try.ts';
import { type Attempted, ImportRefused, settled } from './writing.ts';

/** What to import, and how. */
export interface Import extends ImportFile {
  readonly model: Model;
  readonly table: Table;
  /** The fields by which existing rows are found, which are changed then; null where all rows are new. */
  readonly key: readonly string[] | null;
  /** Id of the identity that is recorded. */
  readonly identity: string;
  /** What is done with a file that was begun: nothing, the rest of it, or all of it once more. */
  readonly begun: 'refuse' | 'continue' | 'again';
  readonly isTrial: boolean;
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
  const form = {
    validate: createValidator(table, 'create'),
    columnsOf: (names: readonly string[]) => columnsOf(names, table, model, key),
  };
  const pieces = readPieces(order, form, from);
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

async function doneOf(session: CopySession, { table, source }: Import): Promise<Done | null> {
  const found = await findDone(session.query, table.name, source.path);
  if (!found.ok) throw new ImportRefused(found.error);
  return found.done;
}

async function* joined(first: readonly Piece[], others: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  yield* first;
  yield* others;
}
