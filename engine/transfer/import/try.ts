import { type Fault, mostFaults } from './fault.ts';
import type { PieceSession } from './piece_session.ts';
import type { Piece } from './reader.ts';
import { type Attempted, settled } from './writing.ts';

/**
 * Writes pieces one after the other in one transaction, and undoes all of it. The rows at fault are left out, so that each
 * row finds the rows before it. @throws ImportRefused
 */
export async function tryPieces(
  own: PieceSession,
  pieces: AsyncIterable<Piece>,
  tried: (piece: Piece, done: Attempted) => void,
): Promise<readonly Fault[]> {
  const found: Fault[] = [];
  await own.begin();
  try {
    for await (const piece of pieces) {
      found.push(...piece.faults);
      if (piece.rows.length > 0) await own.stage(piece);
      const done = piece.rows.length > 0 ? await own.write(piece) : { faults: [], made: 0, changed: 0 };
      found.push(...done.faults);
      tried(piece, done);
      if (found.length >= mostFaults) break;
    }
    return found.toSorted((one, other) => one.line - other.line).slice(0, mostFaults);
  } finally {
    await settled(own.session.script('rollback'));
  }
}
