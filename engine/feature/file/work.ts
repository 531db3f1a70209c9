import type { Database } from '../../../db/database.ts';
import type { Row, Statement } from '../../../db/statement.ts';
import type { Model } from '../../model/model.ts';
import type { FileStore } from '../../store/store.ts';
import type { Work } from '../../worker/feature.ts';
import { startLoop } from '../../worker/loop.ts';
import { fileTables } from './field.ts';

/** So many files are looked at in one statement, and so many are removed by it at most. */
const atOnce = 100;

/** Removes the bytes that no row, no version and no upload has. */
export function fileWorks(model: Model): readonly Work[] {
  if (fileTables(model).length === 0) return [];
  return [
    {
      name: 'files',
      queue: null,
      due: `(
    exists (select from almanac.stored_file where due_at <= almanac.clock())
    or exists (select from almanac.stored_file where is_gone)
  )`,
      heeds: [],
      start: ({ database, files = null, failed }) =>
        startLoop(async () => (files === null ? false : sweepFiles(database, files)), { failed }),
    },
  ];
}

/**
 * Removes what is due, some at a time, and gives whether there may be more. A file is marked before its bytes go, and forgotten
 * after: if this ends in between, the next sweep does it again.
 * @throws when the database or the store refuses.
 */
export async function sweepFiles(database: Pick<Database, 'query'>, files: FileStore): Promise<boolean> {
  const gone = await rowsOf(database, {
    name: 'sweep_files',
    text: `select swept.id from almanac.sweep_files(${atOnce}) as swept (id)`,
    values: [],
  });
  const objects = gone.map(({ id }) => id ?? '');
  if (objects.length === 0) return false;
  for (const object of objects) await files.remove(object);
  await rowsOf(database, {
    name: 'forget_files',
    text: 'select almanac.forget_files($1::uuid[])',
    values: [`{${objects.join()}}`],
  });
  return objects.length === atOnce;
}

async function rowsOf({ query }: Pick<Database, 'query'>, statement: Statement): Promise<readonly Row[]> {
  const outcome = await query(statement);
  if (!outcome.ok) throw new Error(`the files are not swept: ${outcome.error.message}`);
  return outcome.rows;
}
