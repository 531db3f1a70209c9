import { createPool, type DatabasePool, sql as slonikSql } from 'slonik';
import { createTextDriver } from './text_driver.ts';

export type Row = Readonly<Record<string, string | null>>;

const url = new URL(process.env.DATABASE_URL ?? '');
const pool: DatabasePool = await createPool(url.href, {
  driverFactory: createTextDriver(
    "set TimeZone = 'UTC'; set statement_timeout = '10s'; set session_replication_role = 'replica'",
  ),
  maxPoolSize: 10,
  idleTimeout: 'DISABLE_TIMEOUT',
  resetConnection: async () => {},
  captureStackTrace: false,
  typeParsers: [],
});
const empty = slonikSql.unsafe`select`;

/** Runs a statement, which its connection prepares once. All columns are text. */
export async function run(name: string, text: string, values: readonly (string | null)[]): Promise<readonly Row[]> {
  const { rows } = await pool.query({ ...empty, sql: text, values, name } as typeof empty);
  return rows as readonly Row[];
}

export async function closePool(): Promise<void> {
  await pool.end();
}
