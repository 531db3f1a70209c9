import type { DatabaseError } from '../../db/database_error.ts';
import type { Model } from '../../engine/model/model.ts';
import { type Ask, explain } from '../../engine/query/explain/explain.ts';
import type { Explanation } from '../../engine/query/explain/explanation.ts';
import { principalFor } from '../../engine/query/explain/principal_for.ts';
import { CommandError, type Settings } from '../option/settings.ts';
import { joinDatabaseServer, openDatabase } from '../serve/service.ts';

/** The row that is explained, by its resource and id. */
export interface RowName {
  readonly resource: string;
  readonly id: string;
}

interface Caller {
  readonly role?: string | null;
  readonly claim: ReadonlyMap<string, string>;
}

/** Which rules decide about a row for a caller, and with which values. The rights of the operator's database URL apply. */
export async function explainRow(
  model: Model,
  settings: Settings,
  { resource: name, id }: RowName,
  { role = null, claim }: Caller,
): Promise<Explanation> {
  const table = model.resources.get(name);
  if (table?.kind !== 'table') throw new CommandError(`there is no resource ${name} with its own rows`);
  const principal = principalFor({ role, claims: claim }, model.service);
  if (!principal.ok) throw new CommandError(principal.message);
  const server = await joinDatabaseServer(settings);
  const database = await openDatabase(server, model);
  const ask: Ask = async (statement) => {
    const outcome = await database.query(statement);
    if (!outcome.ok) throw refusal(outcome.error);
    return outcome.rows;
  };
  try {
    return await explain({ table, id }, principal.value, model, ask);
  } finally {
    await database.close();
    await server.stop();
  }
}

/** PostgreSQL, Appendix A: an undefined table or column. */
const undefinedName = /^42(P01|703)$/;

function refusal({ sqlstate, message }: DatabaseError): CommandError {
  if (!undefinedName.test(sqlstate)) return new CommandError(`the database refuses: ${message}`);
  return new CommandError(
    `the tables do not fit the definitions (${message}); run almanac migrate, or almanac serve for the embedded database`,
  );
}
