import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../../db/database.ts';
import type { Limits } from '../../../model/service.ts';
import { pathOf } from '../../request/url.ts';
import { createTurns } from './turns.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests of monitoring, which are answered under any load. */
    readonly probe?: boolean;
  }
}

export interface Admission {
  /** Whether to refuse the request because of overload. */
  isRefused(request: IncomingMessage): boolean;
  /** How many requests wait to be started. */
  waiting(): number;
  /** Tell it when a request is answered, or its client is gone. */
  ended(response: ServerResponse): void;
}

/**
 * Lets requests wait before Fastify sees them, while the process has too much to do. Call it before all that listens for
 * requests or adds routes.
 */
export function addAdmission(
  fastify: FastifyInstance,
  database: Database,
  { eventLoopDelayMilliseconds, connections }: Pick<Limits, 'eventLoopDelayMilliseconds' | 'connections'>,
): Admission {
  const { server } = fastify;
  const probes = new Set<string>();
  const refused = new WeakSet<IncomingMessage>();
  const [handle] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  if (handle === undefined) throw new Error('Fastify does not listen for requests');
  const start = (response: ServerResponse) => handle.call(server, response.req, response);
  const turns = createTurns<ServerResponse>({
    patienceMilliseconds: eventLoopDelayMilliseconds,
    mostLate: connections,
    start,
    refuse: (response) => {
      refused.add(response.req);
      start(response);
    },
    databaseIsFull: () => database.load().waiting > 0,
    isWork: ({ req, headersSent }) => req.complete && !headersSent,
  });
  fastify.addHook('onRoute', ({ url, config }) => {
    if (config?.probe === true) probes.add(url);
  });
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (probes.has(pathOf({ url: request.url ?? '' }))) {
      start(response);
      return;
    }
    turns.enter(response);
  });
  return { isRefused: (request) => refused.has(request), waiting: turns.waiting, ended: turns.leave };
}
