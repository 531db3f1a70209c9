import type { Hash } from 'node:crypto';
import type { DatabaseError } from '../../../db/database_error.ts';
import type { Query } from '../../../db/statement.ts';
import { parameter, type Statement, statementOf } from '../../query/sql/condition/statement.ts';
import { sql } from '../../sql/fragment.ts';
import { hashesUpTo, type Position } from '../file/source.ts';
import type { Piece } from './reader.ts';

/** The part of a file that is in a resource already. */
export interface Done extends Position {
  readonly digest: string;
  readonly hash: Hash;
}

/** Finds how much of a file is in a resource: the longest part of all imports with which the file begins. Null for nothing. */
export async function findDone(
  query: Query,
  resource: string,
  path: string,
): Promise<{ readonly ok: true; readonly done: Done | null } | { readonly ok: false; readonly error: DatabaseError }> {
  const known = await query(renderKnown(resource));
  if (!known.ok) return known;
  const hashes = await hashesUpTo(
    path,
    known.rows.map(({ bytes }) => Number(bytes)),
  );
  for (const { digest, bytes, lines, rows } of known.rows) {
    const hash = hashes.get(Number(bytes));
    if (hash === undefined || digest === null || hash.copy().digest('hex') !== digest) continue;
    const position = { bytes: Number(bytes), lines: Number(lines), rows: Number(rows) };
    return { ok: true, done: { ...position, digest, hash } };
  }
  return { ok: true, done: null };
}

function renderKnown(resource: string): Statement {
  return statementOf(sql`
    select digest, bytes, lines, rows
    from almanac.import
    where resource = ${parameter(resource)}
    order by bytes desc`);
}

/**
 * Notes that a piece is in, behind the part with the digest `before`; null where the piece is the first. It returns no row
 * where that part is no longer the last: another process loads the same file.
 */
export function renderDone(resource: string, before: string | null, { digest, to }: Piece): Statement {
  const [bytes, lines, rows] = [to.bytes, to.lines, to.rows].map((count) => parameter(String(count)));
  const [name, hash] = [parameter(resource), parameter(digest)];
  if (bytes === undefined || lines === undefined || rows === undefined) throw new Error('a position has three counts');
  if (before === null)
    return statementOf(sql`
      insert into almanac.import (resource, digest, bytes, lines, rows, recorded_at)
      values (${name}, ${hash}, ${bytes}::bigint, ${lines}::bigint, ${rows}::bigint, almanac.clock())
      on conflict do nothing
      returning digest`);
  return statementOf(sql`
    update almanac.import
    set digest = ${hash}, bytes = ${bytes}::bigint, lines = ${lines}::bigint, rows = ${rows}::bigint,
      recorded_at = almanac.clock()
    where resource = ${name} and digest = ${parameter(before)}
    returning digest`);
}

/** Forgets that a part of a file is in, so that its rows can be loaded again. */
export function renderForget(resource: string, digest: string): Statement {
  return statementOf(
    sql`delete from almanac.import where resource = ${parameter(resource)} and digest = ${parameter(digest)}`,
  );
}
