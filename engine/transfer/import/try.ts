import { settled } from './attempt.ts';
import { type Fault, mostFaults } from './fault.ts';
import type { PieceSession } from './piece_session.ts';
import type { Piece } from './reader.ts';

/**
 * Writes pieces one after the other in one transaction, and undoes all of it. The rows at fault are left out, so that each
 * row finds the rows before it. @throws ImportRefused
 */
export async function tryPieces(
  own: PieceSession,
  pieces: AsyncIterable<Piece>,
  tried: (piece: Piece) => void,
): Promise<readonly Fault[]> {
  const found: Fault[] = [];
  await own.begin();
  try {
    for await (const piece of pieces) {
      found.push(...piece.faults);
      if (piece.rows.length > 0) {
        await own.stage(piece);
        found.push(...(await own.write(piece)));
      }
      tried(piece);
      if (found.length >= mostFaults) break;
    }
    return found.toSorted((one, other) => one.line - other.line).slice(0, mostFaults);
  } finally {
    await settled(own.session.script('rollback'));
  }
}
