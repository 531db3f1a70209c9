import { randomBytes } from 'node:crypto';
import type { Model } from '../../engine/model/model.ts';
import { schemaStatements } from '../../engine/schema/schema.ts';
import { urlOfDatabase } from '../connection/hosts.ts';
import { connect, type Database } from '../database.ts';
import type { Failure } from '../statement.ts';
import { type Difference, differences, readCatalog } from './catalog.ts';

/**
 * How the tables of a database differ from the tables of a model. The model's tables are made in another database on
 * the same server for a moment, so that PostgreSQL writes both catalogs in the same words. It needs the right to create
 * databases.
 */
export async function findDrift(
  url: string,
  database: Database,
  model: Model,
): Promise<{ readonly ok: true; readonly differences: readonly Difference[] } | Failure> {
  const found = await readCatalog(database.query);
  if (!found.ok) return found;
  return database.session(async (admin) => {
    const name = `almanac_check_${randomBytes(6).toString('hex')}`;
    const created = await admin.query({ text: `create database ${name} template template0`, values: [] });
    if (!created.ok) return created;
    try {
      const expected = await catalogOf(urlOfDatabase(url, name), model);
      return expected.ok ? { ok: true, differences: differences(found.entries, expected.entries) } : expected;
    } finally {
      await admin.query({ text: `drop database ${name} with (force)`, values: [] });
    }
  });
}

/** Statement by statement: all at once, a large model would take more locks than a server has. */
async function catalogOf(url: string, model: Model): ReturnType<typeof readCatalog> {
  const scratch = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    for (const text of schemaStatements(model)) {
      const made = await scratch.query({ text, values: [] });
      if (!made.ok) return made;
    }
    return await readCatalog(scratch.query);
  } finally {
    await scratch.close();
  }
}
