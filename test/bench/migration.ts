import { rm } from 'node:fs/promises';
import type { Database } from '../../db/database.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { type Migrations, readMigrations, writeMigration } from '../../db/migrate/migration_folder.ts';
import type { BuiltModel } from '../../engine/definition/load.ts';
import { migrationText } from '../../engine/schema/migration/file/file.ts';
import { firstPlan } from '../../engine/schema/migration/plan.ts';
import { schemaObjects } from '../../engine/schema/schema.ts';
import { recordText } from '../../engine/sql/record.ts';

/** Writes the migration that makes the tables of a model, anew: in production, a service starts only on tables that migrations have made. */
export async function writeFirstMigration(folder: string, { model, files }: BuiltModel): Promise<Migrations> {
  const plan = firstPlan(model);
  if (!plan.ok) throw new Error(plan.refusals.join('; '));
  // Always of one name: a database that is kept from run to run has applied it.
  const name = '20260101000000_register';
  await rm(folder, { recursive: true, force: true });
  await writeMigration(folder, name, migrationText(name, plan.steps), {
    definitions: files,
    record: recordText(schemaObjects(model)),
  });
  return readMigrations(folder);
}

/** Runs migrations in an empty database. */
export async function runMigrations(database: Database, migrations: Migrations): Promise<void> {
  const unheard = () => {};
  const observer = { step: unheard, undo: unheard, progress: unheard, waiting: unheard, locked: unheard };
  const migrated = await migrate(database, migrations, observer);
  if (migrated.kind !== 'done') throw new Error(`the tables cannot be made: ${JSON.stringify(migrated)}`);
}
