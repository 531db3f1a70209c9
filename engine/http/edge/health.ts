import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../db/database.ts';
import type { Replica } from '../../../db/replica/replica.ts';
import type { Replicas } from '../../../db/replica/replicas.ts';
import { missingRights } from '../../../db/rights.ts';
import { missingColumns } from '../../../db/tables.ts';
import { Problem } from '../../contract/problem.ts';
import type { Model } from '../../model/model.ts';

/**
 * The checks of a supervisor: whether the process lives (/livez), and whether it can take requests (/readyz). While the
 * database is away, /livez stays 200: the process goes on by itself when the database is back.
 */
export function addHealth(server: FastifyInstance, model: Model, database: Database, replicas: Replicas | null): void {
  const options = { config: { probe: true } };
  server.get('/livez', options, () => ({ status: 'ok' }));
  let told: string | null = null;
  server.get('/readyz', options, async ({ log }) => {
    const isStopping = server.successor === 'instance' || server.successor === 'nobody';
    const reason = isStopping ? 'the service is being stopped' : await obstacle(model, database);
    if (reason !== told) log.warn(reason === null ? 'ready again' : `not ready: ${reason}`);
    told = reason;
    if (reason !== null) throw new Problem('not_ready', reason, { headers: { 'retry-after': '1' } });
    return { status: 'ok', ...(replicas !== null && { replicas: replicas.list.map(stateOf) }) };
  });
}

/** Without replicas the service is ready all the same. */
function stateOf({ watch }: Replica) {
  const reason = watch.obstacle();
  return { usable: reason === null, reason };
}

async function obstacle(model: Model, database: Database): Promise<string | null> {
  const missing = await missingColumns(database, model);
  if (!missing.ok) return 'the database does not answer';
  if (!(await database.isWritable())) return 'the database takes no writes';
  if (missing.columns.length > 0) return 'the tables of the database do not fit the definitions';
  const rights = await missingRights(database, model);
  if (!rights.ok) return 'the database does not answer';
  return rights.names.length === 0
    ? null
    : 'the role of the service lacks rights in the database: run what "almanac roles" prints again';
}
