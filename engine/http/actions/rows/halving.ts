import type { DatabaseError } from '../../../../db/database_error.ts';
import { type Failure, isFailure, type Query } from '../../../../db/statement.ts';

/** How rows are written, and who hears what becomes of them. */
export interface Halving<Done extends object> {
  /** Of the connection that writes, in an open transaction. */
  readonly query: Query;
  /** Writes the rows at some places, all or none. */
  write(places: readonly number[]): Promise<Done | Failure>;
  /** Hears of rows that stay written. */
  taken(places: readonly number[], done: Done): void;
  /** Hears of a row that the database refuses. */
  refused(place: number, error: DatabaseError): void;
  /** Whether an error is about rows. Any other one ends the search. */
  isOfRow(error: DatabaseError): boolean;
  /** Whether the same rows may be taken the next time, after so many tries. */
  mayPass?(error: DatabaseError, tries: number): boolean;
  /** Whether nobody wants to hear of more refused rows. */
  isEnough(): boolean;
}

/**
 * Writes rows together. If the database refuses them, it writes each half by itself, down to the rows at fault. The others
 * stay written, so that a row which conflicts with an earlier one is found too. Returns the error that ends the search, or
 * null.
 */
export async function writeByHalves<Done extends object>(
  halving: Halving<Done>,
  places: readonly number[],
  tries = 1,
): Promise<DatabaseError | null> {
  const [place] = places;
  if (place === undefined || halving.isEnough()) return null;
  const begun = await run(halving, 'savepoint some_rows');
  if (begun !== null) return begun;
  const made = await halving.write(places);
  if (!isFailure(made)) {
    halving.taken(places, made);
    return run(halving, 'release savepoint some_rows');
  }
  const { error } = made;
  if (!halving.isOfRow(error)) return error;
  const undone = await run(halving, 'rollback to savepoint some_rows', 'release savepoint some_rows');
  if (undone !== null) return undone;
  if (halving.mayPass?.(error, tries)) return writeByHalves(halving, places, tries + 1);
  if (places.length === 1) {
    halving.refused(place, error);
    return null;
  }
  const half = Math.ceil(places.length / 2);
  const failed = await writeByHalves(halving, places.slice(0, half));
  return failed ?? writeByHalves(halving, places.slice(half));
}

async function run({ query }: Pick<Halving<object>, 'query'>, ...texts: readonly string[]) {
  for (const text of texts) {
    const outcome = await query({ text, values: [] });
    if (!outcome.ok) return outcome.error;
  }
  return null;
}

/** Whether the database refuses what is in a row, and not the statement as a whole. */
export function isOfRow({ sqlstate, unavailable, tooLong }: DatabaseError): boolean {
  return !unavailable && !tooLong && /^(22|23|ZA)/.test(sqlstate);
}
