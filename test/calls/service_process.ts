import { connect } from '../../db/database.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { createServer } from '../../engine/http/server.ts';

// A process that serves the calls of the tests from the database that it is given, until it is told to stop.
const [, , url = '', secret = ''] = process.argv;
const folder = 'test/calls/service';
const loaded = await loadModel(folder);
if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
const server = await createServer({
  model: loaded.model,
  database: await connect(url, { maximumConnections: 8, statementTimeoutSeconds: 10 }),
  authenticate: createAuthenticate({ kind: 'secret', secret }, loaded.model.service),
  ...{ logLevel: 'silent', serverTiming: false, tracing: false, folder },
});
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
