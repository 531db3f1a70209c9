import { openDatabase } from '../../codegen/service.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { startWorker } from '../../engine/events/worker.ts';
import { createServer } from '../../engine/http/server.ts';
import { faultModel } from './model.ts';

// A process that serves the model from the database that it is given, until it is killed. It imports nothing that imports
// tap, which ends a process after half a minute.
const [url = '', secret = '', service = ''] = process.argv.slice(2);
const model = faultModel(service);
const database = await openDatabase(url, model);
const worker = startWorker(model, database, () => {});
const server = await createServer({
  model,
  database,
  authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
  logLevel: 'silent',
  serverTiming: false,
  tracing: false,
  wrote: worker.nudge,
});
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
