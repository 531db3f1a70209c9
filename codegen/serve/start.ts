import type { Database } from '../../db/database.ts';
import { adoptMigrations, migrate } from '../../db/migrate/migrate.ts';
import { type Applied, appliedMigrations } from '../../db/migrate/migration_account.ts';
import { checksumOfFiles } from '../../db/migrate/migration_folder.ts';
import { migrationStates, obstacle, pendingMigrations } from '../../db/migrate/migration_state.ts';
import { storedDefinitions } from '../../db/migrate/prepare.ts';
import type { Files } from '../../engine/definition/file/read.ts';
import type { BuiltModel } from '../../engine/definition/load.ts';
import { progressObserver } from '../migrate/progress.ts';
import { appliedNames } from '../migrate/words.ts';
import { nextPlan } from '../migration.ts';
import { CommandError, type Settings } from '../option/settings.ts';
import { migratedModel, readFolder, readLast } from '../read/migrations.ts';
import { isAsMigrated, type Migrated } from './as_migrated.ts';
import { prepareDatabase, refusal } from './prepare.ts';

/** What a service starts with. */
export interface Startable extends BuiltModel {
  readonly migrated: Migrated | null;
}

/**
 * Makes sure that a database can be served from. In production, the operator's database must be migrated already, since
 * the service may lack the right to change tables. Any other database gets the migrations, and then the changes of the
 * definitions since. Returns what was done, in words; null for nothing.
 * @throws CommandError when the database cannot be used; the message says why and what to do.
 */
export async function startDatabase(
  database: Database,
  { model, files, migrated }: Startable,
  settings: Settings,
): Promise<string | null> {
  if (settings.production && settings.databaseUrl !== null) {
    const list = await applied(database);
    if (migrated !== null && isAsMigrated(list, migrated, files)) return null;
    await refuseUnmigrated(list, { model, files }, settings);
    return null;
  }
  const migrations = await readFolder(settings);
  const stored = await definitionsOf(database);
  const states = migrationStates(migrations.list, await applied(database));
  const pending = pendingMigrations(migrations.list, states);
  // An embedded database that is made anew gets the demo data with its tables.
  const isMade = stored === null && (settings.databaseUrl === null || migrations.list.length === 0);
  const isFollowing = stored === null ? !isMade : await followsMigrations(database, stored);
  const done: string[] = [];
  if (isFollowing && pending.length > 0) {
    const observer = progressObserver();
    const names = appliedNames(await migrate(database, migrations, observer));
    observer.end();
    done.push(`applied ${names.join(', ')}`);
  }
  const prepared = await prepareDatabase(database, { model, files }, settings);
  if (prepared !== null) done.push(prepared);
  if (!isFollowing && pending.length > 0) {
    const refused = await adoptMigrations(database, migrations, checksumOfFiles(files));
    if (refused !== null) throw new CommandError(refusal(refused.error));
  }
  return done.length === 0 ? null : done.join(', ');
}

/** Whether the tables are as the migrations left them: "almanac dev" changes them without a migration. */
async function followsMigrations(database: Database, stored: Files): Promise<boolean> {
  const list = await applied(database);
  const last = list.at(-1);
  if (last === undefined) return false;
  return last.finishedAt === null || last.definitions === null || last.definitions === checksumOfFiles(stored);
}

async function refuseUnmigrated(list: readonly Applied[], built: BuiltModel, settings: Settings): Promise<void> {
  const migrations = await readFolder(settings);
  const last = migratedModel(migrations, settings, built);
  if (last === null) {
    throw new CommandError(
      `there is no migration in ${settings.migrations}; make one with almanac migration new, and apply it with almanac migrate`,
    );
  }
  const states = migrationStates(migrations.list, list);
  const pending = pendingMigrations(migrations.list, states).map(({ name }) => name);
  if (pending.length > 0) throw new CommandError(`${pending.join(', ')} is not applied; run almanac migrate first`);
  const reason = obstacle(states.filter(({ state }) => state !== 'unknown'));
  if (reason !== null) throw new CommandError(reason);
  // What earlier versions recorded as text is written again by the next migration: until then it serves.
  const plan = nextPlan(last, { ...(await readLast(settings)), isSure: true }, built.model);
  if (!plan.ok || plan.steps.length > 0) {
    throw new CommandError(
      `the definitions in ${settings.resources}, or this version of Almanac, need a migration that is missing; make one with almanac migration new`,
    );
  }
}

async function applied(database: Database) {
  const found = await appliedMigrations(database.query);
  if (!found.ok) throw new CommandError(refusal(found.error));
  return found.list;
}

async function definitionsOf(database: Database): Promise<Files | null> {
  const stored = await storedDefinitions(database.query);
  if (!stored.ok) throw new CommandError(refusal(stored.error));
  return stored.files;
}
