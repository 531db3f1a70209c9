import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the service has been told to stop. */
    isDraining: boolean;
    readonly connections: ReadonlySet<Socket>;
  }
}

/** Prepares a service for being drained: from then on, each answer ends its connection. */
export function addDrain(server: FastifyInstance): void {
  const connections = new Set<Socket>();
  server.decorate('isDraining', false);
  server.decorate('connections', connections);
  server.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (server.isDraining) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** So long clients may still send on the connections that they have, and learn from the answer that these end. */
const lastCallMilliseconds = 1_000;

/**
 * Ends a service without a failed request: what is in progress is answered, and what comes meanwhile. Gives whether all
 * was answered within the deadline; what was not is cut.
 */
export async function drain(server: FastifyInstance, seconds: number): Promise<boolean> {
  let isCut = false;
  const deadline = setTimeout(() => {
    isCut = true;
    server.server.closeAllConnections();
  }, seconds * 1000);
  server.isDraining = true;
  const closed = Promise.all([...server.connections].map((socket) => once(socket, 'close')));
  await Promise.race([closed, delay(lastCallMilliseconds)]);
  await server.close();
  clearTimeout(deadline);
  return !isCut;
}
