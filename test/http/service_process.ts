import { connect } from '../../db/database.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { createServer } from '../../engine/http/server.ts';
import { secret } from './service.ts';
import { versionModel } from './version_service.ts';

// A process that serves the model of versions from the database that it is given, until it is killed.
const model = versionModel();
const database = await connect(process.argv[2] ?? '', { maximumConnections: 2, statementTimeoutSeconds: 10 });
const authenticate = createAuthenticate({ kind: 'secret', secret }, model.service);
const server = await createServer({
  model,
  database,
  authenticate,
  logLevel: 'silent',
  serverTiming: false,
  tracing: false,
});
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
