import type { Database } from '../../db/database.ts';
import { readCatalog } from '../../db/migrate/catalog.ts';
import type { Query, Row } from '../../db/statement.ts';

/** The catalog of a database, an object a line. */
export async function catalog(query: Query): Promise<readonly string[]> {
  const found = await readCatalog(query);
  if (!found.ok) throw new Error(found.error.message);
  return found.entries.map(({ kind, name, definition }) => `${kind} ${name}: ${definition}`);
}

/** Runs a statement, or several without values; throws what the database refuses. */
export async function rowsOf(query: Query, text: string): Promise<readonly Row[]> {
  const outcome = await query({ text, values: [] });
  if (!outcome.ok) throw new Error(`${outcome.error.sqlstate} ${outcome.error.message} in ${text.slice(0, 500)}`);
  return outcome.rows;
}

/** What the work gives, in a transaction that is rolled back: the database is as it was. */
export async function rolledBack<T>(database: Database, work: (query: Query) => Promise<T>): Promise<T> {
  const results: T[] = [];
  const end = new Error('rolled back');
  await database
    .transaction(async (query) => {
      results.push(await work(query));
      throw end;
    })
    .catch((error) => {
      if (error !== end) throw error;
    });
  const [result] = results;
  if (result === undefined) throw new Error('the work gave nothing');
  return result;
}
