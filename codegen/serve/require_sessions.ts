import { findPooling } from '../../db/connection/pooling.ts';
import { CommandError } from '../option/settings.ts';

/**
 * Refuses a database behind a pooler that does not give each connection its own session. Settings, locks and LISTEN
 * belong to a session.
 * @throws CommandError with what to do.
 */
export async function requireSessions(url: string): Promise<void> {
  const found = await findPooling(url);
  switch (found.kind) {
    case 'sessions':
      return;
    case 'transactions':
      throw new CommandError(
        'DATABASE_URL leads to a pooler that gives each transaction another session (such as PgBouncer with pool_mode = transaction). Set pool_mode = session for this database, or let DATABASE_URL lead to PostgreSQL itself',
      );
    case 'full':
      throw new CommandError(
        'DATABASE_URL leads to a pooler without a session for a second connection. Raise pool_size (PgBouncer), or let DATABASE_URL lead to PostgreSQL itself',
      );
    case 'refused':
      throw new CommandError(
        `DATABASE_URL leads to a pooler that does not take the parameter ${found.parameter}. Remove it from DATABASE_URL, or let the pooler drop it (ignore_startup_parameters = ${found.parameter} of PgBouncer). Or let DATABASE_URL lead to PostgreSQL itself`,
      );
    case 'away':
      throw new CommandError(`the database does not answer: ${found.error.message}`);
  }
}
