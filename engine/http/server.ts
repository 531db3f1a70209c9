import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Authenticate } from '../auth/token.ts';
import { eventResource } from '../definition/event.ts';
import type { Model } from '../definition/model.ts';
import { createFollowers } from '../events/followers.ts';
import { nearest } from '../language/nearest.ts';
import { constraints } from '../schema/constraint.ts';
import { addDocument } from './document.ts';
import { addEventStream, eventStreamConstraint } from './event_stream.ts';
import { createIdentityOf } from './identity.ts';
import { readJsonBody } from './json_body.ts';
import { offeredMethods } from './offered.ts';
import { Problem } from './problem.ts';
import { refuseMalformed, requestProblem } from './request_problem.ts';
import { addResourceRoutes } from './routes.ts';
import { addSubscriptionRules } from './subscription.ts';
import { pathOf } from './url.ts';

export interface ServerOptions {
  readonly model: Model;
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** Below which nothing is logged. */
  readonly logLevel: 'info' | 'error' | 'silent';
  /** Told after each write. */
  readonly wrote?: () => void;
  /** Between two signs of life on a stream of events. */
  readonly heartbeatMilliseconds?: number;
}

// What all headers but the request line may need: a token of 8 KiB and whatever proxies add.
const headerBytes = 32_768;

/** The HTTP service of a model, not listening yet. */
export async function createServer({
  model,
  database,
  authenticate,
  logLevel,
  wrote = () => {},
  heartbeatMilliseconds = 15_000,
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
      constraints: { accept: eventStreamConstraint },
      // The query is read by our own grammar.
      querystringParser: () => ({}),
    },
    // What the router itself cannot read: a path that is not percent-encoded UTF-8.
    frameworkErrors: (_error, _request, reply) =>
      answer(reply as FastifyReply, new Problem('malformed_url', 'the path is not percent-encoded UTF-8')),
    clientErrorHandler: refuseMalformed,
    http: {
      // The URL is held against its own limit below, which gives a better answer.
      maxHeaderSize: limits.urlBytes + headerBytes,
      // Node would take the first of two Authorization headers; joined, they are no token.
      joinDuplicateHeaders: true,
    },
  });
  acceptJsonOnly(server);
  server.decorateRequest('caller');
  server.addHook('onRequest', async (request) => {
    const { length } = request.raw.url ?? '';
    if (length > limits.urlBytes)
      throw new Problem('url_too_long', `the URL has ${length} bytes, and ${limits.urlBytes} are allowed`);
    // Here and not in Fastify's handler, which would read the body first.
    const { id } = request.params as { readonly id?: string };
    // The router takes the nothing behind a trailing slash for an id.
    if (request.is404 || id === '') throw noSuchRoute(model, request);
  });
  server.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = error instanceof Problem ? error : requestProblem(error, request, limits.payloadBytes);
    if (problem.status >= 500) request.log.error({ err: error, cause: problem.cause }, problem.message);
    return answer(reply, problem);
  });
  server.addHook('onResponse', async ({ method }, { statusCode }) => {
    if (statusCode < 400 && method !== 'GET' && method !== 'HEAD') wrote();
  });
  await addDocument(server, model);
  const context = {
    model,
    database,
    authenticate,
    identityOf: createIdentityOf(model, database),
    constraints: constraints(model),
  };
  const event = model.service.events === null ? undefined : model.resources.get(eventResource);
  // A hook is of the routes that come after it.
  if (event !== undefined && model.service.events?.webhooks) addSubscriptionRules(server, event, model);
  for (const resource of model.resources.values()) addResourceRoutes(server, resource, context);
  if (event !== undefined) {
    const failed = (error: unknown) => server.log.error({ err: error }, 'followers of the events');
    const followers = createFollowers(event, database, failed);
    addEventStream(server, event, { model, authenticate, followers, heartbeatMilliseconds });
  }
  return server;
}

function answer(reply: FastifyReply, problem: Problem): FastifyReply {
  // A text that was cut short for a message may end in half of a surrogate pair, which strict readers of JSON refuse.
  const body = JSON.stringify(problem, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
  return reply.code(problem.status).headers(problem.headers).type('application/problem+json').send(body);
}

/** The answer where no route is: the path has other methods, or is none of ours. */
function noSuchRoute(model: Model, request: FastifyRequest): Problem {
  const path = pathOf(request);
  const shown = path.slice(0, 200);
  const offered = offeredMethods(model, path);
  if (offered.length > 0) {
    return new Problem('method_not_allowed', `${request.method} is not offered at ${shown}`, {
      hint: `use ${offered.join(', ')}`,
      headers: { allow: offered.join(', ') },
    });
  }
  const near = nearestCollection(model, path);
  return new Problem('unknown_path', `there is nothing at ${shown}`, {
    hint: near === null ? 'the document at /openapi.json lists every path' : `did you mean ${near}?`,
  });
}

function nearestCollection({ service: { basePath }, resources }: Model, path: string): string | null {
  const [, name = ''] = path.startsWith(basePath) ? path.slice(basePath.length).split('/') : [];
  // A longer name is no slip of one of ours, and comparing it with all of them takes its time.
  const near = name.length > 64 || resources.has(name) ? null : nearest(name, resources.keys());
  return near === null ? null : `${basePath}/${near}`;
}

function acceptJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/(?:merge-patch\+)?json(?:;|$)/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      checkCharset(request.headers['content-type'] ?? '');
      if (bytes.length === 0) return undefined;
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

/** Of the parameters of a media type only this one means anything, and JSON has but one (RFC 8259, 8.1). */
function checkCharset(contentType: string): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType) ?? [];
  if (charset.toLowerCase() === 'utf-8') return;
  throw new Problem('unsupported_media_type', `a body in ${charset.slice(0, 80)} cannot be read`, {
    hint: 'send application/json in UTF-8',
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
