import { findPooling, type Pooling } from '../../db/connection/pooling.ts';
import type { Pooler } from '../../db/connection/session.ts';
import { CommandError, type Settings } from '../option/settings.ts';

/** How connections to a database are opened. */
export interface DatabaseAddress {
  readonly url: string;
  /** The pooler that gives each transaction another session; undefined where each connection keeps its own. */
  readonly pooler: Pooler | undefined;
}

/**
 * Finds the pooler between this process and the operator's database. A process of `--workers` on the embedded database finds
 * none.
 * @throws CommandError for a database that is away, and a pooler by which Almanac cannot work, with what to do.
 */
export async function findAddress(
  databaseUrl: string,
  { databaseSessionUrl, prepare }: Pick<Settings, 'databaseSessionUrl' | 'prepare'>,
): Promise<DatabaseAddress> {
  const found = usablePooling('DATABASE_URL', await findPooling(databaseUrl));
  if (found.kind === 'sessions') return { url: databaseUrl, pooler: undefined };
  if (databaseSessionUrl !== null) {
    const { kind } = usablePooling('DATABASE_SESSION_URL', await findPooling(databaseSessionUrl));
    if (kind !== 'sessions')
      throw new CommandError(
        'DATABASE_SESSION_URL leads to a pooler that gives each transaction another session. Let it lead to PostgreSQL itself, or to a pooler in session mode',
      );
  }
  return { url: databaseUrl, pooler: { prepares: prepare ?? found.prepares, sessionUrl: databaseSessionUrl } };
}

/**
 * Finds the pooler before a standby. If the standby is away, there may be one: what works behind it works without it too.
 * @throws CommandError for a pooler by which Almanac cannot work.
 */
export async function findReplicaAddress(
  url: string,
  { prepare }: Pick<Settings, 'prepare'>,
): Promise<DatabaseAddress> {
  const found = await findPooling(url);
  if (found.kind === 'away') return { url, pooler: { prepares: prepare ?? false, sessionUrl: null } };
  const usable = usablePooling('DATABASE_REPLICA_URLS', found);
  if (usable.kind === 'sessions') return { url, pooler: undefined };
  return { url, pooler: { prepares: prepare ?? usable.prepares, sessionUrl: null } };
}

/**
 * The address by which each connection keeps its session, for what changes tables.
 * @throws CommandError with what to do, where there is none.
 */
export function sessionAddress({ url, pooler }: DatabaseAddress): DatabaseAddress {
  if (pooler === undefined) return { url, pooler };
  if (pooler.sessionUrl === null) throw sessionNeeded();
  return { url: pooler.sessionUrl, pooler: undefined };
}

/** What to do where only a pooler leads to the database that gives each transaction another session. */
export function sessionNeeded(): CommandError {
  return new CommandError(
    'this changes tables, which needs a session that is kept. DATABASE_URL leads to a pooler that gives each transaction another session (such as PgBouncer with pool_mode = transaction). Set DATABASE_SESSION_URL to a URL that leads to PostgreSQL itself, or to a pooler in session mode',
  );
}

function usablePooling(name: string, found: Pooling) {
  switch (found.kind) {
    case 'sessions':
    case 'transactions':
      return found;
    case 'statements':
      throw new CommandError(
        `${name} leads to a pooler that gives each statement another session. Set pool_mode = transaction or session (PgBouncer) for this database, or let ${name} lead to PostgreSQL itself`,
      );
    case 'full':
      throw new CommandError(
        `${name} leads to a pooler without a session for a second connection. Raise pool_size (PgBouncer), or let ${name} lead to PostgreSQL itself`,
      );
    case 'refused':
      throw new CommandError(
        `${name} leads to a pooler that does not take the parameter ${found.parameter}. Remove it from ${name}, or let the pooler drop it (ignore_startup_parameters = ${found.parameter} of PgBouncer). Or let ${name} lead to PostgreSQL itself`,
      );
    case 'away':
      throw new CommandError(`the database does not answer: ${found.error.message}`);
  }
}
