import { openDatabase } from '../codegen/serve/service.ts';
import type { Database } from '../db/database.ts';
import { createAuthenticate } from '../engine/auth/token.ts';
import { createServer } from '../engine/http/server.ts';
import type { Model } from '../engine/model/model.ts';

/**
 * Serves a model from a database until the process is killed, and prints the address. Who calls it imports nothing that
 * imports tap, which ends a process after half a minute. `wrote` is told of each write.
 */
export async function serveProcess(
  url: string,
  secret: string,
  model: Model,
  start: (database: Database) => Promise<{ readonly wrote: () => void }> = async () => ({ wrote: () => {} }),
): Promise<void> {
  const database = await openDatabase({ url, pooler: undefined }, model);
  const { wrote } = await start(database);
  const server = await createServer({
    model,
    database,
    authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
    logLevel: 'silent',
    serverTiming: false,
    tracing: false,
    wrote,
  });
  console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
}
