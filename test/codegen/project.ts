import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { testDatabase } from '../database.ts';
import { almanac, temporaryFolder } from './process.ts';

/** The definition that a project begins with. */
export const book = 'resource: book\nhistory: true\nfields:\n  title: { type: text }\n';

/** A project with a database of its own, and the command `almanac` in it. */
export async function project(t: Test) {
  const folder = temporaryFolder(t);
  const { url, query, database } = await testDatabase(t);
  const resources = join(folder, 'resources');
  const migrations = join(folder, 'db/migrations');
  mkdirSync(resources);
  const save = (file: string, text: string) => writeFileSync(join(resources, file), text);
  save('service.yaml', 'service: Library\n');
  save('book.yaml', book);
  const environment = { DATABASE_URL: url, JWT_SECRET: 'a secret of the tests, which is long enough for HS256' };
  const run = (...arguments_: string[]) => almanac(arguments_, environment, folder);
  const files = () => readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  return { folder, migrations, url, query, database, save, run, files, environment };
}
