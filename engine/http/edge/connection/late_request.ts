import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Ends the connection of a request that does not come in time. It is for a service in which some requests may take longer, up to
 * the timeout of Node.
 */
export function refuseLate(server: FastifyInstance, milliseconds: number): void {
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    // Most requests are here already, and one that comes by no connection is here as a whole.
    if (!raw.complete && raw.socket instanceof Socket) {
      limitTime(raw, milliseconds, (error) => server.server.emit('clientError', error, raw.socket));
    }
    done();
  });
}

/** Gives a request this time from now on. */
export function allowTime(request: IncomingMessage, milliseconds: number): void {
  const timer = timers.get(request);
  if (timer === undefined) return;
  clearTimeout(timer);
  limitTime(request, milliseconds, (error) => request.destroy(error));
}

function limitTime(request: IncomingMessage, milliseconds: number, late: (error: Error) => void): void {
  const timer = setTimeout(() => {
    if (!request.complete) late(Object.assign(new Error('the request is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }));
  }, milliseconds);
  // It keeps no process running.
  timer.unref();
  timers.set(request, timer);
  const stop = () => clearTimeout(timer);
  request.once('end', stop);
  request.once('close', stop);
}
