import { connect } from '../../db/database.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { loadModel } from '../../engine/definition/load.ts';
import type { Limits } from '../../engine/definition/model.ts';
import { createServer } from '../../engine/http/server.ts';

// A process that serves the definitions in a folder, with other limits, until it is killed. It imports nothing that
// imports tap, which ends a process after half a minute.
const [url = '', secret = '', folder = '', changed = '{}'] = process.argv.slice(2);
const loaded = await loadModel(folder);
if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
const limits: Limits = { ...loaded.model.service.limits, ...(JSON.parse(changed) as Partial<Limits>) };
const model = { ...loaded.model, service: { ...loaded.model.service, limits } };
const { databaseConnections: maximumConnections, statementTimeoutSeconds, responseBytes, temporaryBytes } = limits;
const database = await connect(url, { maximumConnections, statementTimeoutSeconds, responseBytes, temporaryBytes });
const server = await createServer({
  model,
  database,
  authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
  logLevel: 'silent',
  serverTiming: false,
  tracing: false,
});
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
