import type { CopySession } from '../../../db/connection/copy_session.ts';
import type { Statement } from '../../../db/statement.ts';
import { textLiteral } from '../../sql/literal.ts';
import { attempt, isFault } from './attempt.ts';
import { leaveOut } from './change_existing.ts';
import { type Copy, isPlain, stagingCopy, tableCopy } from './copy.ts';
import { renderOverlaps } from './create_rows.ts';
import type { Fault } from './fault.ts';
import type { Piece } from './reader.ts';
import { rowAt } from './row.ts';
import { type Shape, stagingText } from './staging.ts';
import { renderSameKeys } from './upsert_rows.ts';
import { type Attempted, ImportRefused, settled, type Writing } from './writing.ts';

/** What all pieces of an import are written with. */
export interface PieceWriting extends Writing {
  readonly table: Shape['table'];
  /** Id of the identity that is recorded. */
  readonly identity: string;
  /** The fields by which existing rows are found; null where all rows are new. */
  readonly key: Shape['key'];
}

/** A connection that writes pieces, each in two steps. The first needs nothing of what other connections do. */
export interface PieceSession {
  /** Copies the rows of a piece, in a transaction that it begins, or within the one that is open. */
  stage(piece: Piece): Promise<void>;
  /** Writes the copied rows, and tells which are at fault. The others are written, and the transaction is open. */
  write(piece: Piece): Promise<Attempted>;
  begin(): Promise<void>;
  rollback(): Promise<void>;
  readonly session: CopySession;
}

/** @throws ImportRefused in each of its functions. */
export function pieceSession(session: CopySession, writing: PieceWriting, isTrial: boolean): PieceSession {
  let staging = '';
  let plain: Copy | null = null;
  const begin = async () => {
    const identity = textLiteral(writing.identity);
    await settled(session.script(`begin; select set_config('almanac.identity', ${identity}, true)`));
  };
  // Of a connection that is lost, nothing is left to be undone.
  const rollback = async () => void (await session.script('rollback'));
  const stageRows = async (shape: Shape, { rows }: Piece) => {
    const text = stagingText(shape, writing.idSequence);
    if (text !== staging) await settled(session.script(text));
    staging = text;
    const copy = await stagingCopy(shape, rows);
    if (isTrial) await settled(session.script('truncate pg_temp.almanac_import'));
    else await begin();
    await settled(session.copy(copy.text, copy.bytes));
  };
  const writeRows = async (shape: Shape, { rows }: Piece) => {
    const excluded = await exclude(session, shape, rows);
    const done = await attempt({ ...writing, session, shape, rows });
    return { ...done, faults: [...excluded, ...done.faults] };
  };
  return {
    session,
    begin,
    rollback,
    stage: async (piece) => {
      const shape = shapeOf(piece, writing);
      plain = !isTrial && isPlain(shape) ? await tableCopy(shape, piece.rows) : null;
      if (plain === null) await stageRows(shape, piece);
      else await begin();
    },
    write: async (piece) => {
      const shape = shapeOf(piece, writing);
      if (plain === null) return writeRows(shape, piece);
      const copied = await session.copy(plain.text, plain.bytes);
      const checked = copied.ok ? await session.script('set constraints all immediate') : copied;
      if (copied.ok && checked.ok) return { faults: [], made: copied.rowCount, changed: 0 };
      if (!checked.ok && !isFault(checked.error)) throw new ImportRefused(checked.error);
      // Which rows are at fault, the temporary table tells.
      await rollback();
      await stageRows(shape, piece);
      return writeRows(shape, piece);
    },
  };
}

function shapeOf({ columns, rows }: Piece, { table, key }: PieceWriting): Shape {
  const partial = columns.flatMap(({ name }, at) => (rows.some(({ texts }) => texts[at] === undefined) ? [name] : []));
  return { table, columns, partial: new Set(partial), key };
}

/** The rows of a piece that cannot be written beside others of it. They are taken out, so that the others can be tried. */
async function exclude(session: CopySession, shape: Shape, rows: Piece['rows']): Promise<readonly Fault[]> {
  const range = { first: 0, last: rows.length - 1 };
  const { key, table } = shape;
  const asked: readonly (readonly [statement: Statement | null, column: string, words: (other: string) => string])[] = [
    [renderOverlaps(shape, range), 'valid_from', (other) => `it overlaps line ${other} on the same timeline`],
    [
      key === null ? null : renderSameKeys({ ...shape, key }, range),
      key?.length === 1 ? (key[0] ?? '') : '',
      (other) => `line ${other} is about the same row of ${table.name}`,
    ],
  ];
  const faults: Fault[] = [];
  for (const [statement, column, words] of asked) {
    if (statement === null) continue;
    const found = await settled(session.query(statement));
    const left = await leaveOut(
      session,
      found.rows.map(({ _place }) => _place),
    );
    if (left !== null) throw new ImportRefused(left);
    for (const { _place, other } of found.rows)
      faults.push({ line: rowAt(rows, _place).line, column, detail: words(other ?? '') });
  }
  return faults;
}
