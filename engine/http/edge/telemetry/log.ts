import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { pid } from 'node:process';
import { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { resourceOf } from '../../request/url.ts';
import type { LogOutput } from './log_output.ts';

/** How requests are named and logged: by an id that a proxy may have given, and none of what they hold. */
export const logOptions = {
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
  requestIdHeader: false,
  genReqId: ({ headers }: { readonly headers: IncomingMessage['headers'] }): string => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
  },
} as const;

/**
 * A line for each answered request, with the id that the answer has too. Paths, parameters, bodies and the names in
 * tokens may be personal. Only the route and the id of the identity are logged, or the address of an anonymous caller. Null
 * stands for no lines.
 */
export function addLog(server: FastifyInstance, basePath: string, output: LogOutput | null): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  if (output === null) return;
  const lineOf = requestLines(basePath);
  server.addHook('onResponse', (request, reply, done) => {
    if (request.config.probe !== true) output.write(lineOf(request, reply));
    done();
  });
}

type Answered = Pick<FastifyRequest, 'id' | 'method' | 'route' | 'caller' | 'ip' | 'parts'>;

/** Makes the line of a request, as the logger of the server would write it. Most of it is known before the request comes. */
export function requestLines(
  basePath: string,
): (request: Answered, reply: { readonly statusCode: number; readonly elapsedTime: number }) => string {
  const source = `,"pid":${pid},"hostname":${JSON.stringify(hostname())},"request_id":"`;
  const routes = new Map<string | null, string>();
  const textOf = (route: string | null): string => {
    const text = `,"route":${JSON.stringify(route)},"resource":${JSON.stringify(resourceOf(route, basePath))}`;
    routes.set(route, text);
    return text;
  };
  return ({ id, method, route, caller, ip, parts }, { statusCode, elapsedTime }) => {
    const identity = caller?.identity ?? null;
    // Of somebody who is nobody, the address is all there is to find them by.
    const who = identity === null ? `null,"address":${JSON.stringify(ip)}` : JSON.stringify(identity);
    const requests = parts === null ? '' : `,"requests":${parts}`;
    const asked = `","method":"${method}"${routes.get(route) ?? textOf(route)},"identity":${who}${requests}`;
    const milliseconds = Math.round(elapsedTime * 1000) / 1000;
    return `{"level":30,"time":${Date.now()}${source}${id}${asked},"status":${statusCode},"milliseconds":${milliseconds},"msg":"request"}\n`;
  };
}
