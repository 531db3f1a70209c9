import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Limits } from '../../../model/service.ts';
import type { OpenConnection, OpenConnections } from './open_connections.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Who takes the requests after this service, once it has been told to stop; null before. */
    successor: Successor | null;
    /** The open connections. */
    readonly connections: ReadonlySet<OpenConnection>;
  }
}

/**
 * Another process on the same port, another instance behind a balancer, or nobody. A balancer must learn that an instance
 * stops, and nobody else needs to.
 */
export type Successor = 'process' | 'instance' | 'nobody';

/** Prepares a service for being drained: from then on, each answer ends its connection. */
export function addDrain(server: FastifyInstance, { all }: OpenConnections): void {
  server.decorate('successor', null);
  server.decorate('connections', all);
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (server.successor !== null) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** A service that nobody has been connected to for so long ends at once, unless a balancer may still send it somebody. */
const quietMilliseconds = 100;
const lookMilliseconds = 20;

/**
 * Ends a service without a failed request. For `drainSeconds` it goes on, so that a balancer learns from /readyz and
 * clients from their answers that it ends. Then it takes no more connections, and answers every request that has begun to
 * arrive. Gives whether all was answered within `shutdownSeconds`; what was not is cut.
 */
export async function drain(
  server: FastifyInstance,
  { drainSeconds, shutdownSeconds }: Pick<Limits, 'drainSeconds' | 'shutdownSeconds'>,
  successor: Successor,
): Promise<boolean> {
  let isCut = false;
  const deadline = setTimeout(() => {
    isCut = true;
    for (const { socket } of server.connections) socket.destroy();
  }, shutdownSeconds * 1000);
  server.successor = successor;
  const pause = delay(Math.min(drainSeconds, shutdownSeconds) * 1000);
  await (successor === 'instance' ? pause : Promise.race([isQuiet(server), pause]));
  // Node would close connections at once that have a request in the kernel's buffer.
  server.server.closeIdleConnections = () => {};
  const closing = server.close();
  const sweeping = sweep(server);
  await closing;
  await sweeping;
  clearTimeout(deadline);
  return !isCut;
}

async function isQuiet({ connections }: FastifyInstance): Promise<void> {
  let since = performance.now();
  while (performance.now() - since < quietMilliseconds) {
    await delay(lookMilliseconds);
    if (connections.size > 0) since = performance.now();
  }
}

/** A connection that was opened or answered so lately may have its next request on the way. */
const freshMilliseconds = 1000;

/** Closes each connection that has no request and expects none, until all are closed. */
async function sweep({ connections }: FastifyInstance): Promise<void> {
  while (connections.size > 0) {
    // What the kernel has is read in a turn of the event loop, and what is read is parsed in the next.
    await turn();
    await turn();
    const since = performance.now() - freshMilliseconds;
    for (const connection of connections)
      if (connection.since < since && !hasRequest(connection)) connection.socket.destroySoon();
    await delay(lookMilliseconds);
  }
}

function hasRequest({ socket, requests, answeredBytes }: OpenConnection): boolean {
  return requests.length > 0 || socket.bytesRead > answeredBytes;
}
