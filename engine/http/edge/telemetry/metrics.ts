import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../../../db/database.ts';
import type { PlanCache } from '../../../query/cache/plan_cache.ts';
import type { AddMetrics } from '../../feature.ts';
import type { Admission } from '../turn/admission.ts';
import { addReplicaMetrics, type Reading } from './replica_metrics.ts';

/** Given what counts in this process, a function to the text of it, and of other processes that serve along with it. */
export type GatherMetrics = (registries: readonly Registry[]) => () => Promise<string>;

/** The parts of a service that metrics are about. */
export interface Measured {
  readonly database: Pick<Database, 'load' | 'query'>;
  readonly plans: PlanCache;
  readonly admission: Pick<Admission, 'waiting'>;
  /** Null without replicas. */
  readonly reading: Reading | null;
}

/** How the service does, as Prometheus reads it: /metrics. Routes, not paths: no value of a request is in it. */
export function addMetrics(
  server: FastifyInstance,
  added: readonly AddMetrics[],
  measured: Measured,
  gather: GatherMetrics = gatherOwn,
): void {
  const { registry, duration, batched } = createMetrics(added, measured);
  server.addHook('onResponse', ({ method, route, parts }, { statusCode, elapsedTime }, done) => {
    duration.observe({ method, route: route ?? 'none', status: statusCode }, elapsedTime / 1000);
    if (parts !== null) batched.inc({ status: statusCode }, parts);
    done();
  });
  const text = gather([processRegistry(), registry]);
  server.get('/metrics', { config: { probe: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await text()),
  );
}

/** The metrics of a service and of its features. */
export function createMetrics(added: readonly AddMetrics[], { database, plans, admission, reading }: Measured) {
  const registry = new Registry();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, from their headers to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const batched = new Counter({
    name: 'http_batched_requests_total',
    help: 'Requests within batches, by the status of the batch. A batch is one request in the other metrics.',
    labelNames: ['status'],
    registers: [registry],
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database, by what they do.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { active, idle } = database.load();
      this.set({ state: 'active' }, active);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'database_waiting_requests',
    help: 'Statements that wait for a connection to the database.',
    registers: [registry],
    collect() {
      this.set(database.load().waiting);
    },
  });
  new Gauge({
    name: 'http_waiting_requests',
    help: 'Requests that wait until the process has time for them.',
    registers: [registry],
    collect() {
      this.set(admission.waiting());
    },
  });
  addPlanMetrics(registry, plans);
  if (reading !== null) addReplicaMetrics(registry, reading);
  for (const add of added) add(registry, database);
  return { registry, duration, batched };
}

const gatherOwn: GatherMetrics = (registries) => () => Registry.merge([...registries]).metrics();

function addPlanMetrics(registry: Registry, plans: PlanCache): void {
  new Counter({
    name: 'plan_cache_requests_total',
    help: 'Requests that read, and writes whose answers select or embed, by whether the plan of an earlier one served them.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ result: 'hit' }, plans.hits);
      this.inc({ result: 'miss' }, plans.misses);
    },
  });
  new Counter({
    name: 'list_ways_total',
    help: 'Lists under rules through relations or as of an instant, by the way to their rows. It was recalled, found by trying all, or recalled and failed.',
    labelNames: ['way', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [way, counts] of plans.ways.lists)
        for (const [result, count] of Object.entries(counts)) this.inc({ way, result }, count);
    },
  });
  new Gauge({
    name: 'plan_cache_plans',
    help: 'Plans that are kept.',
    registers: [registry],
    collect() {
      this.set(plans.plans.size);
    },
  });
}

let ofProcess: Registry | null = null;

/** Memory, event loop and garbage collection are the process's, however many services it has. */
function processRegistry(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}
