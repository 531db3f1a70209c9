import { setTimeout as delay } from 'node:timers/promises';
import { quote } from '../engine/query/sql/identifier.ts';
import type { FileStep } from '../engine/schema/migration/file.ts';
import type { Database, Failure, Outcome, Query, Session, Success } from './database.ts';
import type { DatabaseError } from './database_error.ts';
import { lockTables } from './lock.ts';
import { checksumOfFiles, type Migration, type Migrations } from './migration_folder.ts';
import {
  appliedMigrations,
  migrationStates,
  noteApplied,
  obstacle,
  openAccount,
  pendingMigrations,
} from './migration_state.ts';
import { storeText } from './prepare.ts';

/** What came of an attempt to apply migrations. */
export type Migrated =
  | { readonly kind: 'done'; readonly applied: readonly string[] }
  /** Nothing was tried. */
  | { readonly kind: 'obstacle'; readonly reason: string }
  /** The steps before are done; the one that failed is not, and the next attempt begins with it. */
  | { readonly kind: 'failed'; readonly migration: string; readonly step: string; readonly error: DatabaseError }
  | { readonly kind: 'refused'; readonly error: DatabaseError };

/** Follows a migration at work. */
export interface Observer {
  step(migration: Migration, at: number): void;
  /** Of a step in batches: the share of it that is done, from 0 to 1. */
  progress(share: number): void;
  /** A lock could not be had in time; it is tried again. */
  waiting(milliseconds: number): void;
}

/** How long a step waits for a lock, and others for it: then it steps back, lets them pass, and tries again. */
export const lockTimeoutMilliseconds = 200;
const attempts = 60;
const longestPauseMilliseconds = 5_000;
const batchSize = 2_000;

/**
 * Applies the migrations that a database has not seen, on a session of its own: of several processes that do so at once,
 * one works and the others wait and find it done.
 */
export async function migrate(database: Database, migrations: Migrations, observer: Observer): Promise<Migrated> {
  const migrated = await database.session((session) => migrateOn(session, migrations, observer));
  return 'kind' in migrated ? migrated : refused(migrated);
}

async function migrateOn(session: Session, migrations: Migrations, observer: Observer): Promise<Migrated> {
  // An index that is made beside the use of its table waits for all transactions, whatever the role has as its limit.
  const patient = await session.query({ text: 'set lock_timeout = 0', values: [] });
  if (!patient.ok) return refused(patient);
  const locked = await lockTables(session.query, 'session');
  if (!locked.ok) return refused(locked);
  const opened = await openAccount(session.query);
  if (opened !== null) return refused(opened);
  const applied = await appliedMigrations(session.query);
  if (!applied.ok) return refused(applied);
  const states = migrationStates(migrations.list, applied.list);
  const reason = obstacle(states);
  if (reason !== null) return { kind: 'obstacle', reason };
  const pending = pendingMigrations(migrations.list, states);
  for (const migration of pending) {
    const begun = applied.list.find(({ name }) => name === migration.name)?.stepsDone ?? 0;
    const failed = await applyMigration(session, migration, begun, observer);
    if (failed !== null) return failed;
  }
  const last = migrations.list.at(-1);
  // Or an earlier attempt was killed just before it.
  if (last !== undefined && (pending.length > 0 || applied.list.at(-1)?.definitions === null)) {
    const stored = await storeDefinitions(session, last, migrations);
    if (!stored.ok) return refused(stored);
  }
  return { kind: 'done', applied: pending.map(({ name }) => name) };
}

async function applyMigration(
  session: Session,
  migration: Migration,
  begun: number,
  observer: Observer,
): Promise<Migrated | null> {
  const noted = await session.query({
    text: 'insert into almanac.migration (name, checksum) values ($1, $2) on conflict (name) do nothing',
    values: [migration.name, migration.checksum],
  });
  if (!noted.ok) return refused(noted);
  for (const [at, step] of migration.steps.entries()) {
    if (at < begun) continue;
    observer.step(migration, at);
    const done = await applyStep(session, migration, at, step, observer);
    if (!done.ok) return { kind: 'failed', migration: migration.name, step: step.title, error: done.error };
  }
  return null;
}

/** Runs a step and notes it: in one transaction where it runs in one. */
async function applyStep(
  session: Session,
  migration: Migration,
  at: number,
  step: FileStep,
  observer: Observer,
): Promise<Success | Failure> {
  const note = (query: Query) =>
    query({
      text: `update almanac.migration
        set steps_done = $2::integer, finished_at = case when $2::integer = $3::integer then clock_timestamp() end
        where name = $1`,
      values: [migration.name, String(at + 1), String(migration.steps.length)],
    });
  switch (step.runs.kind) {
    case 'transaction':
      return patiently(session, observer, async (query) => {
        const done = await query({ text: step.text, values: [] });
        return done.ok ? note(query) : done;
      });
    case 'alone': {
      for (const text of step.text.split(/;\s*(?:\n|$)/).filter((statement) => statement.trim() !== '')) {
        const done = await session.query({ text, values: [] });
        if (!done.ok) return done;
      }
      return note(session.query);
    }
    case 'batches': {
      const done = await inBatches(session, step.runs.table, step.text, observer);
      return done.ok ? note(session.query) : done;
    }
  }
}

/** Runs a statement over all ids of a table, some at a time; those that come meanwhile are of newer rows. */
async function inBatches(
  session: Session,
  table: string,
  text: string,
  observer: Observer,
): Promise<Success | Failure> {
  const from = `public.${quote(table)}`;
  const range = await session.query({ text: `select min(id) as first, max(id) as last from ${from}`, values: [] });
  const { first, last } = (range.ok && range.rows[0]) || {};
  if (!range.ok || first === null || first === undefined || last === null || last === undefined) return range;
  let next = BigInt(first);
  const end = BigInt(last);
  const length = Number(end - next) + 1;
  while (next <= end) {
    const batch = await session.query({
      text: `select max(id) as last from (select id from ${from} where id >= $1 order by id limit ${batchSize}) as batch`,
      values: [String(next)],
    });
    if (!batch.ok) return batch;
    const until = batch.rows[0]?.last;
    if (until === null || until === undefined) break;
    const statement = text.replaceAll(':first', String(next)).replaceAll(':last', until);
    const done = await patiently(session, observer, (query) => query({ text: statement, values: [] }));
    if (!done.ok) return done;
    next = BigInt(until) + 1n;
    observer.progress(Math.min(1, 1 - Number(end - next + 1n) / length));
  }
  return range;
}

/**
 * Runs work in a transaction that waits for no lock longer than others may wait for it, and tries it again after a pause
 * that grows.
 */
async function patiently(
  session: Session,
  observer: Observer,
  work: (query: Query) => Promise<Outcome>,
): Promise<Success | Failure> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await session.transaction(async (query) => {
      const set = await query({ text: `set local lock_timeout = '${lockTimeoutMilliseconds}ms'`, values: [] });
      return set.ok ? work(query) : set;
    });
    if (outcome.ok || attempt === attempts || !isPassing(outcome.error)) return outcome;
    const pause = Math.min(50 * 2 ** attempt, longestPauseMilliseconds);
    observer.waiting(pause);
    await delay(pause);
  }
}

/** A lock that was not to be had in time, or a deadlock: PostgreSQL, Appendix A. */
function isPassing({ sqlstate }: DatabaseError): boolean {
  return sqlstate === '55P03' || sqlstate === '40P01';
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
