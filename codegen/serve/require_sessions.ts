import { findPooling } from '../../db/connection/pooling.ts';
import { CommandError } from '../option/settings.ts';

/**
 * Refuses a database that cannot be served from: one behind a pooler that does not give each connection a session of its
 * own. Settings, locks and LISTEN are of the session.
 * @throws CommandError with what to do.
 */
export async function requireSessions(url: string): Promise<void> {
  const found = await findPooling(url);
  switch (found.kind) {
    case 'sessions':
      return;
    case 'transactions':
      throw new CommandError(
        'DATABASE_URL leads to a pooler that gives each transaction another session (such as PgBouncer with pool_mode = transaction); set pool_mode = session for this database, or let DATABASE_URL lead to PostgreSQL itself',
      );
    case 'full':
      throw new CommandError(
        'DATABASE_URL leads to a pooler that has no session for a second connection; let it have more (pool_size of PgBouncer), or let DATABASE_URL lead to PostgreSQL itself',
      );
    case 'refused':
      throw new CommandError(
        `DATABASE_URL leads to a pooler that does not take the parameter ${found.parameter}; remove it from DATABASE_URL, let the pooler drop it (ignore_startup_parameters = ${found.parameter} of PgBouncer), or let DATABASE_URL lead to PostgreSQL itself`,
      );
    case 'away':
      throw new CommandError(`the database does not answer: ${found.error.message}`);
  }
}
