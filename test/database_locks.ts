/** The locks of the database that asks, as rows of pg_locks: files run in parallel on one server, and each has a database of its own. */
export const databaseLocks =
  'pg_locks join pg_database on pg_database.oid = pg_locks.database and datname = current_database()';
