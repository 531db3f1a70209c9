import { connect } from '../../db/database.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { createServer } from '../../engine/http/server.ts';
import { openFolderStore } from '../../engine/store/folder.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { definitions } from './definitions.ts';

// A process that serves the archive from a database and a folder, and sweeps, until it is killed.
const [, , url = '', folder = '', secret = ''] = process.argv;
const model = modelOfFiles(definitions);
const database = await connect(url, { maximumConnections: 4, statementTimeoutSeconds: 10 });
const files = await openFolderStore(folder);
const server = await createServer({
  model,
  database,
  files,
  authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
  logLevel: 'silent',
  serverTiming: false,
  tracing: false,
});
await startWorker(model, database, () => {}, { files, lookMilliseconds: 20 });
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
