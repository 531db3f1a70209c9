import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Follow } from './follow.ts';

interface Timing {
  database: number;
}

const current = new AsyncLocalStorage<Timing>();

/**
 * Shows the developer, in the tools of the browser, where the time of a request went (W3C Server Timing). Returns
 * what counts the time of statements. For development only: it tells strangers too much, and takes time itself.
 */
export function addServerTiming(server: FastifyInstance): Follow {
  const timings = new WeakMap<FastifyRequest, Timing>();
  // Behind the parsing of the body, whose events know nothing of the request.
  server.addHook('preValidation', (request, _reply, done) => {
    const timing = { database: 0 };
    timings.set(request, timing);
    current.run(timing, done);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const total = `total;dur=${reply.elapsedTime.toFixed(1)}`;
    const timing = timings.get(request);
    reply.header('server-timing', timing === undefined ? total : `db;dur=${timing.database.toFixed(1)}, ${total}`);
    done(null, payload);
  });
  return (share) => ({
    ...share,
    query: (statement) => timed(() => share.query(statement)),
    read: (statement) => timed(() => share.read(statement)),
    transaction: (work, name) => timed(() => share.transaction(work, name)),
  });
}

async function timed<T>(work: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  try {
    return await work();
  } finally {
    const timing = current.getStore();
    if (timing !== undefined) timing.database += performance.now() - begin;
  }
}
