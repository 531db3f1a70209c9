import { join } from 'node:path';
import type { Migrations } from '../../db/migrate/migration_folder.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { writeFirstMigration } from './migration.ts';

/** The definitions that the benchmarks serve. */
export const register = 'test/register';

/** Where their migration is. */
export const registerMigrations = join('.data', 'bench', 'migrations');

/** Loads the definitions and writes their migration anew. */
export async function openRegister(): Promise<{ readonly model: Model; readonly migrations: Migrations }> {
  const loaded = await loadModel(register);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return { model: loaded.model, migrations: await writeFirstMigration(registerMigrations, loaded) };
}
