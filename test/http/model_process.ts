import { loadModel } from '../../engine/feature/load.ts';
import type { Limits } from '../../engine/model/service.ts';
import { serveProcess } from '../serve_process.ts';

// A process that serves the definitions in a folder, with other limits, until it is killed.
const [url = '', secret = '', folder = '', changed = '{}'] = process.argv.slice(2);
const loaded = await loadModel(folder);
if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
const { service } = loaded.model;
const limits: Limits = { ...service.limits, ...(JSON.parse(changed) as Partial<Limits>) };
await serveProcess(url, secret, { ...loaded.model, service: { ...service, limits } });
