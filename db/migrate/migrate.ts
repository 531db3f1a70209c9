import type { Database } from '../database.ts';
import type { DatabaseError } from '../database_error.ts';
import type { Failure, Outcome, Session } from '../statement.ts';
import { ask, type Finding } from './ask.ts';
import { type Waiting, whileLocked } from './lock.ts';
import { type Applied, appliedMigrations, noteApplied, noteBegun, noteStep, openAccount } from './migration_account.ts';
import { checksumOfFiles, type Migration, type Migrations } from './migration_folder.ts';
import { migrationStates, obstacle, pendingMigrations } from './migration_state.ts';
import { applyStep, type StepObserver, type Worker } from './migration_step.ts';
import { storeText } from './prepare.ts';

/** What came of an attempt to apply migrations. */
export type Migrated =
  | { readonly kind: 'done'; readonly applied: readonly string[] }
  /** Nothing was tried. */
  | { readonly kind: 'obstacle'; readonly reason: string }
  /** Rows break a migration: none of its steps was done; the migrations before it are applied. */
  | { readonly kind: 'unfit'; readonly migration: string; readonly findings: readonly Finding[] }
  | Stopped
  | { readonly kind: 'refused'; readonly error: DatabaseError };

/** The steps before are done; the one that failed is not, and the next attempt begins with it. */
export interface Stopped {
  readonly kind: 'failed';
  readonly migration: string;
  readonly step: string;
  readonly error: DatabaseError;
  /** The rows that break the step, if it knows which. */
  readonly findings: readonly Finding[];
}

/** Follows a migration at work. */
export interface Observer extends StepObserver {
  step(migration: Migration, at: number): void;
  /** A step is taken back; numbers are from 1. */
  undo(migration: string, number: number, title: string): void;
  /** Another process changes the tables; so long has been waited for it. */
  readonly locked: Waiting;
}

/**
 * Applies the migrations that a database does not have, on its own session. Of several processes, one works, and the
 * others wait and find the work done.
 */
export async function migrate(database: Database, migrations: Migrations, observer: Observer): Promise<Migrated> {
  const migrated = await asMigrator(database, observer, (worker) => migrateOn(worker, migrations, observer));
  return 'kind' in migrated ? migrated : refused(migrated);
}

/** Runs work on a session that alone may change the tables, and has a place to keep account of it. */
export async function asMigrator<T>(
  database: Database,
  { locked }: Pick<Observer, 'locked'>,
  work: (worker: Worker) => Promise<T>,
): Promise<T | Failure> {
  return whileLocked(database, locked, (isHeld) =>
    database.session(async (session): Promise<T | Failure> => {
      // An index that is made beside the use of its table waits for all transactions, whatever the role has as its limit.
      const patient = await session.query({ text: 'set lock_timeout = 0', values: [] });
      if (!patient.ok) return patient;
      // A statement of a process that was killed would go on for hours, and the next process would wait for it. A server whose
      // system cannot tell that a client has gone refuses this.
      await session.query({ text: "set client_connection_check_interval = '1s'", values: [] });
      const opened = await openAccount(session.query);
      return opened ?? work({ session, isHeld });
    }),
  );
}

async function migrateOn(worker: Worker, migrations: Migrations, observer: Observer): Promise<Migrated> {
  const { session } = worker;
  const applied = await appliedMigrations(session.query);
  if (!applied.ok) return refused(applied);
  const states = migrationStates(migrations.list, applied.list);
  const reason = obstacle(states);
  if (reason !== null) return { kind: 'obstacle', reason };
  const pending = pendingMigrations(migrations.list, states);
  for (const migration of pending) {
    const begun = applied.list.find(({ name }) => name === migration.name);
    const failed = await applyMigration(worker, migration, begun?.stepsDone ?? 0, observer);
    if (failed !== null) return failed;
  }
  const last = migrations.list.at(-1);
  // Or an earlier attempt was killed just before it.
  if (last !== undefined && (pending.length > 0 || lacksDefinitions(applied.list))) {
    const stored = await storeDefinitions(session, last, migrations);
    if (!stored.ok) return refused(stored);
  }
  return { kind: 'done', applied: pending.map(({ name }) => name) };
}

function lacksDefinitions(list: readonly Applied[]): boolean {
  return list.at(-1)?.definitions === null;
}

async function applyMigration(
  worker: Worker,
  migration: Migration,
  begun: number,
  observer: Observer,
): Promise<Migrated | null> {
  const { session, isHeld } = worker;
  const { name, steps } = migration;
  if (begun === 0) {
    const asked = await ask(
      session.query,
      steps.flatMap(({ asks }) => asks),
      'before',
    );
    if (!asked.ok) return refused(asked);
    if (asked.findings.length > 0) return { kind: 'unfit', migration: name, findings: asked.findings };
  }
  const noted = await noteBegun(session.query, migration);
  if (!noted.ok) return refused(noted);
  for (const [at, step] of steps.entries()) {
    if (at < begun) continue;
    const held = await isHeld();
    if (!held.ok) return refused(held);
    observer.step(migration, at);
    const done = await applyStep(worker, { migration, number: at + 1, step }, observer);
    if (!done.ok) return stopped(session, migration, at, done.error);
  }
  return null;
}

/** Records why a step was refused, and asks for the rows that break it. */
async function stopped(session: Session, migration: Migration, at: number, error: DatabaseError): Promise<Migrated> {
  const step = migration.steps[at];
  if (step === undefined || error.unavailable) return { kind: 'refused', error };
  const asked = await ask(session.query, step.asks, 'later');
  if (!asked.ok) return refused(asked);
  const { detail, message } = error;
  const refusal = detail === null ? message : `${message}: ${detail}`;
  const noted = await noteStep(session.query, { migration, number: at + 1, step }, { done: false, refusal });
  if (!noted.ok) return refused(noted);
  return { kind: 'failed', migration: migration.name, step: step.title, error, findings: asked.findings };
}

/** The tables are now of the definitions that the migrations lead to. */
async function storeDefinitions(session: Session, last: Migration, { definitions }: Migrations): Promise<Outcome> {
  return session.transaction(async (query) => {
    const stored = await query({ text: storeText(definitions), values: [] });
    if (!stored.ok) return stored;
    return query({
      text: 'update almanac.migration set definitions = $2 where name = $1',
      values: [last.name, checksumOfFiles(definitions)],
    });
  });
}

/** Notes all migrations as applied: the tables were made or changed by other means, and are what these lead to. */
export async function adoptMigrations(
  database: Database,
  { list }: Migrations,
  definitions: string,
): Promise<Failure | null> {
  return database.session(async ({ query }) => (await openAccount(query)) ?? noteApplied(query, list, definitions));
}

function refused({ error }: Failure): Migrated {
  return { kind: 'refused', error };
}
