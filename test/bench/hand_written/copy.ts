import { pipeline } from 'node:stream/promises';
import { Pool } from 'pg';
import { from } from 'pg-copy-streams';
import { manyStatements, sentColumns } from './many_statements.ts';

// A connection of COPY has a table of its own for what comes, which is empty again after the transaction.
const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c TimeZone=UTC -c statement_timeout=10s -c session_replication_role=replica',
});
pool.on('connect', (client) => {
  void client.query(`create temporary table sent (${sentColumns}) on commit delete rows`);
});

/** Creates units from CSV, as it comes, for an identity. */
export async function createCopied(csv: NodeJS.ReadableStream, identity: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await pipeline(csv, client.query(from('copy sent from stdin (format csv, header match)')));
    await client.query({ name: 'copied', text: manyStatements.copied, values: [identity] });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

export async function closeCopies(): Promise<void> {
  await pool.end();
}
