import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, LogController } from 'fastify';
import { resourceOf } from '../request/url.ts';

/** How requests are named and logged: by an id that a proxy may have given, and none of what they hold. */
export const logOptions = {
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
  requestIdHeader: false,
  genReqId: ({ headers }: { readonly headers: IncomingMessage['headers'] }): string => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
  },
} as const;

const gatheredMilliseconds = 20;

/** Standard output, which gets the lines of some milliseconds at once: each write is a way into the kernel. */
export function gatheredOutput(): { write(line: string): void } {
  let lines = '';
  const flush = () => {
    process.stdout.write(lines);
    lines = '';
  };
  // What ends the process meanwhile is told of as well.
  process.on('exit', () => lines !== '' && flush());
  return {
    write: (line) => {
      if (lines === '') setTimeout(() => lines !== '' && flush(), gatheredMilliseconds).unref();
      lines += line;
    },
  };
}

/**
 * A line for each answered request, with the id that the answer has too. Paths, parameters, bodies and the names in
 * tokens may be personal. Only the route and the id of the identity are logged, or the address of an anonymous caller.
 */
export function addLog(server: FastifyInstance, basePath: string): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { route } = request;
    if (request.routeOptions.config.probe !== true) {
      const identity = request.caller?.identity ?? null;
      const line = {
        method: request.method,
        route,
        resource: resourceOf(route, basePath),
        identity,
        // Of somebody who is nobody, this is all there is to find them by.
        ...(identity === null && { address: request.ip }),
        ...(request.parts !== null && { requests: request.parts }),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 1000) / 1000,
      };
      request.log.info(line, 'request');
    }
    done();
  });
}
