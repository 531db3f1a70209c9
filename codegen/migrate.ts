import { Command } from 'commander';
import type { Database } from '../db/database.ts';
import type { Difference } from '../db/migrate/catalog.ts';
import { findDrift } from '../db/migrate/drift.ts';
import { migrate } from '../db/migrate/migrate.ts';
import { appliedMigrations } from '../db/migrate/migration_account.ts';
import type { Migrations } from '../db/migrate/migration_folder.ts';
import { type MigrationState, migrationStates, obstacle, pendingMigrations } from '../db/migrate/migration_state.ts';
import { undo } from '../db/migrate/undo.ts';
import type { Model } from '../engine/model/model.ts';
import { progressObserver } from './migrate/progress.ts';
import { appliedNames, refusal, stateText, statusLines, undoneMigration } from './migrate/words.ts';
import { CommandError, readSettings, type Settings } from './option/settings.ts';
import { migratedModel, readFolder } from './read/migrations.ts';
import { requireFittingViews } from './serve/fitting_views.ts';
import { sessionAddress } from './serve/pooler.ts';
import { openDatabase, openDatabaseServer } from './serve/service.ts';

interface MigrateOptions {
  readonly dryRun: boolean;
  readonly check: boolean;
  readonly status: boolean;
  readonly undo: boolean;
  readonly json: boolean;
}

/** `almanac migrate`: applies the migrations that the database does not have. */
export function migrateCommand(): Command {
  const status = new Command('status')
    .description('Same as --status.')
    .action(async (_options: object, command: Command) => {
      await onDatabase(readSettings(process.env), (opened) =>
        tellStatus(opened, command.optsWithGlobals<MigrateOptions>()),
      );
    });
  return new Command('migrate')
    .description('Apply the migrations that the database does not have yet.')
    .option('--dry-run', 'print the SQL and do not run it', false)
    .option('--check', 'exit with 1 if a migration is pending, or if the tables differ from the migrations', false)
    .option('--status', 'show whether each migration is applied, and where and why one has stopped', false)
    .option('--undo', 'undo the migration that has stopped, step by step', false)
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  almanac migrate --dry-run
  DATABASE_URL=postgresql://owner@host/name almanac migrate
  almanac migrate --status
  almanac migrate --undo
  almanac migrate --check

Several may run at once: one works, the others wait for it. What was interrupted goes on where it stopped.
docs/migrations.md says what to do with one that has stopped.`,
    )
    .action(async (options: MigrateOptions) => {
      const settings = readSettings(process.env);
      await onDatabase(settings, async (opened) => {
        if (options.status) return tellStatus(opened, options);
        if (options.undo) return takeBack(opened, options);
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
  /** The model that the migrations lead to. */
  readonly model: Model;
}

async function onDatabase(settings: Settings, work: (opened: Opened) => Promise<void>): Promise<void> {
  const migrations = await readFolder(settings);
  const model = migratedModel(migrations, settings);
  if (model === null) {
    throw new CommandError(`there is no migration in ${settings.migrations}; make one with almanac migration new`);
  }
  const server = await openDatabaseServer(settings);
  const address = sessionAddress(server);
  const database = await openDatabase(address, model);
  try {
    const applied = await appliedMigrations(database.query);
    if (!applied.ok) throw new CommandError(refusal(applied.error));
    await work({
      url: address.url,
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

async function apply({ database, migrations, model }: Opened, { json }: MigrateOptions): Promise<void> {
  const observer = progressObserver();
  const migrated = await migrate(database, migrations, observer);
  observer.end();
  await requireFittingViews(database, model);
  const applied = appliedNames(migrated);
  if (json) console.log(JSON.stringify({ applied }));
  else if (applied.length === 0) console.log('The database is up to date.');
  else console.log(`Applied ${applied.join(', ')}.`);
}

async function takeBack({ database, migrations }: Opened, { json }: MigrateOptions): Promise<void> {
  const observer = progressObserver();
  const outcome = await undo(database, migrations, observer);
  observer.end();
  const undone = undoneMigration(outcome);
  if (json) console.log(JSON.stringify({ undone }));
  else console.log(`Undid ${undone}. The tables are as they were before it.`);
}

/** A line for each migration; for one that has stopped, also a line for each step. */
async function tellStatus({ states, migrations }: Opened, { json }: MigrateOptions): Promise<void> {
  if (json) console.log(JSON.stringify(states));
  else for (const state of states) console.log(statusLines(state, migrations.list).join('\n'));
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
  const reason = obstacle(states);
  if (reason !== null) throw new CommandError(reason);
  if (pending.length > 0) throw new CommandError(`the database lacks migrations of ${folder}; run almanac migrate`);
  if (drift.length > 0) {
    throw new CommandError(
      `the tables differ from the migrations: ${drift.length} ${drift.length === 1 ? 'difference' : 'differences'}`,
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
