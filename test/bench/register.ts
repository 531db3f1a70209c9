import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Migrations, readMigrations, writeMigration } from '../../db/migrate/migration_folder.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { migrationText } from '../../engine/schema/migration/file/file.ts';
import { firstPlan } from '../../engine/schema/migration/plan.ts';
import { schemaObjects } from '../../engine/schema/schema.ts';

/** The definitions that the benchmarks serve. */
export const register = 'test/register';

/** Where their migration is: in production, a service starts only on tables that migrations have made. */
export const registerMigrations = join('.data', 'bench', 'migrations');

/** Loads the definitions and writes their migration anew. */
export async function openRegister(): Promise<{ readonly model: Model; readonly migrations: Migrations }> {
  const loaded = await loadModel(register);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const { model, files: definitions } = loaded;
  const plan = firstPlan(model);
  if (!plan.ok) throw new Error(plan.refusals.join('; '));
  // Always of one name: the database that is kept from run to run has applied it.
  const name = '20260101000000_register';
  await rm(registerMigrations, { recursive: true, force: true });
  await writeMigration(registerMigrations, name, migrationText(name, plan.steps), {
    definitions,
    objects: schemaObjects(model),
  });
  return { model, migrations: await readMigrations(registerMigrations) };
}
