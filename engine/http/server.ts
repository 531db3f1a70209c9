import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Authenticate } from '../auth/token.ts';
import type { Model } from '../definition/model.ts';
import { constraints } from '../schema/constraint.ts';
import { addDocument } from './document.ts';
import { createIdentityOf } from './identity.ts';
import { readJsonBody } from './json_body.ts';
import { Problem } from './problem.ts';
import { addResourceRoutes } from './routes.ts';

export interface ServerOptions {
  readonly model: Model;
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** Below which nothing is logged. */
  readonly logLevel: 'info' | 'error' | 'silent';
}

/** The HTTP service of a model, not listening yet. */
export async function createServer({
  model,
  database,
  authenticate,
  logLevel,
}: ServerOptions): Promise<FastifyInstance> {
  const { limits } = model.service;
  const server = Fastify({
    logger: { level: logLevel },
    bodyLimit: limits.payloadBytes,
    exposeHeadRoutes: true,
    routerOptions: {
      // Longer than any id; the length of the whole URL has a limit of its own.
      maxParamLength: limits.urlBytes,
      ignoreTrailingSlash: false,
      // The query is read by our own grammar.
      querystringParser: () => ({}),
    },
    // What the router itself cannot read: a path that is not percent-encoded UTF-8.
    frameworkErrors: (_error, _request, reply) =>
      answer(reply as FastifyReply, new Problem('malformed_url', 'the path is not percent-encoded UTF-8')),
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket),
    // Node's own limit is 16 KiB for all headers; the URL is held against ours below.
    http: { maxHeaderSize: limits.urlBytes + 32_768 },
  });
  acceptJsonOnly(server);
  server.addHook('onRequest', async (request) => {
    const { url = '' } = request.raw;
    if (url.length > limits.urlBytes)
      throw new Problem('url_too_long', `the URL has ${url.length} bytes, and ${limits.urlBytes} are allowed`);
    checkAccept(request);
  });
  server.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = error instanceof Problem ? error : problemOf(error, request, limits.payloadBytes);
    if (problem.status >= 500) request.log.error({ err: error, cause: problem.cause }, problem.message);
    return answer(reply, problem);
  });
  server.setNotFoundHandler((request) => {
    throw new Problem('unknown_path', `there is nothing at ${request.url.split('?')[0]?.slice(0, 200)}`, {
      hint: 'the document at /openapi.json lists every path',
    });
  });
  await addDocument(server, model);
  const context = {
    model,
    database,
    authenticate,
    identityOf: createIdentityOf(model, database),
    constraints: constraints(model),
  };
  for (const resource of model.resources.values()) addResourceRoutes(server, resource, context);
  return server;
}

function answer(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}

function acceptJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => {
      let text: string;
      try {
        text = utf8.decode(bytes);
      } catch {
        throw new Problem('malformed_json', 'the body is not encoded as UTF-8');
      }
      return readJsonBody(text);
    },
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Answers are JSON; whoever says that they take no such thing gets a 406 before any work is done. */
function checkAccept(request: FastifyRequest): void {
  const { accept } = request.headers;
  if (accept === undefined || !request.url.startsWith('/')) return;
  const ranges = accept.split(',').map((range) => range.trim().toLowerCase());
  const acceptable = ranges.some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    return (
      /^(\*\/\*|application\/(\*|json|problem\+json)|text\/html)$/.test(type) &&
      !parameters.some((part) => /^q=0(\.0*)?$/.test(part))
    );
  });
  const isPage = /^\/(docs|openapi\.json)/.test(request.url);
  if (!acceptable && !isPage)
    throw new Problem('not_acceptable', `nothing here is of the type ${accept.slice(0, 80)}`, {
      hint: 'accept application/json',
    });
}

/** Fastify's own refusals, in our words; anything else is a defect of ours, and its message stays in the log. */
function problemOf(error: FastifyError, request: FastifyRequest, payloadBytes: number): Problem {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('payload_too_large', `the body has more than ${payloadBytes} bytes`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem(
        'unsupported_media_type',
        `a body of type ${String(request.headers['content-type']).slice(0, 80)} cannot be read`,
        { hint: 'send application/json' },
      );
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Problem('malformed_json', 'the body is empty');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('malformed_request', 'the body is not as long as Content-Length says');
    default:
      return new Problem('internal', 'the service could not carry out the request');
  }
}

function refuseMalformed(error: Error & { readonly code?: string }, socket: import('node:stream').Duplex): void {
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem('url_too_long', 'the URL or the headers are too long')
      : new Problem('malformed_request', 'the request is no HTTP/1.1');
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.code}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
