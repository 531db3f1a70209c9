import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseError } from '../../../db/database_error.ts';
import type { PieceSession } from './piece_session.ts';
import { renderDone, renderForget } from './progress.ts';
import type { Piece } from './reader.ts';
import { type Attempted, ImportRefused, settled } from './writing.ts';

/** Somebody else loads the same file. */
export class LoadedElsewhere extends Error {}

/** What a load goes behind, and whom it tells. */
interface Load {
  readonly resource: string;
  /** The digest of the part of the file that is in; null for none. */
  readonly before: string | null;
  /** The digest of a part that is loaded once more; null for none. */
  readonly forgotten: string | null;
  wrote(piece: Piece, done: Attempted): void;
}

/** A deadlock is given up after so many attempts. */
const mostAttempts = 10;
const waitMilliseconds = 20;

/**
 * Writes pieces in their order, each with its progress in a transaction. While one session writes a piece, the next one is
 * read and copied in the other. It stops at a piece with faults, and returns this piece and what was read behind it.
 * @throws ImportRefused, LoadedElsewhere
 */
export async function loadPieces(
  sessions: readonly [PieceSession, PieceSession],
  pieces: AsyncIterator<Piece, undefined>,
  { resource, before, forgotten, wrote }: Load,
): Promise<readonly Piece[]> {
  let digest = before;
  const write = async (own: PieceSession, piece: Piece): Promise<boolean> => {
    const done = await own.write(piece);
    if (done.faults.length > 0) {
      await own.rollback();
      return false;
    }
    if (digest === null && forgotten !== null) await settled(own.session.query(renderForget(resource, forgotten)));
    const noted = await settled(own.session.query(renderDone(resource, digest, piece)));
    if (noted.rowCount === 0) throw new LoadedElsewhere();
    await settled(own.session.script('commit'));
    digest = piece.digest;
    wrote(piece, done);
    return true;
  };
  const writeAgain = async (own: PieceSession, piece: Piece, tried = 1): Promise<boolean> => {
    try {
      return await write(own, piece);
    } catch (error) {
      await own.rollback();
      if (!(error instanceof ImportRefused) || !isPassing(error.error) || tried === mostAttempts) throw error;
      await delay(tried * waitMilliseconds);
      await own.stage(piece);
      return writeAgain(own, piece, tried + 1);
    }
  };
  let running: { readonly piece: Piece; readonly done: Promise<boolean> } | null = null;
  for (let turn = 0; ; turn += 1) {
    const own = sessions[turn % 2 === 0 ? 0 : 1];
    const staged = stageNext(own, pieces);
    // Whatever becomes of the next piece, this one comes to its end.
    await Promise.allSettled([staged, running?.done]);
    const piece = await staged;
    const isSound = piece !== undefined && piece.faults.length === 0;
    if (running !== null && !(await running.done)) {
      if (isSound) await own.rollback();
      return piece === undefined ? [running.piece] : [running.piece, piece];
    }
    if (piece === undefined) return [];
    if (!isSound) return [piece];
    running = { piece, done: writeAgain(own, piece) };
    // It is awaited one turn later; a failure waits until then.
    running.done.catch(() => {});
  }
}

/** Reads the next piece and copies its rows, unless it has faults. */
async function stageNext(own: PieceSession, pieces: AsyncIterator<Piece, undefined>): Promise<Piece | undefined> {
  const { value: piece } = await pieces.next();
  if (piece !== undefined && piece.faults.length === 0) await own.stage(piece);
  return piece;
}

/** A deadlock, or another writer of the same rows: the same again may go well. */
function isPassing({ sqlstate }: DatabaseError): boolean {
  return sqlstate === '40001' || sqlstate === '40P01';
}
