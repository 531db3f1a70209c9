import type { CopySession } from '../../../db/connection/copy_session.ts';
import { attempt, settled, type Writing } from './attempt.ts';
import { renderOverlaps } from './create_rows.ts';
import type { Fault } from './fault.ts';
import type { Piece } from './reader.ts';
import { copyOf, type Shape, stagingText } from './staging.ts';

/** What all pieces of an import are written with. */
export interface PieceWriting extends Writing {
  readonly table: Shape['table'];
  /** Id of the identity that is recorded. */
  readonly identity: string;
  /** Of the ids of the table. */
  readonly idSequence: string;
}

/** A connection that writes pieces, each in two steps. The first needs nothing of what other connections do. */
export interface PieceSession {
  /** Copies the rows of a piece, in a transaction that it begins, or within the one that is open. */
  stage(piece: Piece): Promise<void>;
  /** Writes the copied rows, and tells which are at fault. The others are written, and the transaction is open. */
  write(piece: Piece): Promise<readonly Fault[]>;
  begin(): Promise<void>;
  rollback(): Promise<void>;
  readonly session: CopySession;
}

/** @throws ImportRefused in each of its functions. */
export function pieceSession(session: CopySession, writing: PieceWriting, isTrial: boolean): PieceSession {
  let staged = '';
  const begin = async () => {
    await settled(session.script('begin'));
    await settled(
      session.query({ text: "select set_config('almanac.identity', $1, true)", values: [writing.identity] }),
    );
  };
  return {
    session,
    begin,
    // Of a connection that is lost, nothing is left to be undone.
    rollback: async () => void (await session.script('rollback')),
    stage: async (piece) => {
      const shape = shapeOf(piece, writing);
      const text = stagingText(shape, writing.idSequence);
      if (text !== staged) await settled(session.script(text));
      staged = text;
      if (isTrial) await settled(session.script('truncate pg_temp.almanac_import'));
      else await begin();
      const copy = copyOf(shape, piece.rows);
      await settled(session.copy(copy.text, copy.bytes));
    },
    write: async (piece) => {
      const shape = shapeOf(piece, writing);
      const overlapping = await overlaps(session, shape, piece);
      return [
        ...overlapping,
        ...(await attempt({ ...writing, session, shape, rows: piece.rows }, { first: 0, last: piece.rows.length - 1 })),
      ];
    },
  };
}

function shapeOf({ columns, rows }: Piece, { table }: PieceWriting): Shape {
  const partial = columns.flatMap(({ name }, at) => (rows.some(({ texts }) => texts[at] === undefined) ? [name] : []));
  return { table, columns, partial: new Set(partial) };
}

/** The rows of a piece that overlap others of it. They are taken out, so that the others can be tried. */
async function overlaps(session: CopySession, shape: Shape, { rows }: Piece): Promise<readonly Fault[]> {
  const statement = renderOverlaps(shape, { first: 0, last: rows.length - 1 });
  if (statement === null) return [];
  const found = await settled(session.query(statement));
  if (found.rows.length === 0) return [];
  const places = found.rows.map(({ place }) => place);
  await settled(
    session.query({
      text: 'delete from pg_temp.almanac_import where place = any ($1::integer[])',
      values: [`{${places.join()}}`],
    }),
  );
  return found.rows.map(({ place, other }) => {
    const row = rows[Number(place)];
    if (row === undefined) throw new Error('a row that is not there overlaps another');
    return { line: row.line, column: 'valid_from', detail: `it overlaps line ${other} on the same timeline` };
  });
}
