import { Command } from 'commander';
import type { Difference } from '../db/catalog.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseError } from '../db/database_error.ts';
import { findDrift } from '../db/drift.ts';
import { type Migrated, migrate } from '../db/migrate.ts';
import type { Migrations } from '../db/migration_folder.ts';
import {
  appliedMigrations,
  type MigrationState,
  migrationStates,
  obstacle,
  pendingMigrations,
} from '../db/migration_state.ts';
import type { Model } from '../engine/definition/model.ts';
import { progressObserver } from './progress.ts';
import { migratedModel, readFolder } from './read_migrations.ts';
import { openDatabase, openDatabaseServer } from './service.ts';
import { CommandError, readSettings, type Settings } from './settings.ts';

interface MigrateOptions {
  readonly dryRun: boolean;
  readonly check: boolean;
  readonly json: boolean;
}

/** `almanac migrate`: applies the migrations that the database has not seen. */
export function migrateCommand(): Command {
  const status = new Command('status')
    .description('Say of each migration whether it is applied.')
    .action(async (_options: object, command: Command) => {
      const { json } = command.optsWithGlobals<MigrateOptions>();
      await onDatabase(readSettings(process.env), async ({ states }) => {
        if (json) console.log(JSON.stringify(states));
        else for (const state of states) console.log(`${state.name}  ${stateText(state)}`);
      });
    });
  return new Command('migrate')
    .description('Apply the migrations that the database has not seen.')
    .option('--dry-run', 'print the SQL, and run nothing', false)
    .option('--check', 'exit with 1 when a migration is pending or the tables are not what the migrations made', false)
    .option('--json', 'print the outcome as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  almanac migrate --dry-run
  DATABASE_URL=postgresql://owner@host/name almanac migrate
  almanac migrate status
  almanac migrate --check

Several may run at once: one works, the others wait for it. What was interrupted goes on where it stopped.`,
    )
    .action(async (options: MigrateOptions) => {
      const settings = readSettings(process.env);
      await onDatabase(settings, async (opened) => {
        if (options.check) return check(opened, options, settings);
        if (options.dryRun) return dryRun(opened, options);
        return apply(opened, options);
      });
    })
    .addCommand(status.exitOverride());
}

interface Opened {
  readonly url: string;
  readonly database: Database;
  readonly migrations: Migrations;
  readonly states: readonly MigrationState[];
  /** That the migrations lead to. */
  readonly model: Model;
}

async function onDatabase(settings: Settings, work: (opened: Opened) => Promise<void>): Promise<void> {
  const migrations = await readFolder(settings);
  const model = migratedModel(migrations, settings);
  if (model === null) {
    throw new CommandError(`there is no migration in ${settings.migrations}; make one with almanac migration new`);
  }
  const server = await openDatabaseServer(settings);
  const database = await openDatabase(server.url, model);
  try {
    const applied = await appliedMigrations(database.query);
    if (!applied.ok) throw new CommandError(refusal(applied.error));
    await work({
      url: server.url,
      database,
      migrations,
      states: migrationStates(migrations.list, applied.list),
      model,
    });
  } finally {
    await database.close();
    await server.stop();
  }
}

async function apply({ database, migrations }: Opened, { json }: MigrateOptions): Promise<void> {
  const observer = progressObserver();
  const migrated = await migrate(database, migrations, observer);
  observer.end();
  const applied = appliedNames(migrated);
  if (json) console.log(JSON.stringify({ applied }));
  else if (applied.length === 0) console.log('The database is up to date.');
  else console.log(`Applied ${applied.join(', ')}.`);
}

/**
 * The migrations that were applied.
 * @throws CommandError when one was not; the message says why and what to do.
 */
export function appliedNames(migrated: Migrated): readonly string[] {
  switch (migrated.kind) {
    case 'done':
      return migrated.applied;
    case 'obstacle':
      throw new CommandError(migrated.reason);
    case 'refused':
      throw new CommandError(refusal(migrated.error));
    case 'failed': {
      const { migration, step, error } = migrated;
      const detail = error.detail === null ? '' : `: ${error.detail}`;
      throw new CommandError(
        `${migration} stopped at the step "${step}": ${error.message}${detail}\nThe steps before it are done. Remove the cause and run almanac migrate again: it goes on with this step.`,
      );
    }
  }
}

async function dryRun({ migrations, states }: Opened, { json }: MigrateOptions): Promise<void> {
  const reason = obstacle(states);
  if (reason !== null) throw new CommandError(reason);
  const pending = pendingMigrations(migrations.list, states);
  if (json) console.log(JSON.stringify(pending.map(({ name, text }) => ({ name, text }))));
  else if (pending.length === 0) console.log('-- The database is up to date.');
  else console.log(pending.map(({ text }) => text).join('\n'));
}

async function check(opened: Opened, { json }: MigrateOptions, { migrations: folder }: Settings): Promise<void> {
  const { url, database, states, model } = opened;
  const pending = states.filter(({ state }) => state !== 'applied');
  // Between migrations there is no model to compare with.
  const drift = pending.length > 0 ? [] : await driftOf(url, database, model);
  if (json) console.log(JSON.stringify({ pending, drift }));
  else {
    for (const state of pending) console.log(`${state.name}  ${stateText(state)}`);
    for (const difference of drift) console.log(differenceText(difference));
  }
  if (pending.length > 0) throw new CommandError(`the database is not what ${folder} leads to; run almanac migrate`);
  if (drift.length > 0) {
    throw new CommandError(
      `the tables were changed by other means: ${drift.length} ${drift.length === 1 ? 'difference' : 'differences'}`,
    );
  }
  if (!json) console.log('The tables are what the migrations lead to.');
}

async function driftOf(url: string, database: Database, model: Model): Promise<readonly Difference[]> {
  const drift = await findDrift(url, database, model);
  if (drift.ok) return drift.differences;
  const { sqlstate, message } = drift.error;
  if (sqlstate !== insufficientPrivilege) throw new CommandError(refusal(drift.error));
  throw new CommandError(
    `the check makes a database to compare with, for a moment: ${message}; give the role that migrates the right to (alter role ... createdb)`,
  );
}

// PostgreSQL, Appendix A.
const insufficientPrivilege = '42501';

function differenceText(difference: Difference): string {
  if (difference.kind !== 'different') return `${difference.kind}: ${difference.object}`;
  return `different: ${difference.object}\n  is        ${difference.is}\n  expected  ${difference.expected}`;
}

function stateText(state: MigrationState): string {
  switch (state.state) {
    case 'applied':
      return `applied ${state.at}`;
    case 'begun':
      return `begun, ${state.stepsDone} of ${state.steps} steps done`;
    case 'pending':
      return 'pending';
    case 'changed':
      return 'changed since it was applied';
    case 'unknown':
      return 'applied, but not in the folder';
    case 'late':
      return 'pending, though a later one is applied';
  }
}

function refusal({ message, unavailable }: DatabaseError): string {
  return unavailable ? `the database does not answer: ${message}` : `the database refuses: ${message}`;
}
