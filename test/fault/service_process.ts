import { startWorker } from '../../engine/worker/worker.ts';
import { serveProcess } from '../serve_process.ts';
import { faultModel } from './model.ts';

// A process that serves the model from the database that it is given, and works in the background, until it is killed.
const [url = '', secret = '', service = ''] = process.argv.slice(2);
const model = faultModel(service);
await serveProcess(url, secret, model, async (database) => {
  const { wake } = await startWorker(model, database, () => {});
  return { wrote: wake };
});
