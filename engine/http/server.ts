import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Replicas } from '../../db/replica/replicas.ts';
import type { Authenticate } from '../auth/token.ts';
import { postgrestError } from '../contract/postgrest_error.ts';
import { Problem, problemText } from '../contract/problem.ts';
import type { Model } from '../model/model.ts';
import type { Limits } from '../model/service.ts';
import { createPlanCache } from '../query/cache/plan_cache.ts';
import { createWriteCache } from '../query/cache/write_cache.ts';
import { constraints } from '../schema/constraint/constraints.ts';
import type { FileStore } from '../store/store.ts';
import { addBatchRoute } from './batch/route.ts';
import { createHandlers } from './call/handler/handlers.ts';
import { addCallRoutes } from './call/route.ts';
import { addDocument } from './document/document.ts';
import { addDocumentation, type Documentation } from './document/documentation.ts';
import { addEntrance } from './document/entrance.ts';
import { addFavicon } from './document/favicon.ts';
import { connectionOptions } from './edge/connection/connection.ts';
import { boundConnections } from './edge/connection/connection_limit.ts';
import { addDrain } from './edge/connection/drain.ts';
import { addHeldAnswers } from './edge/connection/held_answers.ts';
import { refuseLate } from './edge/connection/late_request.ts';
import { openConnections } from './edge/connection/open_connections.ts';
import { addConsistency } from './edge/consistency.ts';
import { addCors } from './edge/cors.ts';
import { addHealth } from './edge/health.ts';
import { createReaders } from './edge/readers.ts';
import { refuseMalformed, requestProblem } from './edge/request_problem.ts';
import { addSecurityHeaders } from './edge/security_headers.ts';
import { type Follow, followed } from './edge/telemetry/follow.ts';
import { addLog, logOptions } from './edge/telemetry/log.ts';
import { gatheredOutput, type LogOutput } from './edge/telemetry/log_output.ts';
import { addMetrics, type GatherMetrics } from './edge/telemetry/metrics.ts';
import { addRequestLog } from './edge/telemetry/request_log.ts';
import { addServerTiming } from './edge/telemetry/server_timing.ts';
import { addAdmission } from './edge/turn/admission.ts';
import { joinedWrites } from './edge/turn/joined_writes.ts';
import { addPressure } from './edge/turn/pressure.ts';
import { addRateLimit } from './edge/turn/rate_limit.ts';
import { databaseByCaller } from './edge/turn/share.ts';
import { createEndpoints } from './endpoints.ts';
import { servicePartsOf } from './feature.ts';
import { noSuchRoute } from './no_route.ts';
import { offeredMethods, reading } from './offered.ts';
import { namesPostgrest } from './request/accept.ts';
import { acceptBodies } from './request/body.ts';
import { createIdentities } from './request/identity.ts';
import { createRecovery } from './request/recovery.ts';
import { pathOf } from './request/url.ts';
import { createStreamPlaces } from './response/stream_places.ts';
import { addRoute } from './route.ts';
import { addResourceRoutes } from './routes.ts';
import { addStudioEndpoints } from './studio/endpoints.ts';
import { addStudioPage, pageSettings, type StudioBundle } from './studio/page.ts';
import { addPeople, type People } from './studio/people.ts';

export interface ServerOptions {
  readonly model: Model;
  readonly database: Database;
  /** What requests that only read may read from; null, or left out, for the database alone. */
  readonly replicas?: Replicas | null;
  readonly authenticate: Authenticate;
  /** Below which nothing is logged. */
  readonly logLevel: 'info' | 'error' | 'silent';
  /** Where the log goes; to standard output when left out. */
  readonly logTo?: LogOutput;
  /** Whether answers tell where their time went. */
  readonly serverTiming: boolean;
  /** Whether spans are made of requests, for the OpenTelemetry SDK of the process. */
  readonly tracing: boolean;
  /** The certificate and its key, in PEM form, to serve HTTPS by; null, or left out, for HTTP. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | null;
  /** Addresses of the proxies whose X-Forwarded headers say where a request comes from; of others they say nothing. */
  readonly trustedProxies?: readonly string[];
  /** Where the bytes of files are; needed where resources have files. */
  readonly files?: FileStore | null;
  /** The files to publish at /docs; none when left out. */
  readonly documentation?: () => Promise<Documentation>;
  /** Told after each write. */
  readonly wrote?: () => void;
  /** For a service of several processes. */
  readonly gatherMetrics?: GatherMetrics;
  /** Between two signs of life on a stream of events. */
  readonly heartbeatMilliseconds?: number;
  /** Where the files of handlers are, beside the definitions. */
  readonly folder?: string;
  /** Where Studio is as browsers get it; null, or left out, for its endpoints without its page. */
  readonly studio?: StudioBundle | null;
  /** Who may sign in to Studio without a password, while the service is developed; null, or left out, for nobody. */
  readonly people?: People | null;
}

const longestHeartbeat = 15_000;

const output = gatheredOutput();

/** The HTTP service of a model, not listening yet. */
export async function createServer({
  model,
  authenticate,
  wrote = () => {},
  heartbeatMilliseconds = longestHeartbeat,
  tls = null,
  trustedProxies = [],
  folder = '',
  people = null,
  studio = null,
  logTo = output,
  ...options
}: ServerOptions): Promise<FastifyInstance> {
  const { limits, cors, basePath } = model.service;
  const parts = await servicePartsOf(model);
  const longestRequestSeconds = Math.max(
    limits.requestTimeoutSeconds,
    ...parts.map((part) => part.longestRequestSeconds ?? 0),
  );
  const connection = connectionOptions(limits, longestRequestSeconds);
  // Fastify's types know a server of the one kind or of the other; which of them it is makes no difference here.
  const secure = tls === null ? {} : ({ https: { ...connection.http, ...tls } } as object);
  const server = Fastify({
    ...connection,
    ...secure,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    ...logOptions,
    logger: { level: options.logLevel, stream: logTo },
    bodyLimit: limits.payloadBytes,
    exposeHeadRoutes: true,
    // While it closes, it answers what still comes: see drain.ts.
    return503OnClosing: false,
    routerOptions: {
      // The length of the whole URL has a limit of its own.
      maxParamLength: limits.urlBytes,
      ignoreTrailingSlash: false,
      constraints: Object.assign({}, ...parts.map(({ constraints }) => constraints)),
      // The query is read by our own grammar.
      querystringParser: () => ({}),
    },
    // What the router itself cannot read: a path that is too long, or not percent-encoded UTF-8.
    frameworkErrors: (_error, request, reply) => {
      const problem =
        urlTooLong(request, limits) ?? new Problem('malformed_url', 'the path is not percent-encoded UTF-8');
      return answer(reply as FastifyReply, problem);
    },
    clientErrorHandler: refuseMalformed,
  });
  const admission = addAdmission(server, options.database, limits);
  const connections = openConnections(server.server);
  connections.watch({ ended: admission.ended });
  boundConnections(connections, limits, trustedProxies);
  addRequestLog(server);
  acceptBodies(server, limits);
  server.decorateRequest('caller');
  server.decorateRequest('form');
  server.decorateRequest('preferred');
  server.decorateRequest('view');
  server.decorateRequest('head');
  server.decorateRequest('parts', null);
  addDrain(server, connections);
  if (longestRequestSeconds > limits.requestTimeoutSeconds) refuseLate(server, limits.requestTimeoutSeconds * 1000);
  addRoute(server, model);
  addLog(server, basePath, options.logLevel === 'info' ? logTo : null);
  const observe = await addObservers(server, options);
  const { replicas = null } = options;
  const database = followed(joinedWrites(options.database), observe, replicas === null ? null : 'primary');
  const { counts, ...readers } = createReaders(
    database,
    replicas === null ? null : { replicas, follow: observe },
    model,
  );
  const plans = createPlanCache(limits.planCacheBytes);
  const follow = options.tracing ? (await import('./edge/telemetry/trace_call.ts')).followCall : undefined;
  const handlers = createHandlers(model, folder, handlerLog(server, options), follow);
  server.addHook('onClose', handlers.close);
  const metrics = [...parts.flatMap(({ addMetrics: add }) => add ?? []), handlers.addMetrics];
  const reading = replicas === null ? null : { replicas, counts };
  addMetrics(server, metrics, { database, plans, admission, reading }, options.gatherMetrics);
  addSecurityHeaders(server, model.service);
  await addCors(server, cors);
  addPressure(server, admission);
  addHeldAnswers(server, limits);
  server.addHook('onRequest', (request, _reply, done) => {
    const problem = urlTooLong(request, limits);
    if (problem !== null) throw problem;
    // Here and not in Fastify's handler, which would read the body first.
    if (request.route === null) throw unrouted(model, request);
    done();
  });
  const countMore = await addRateLimit(server, limits.requestsPerMinute);
  server.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = error instanceof Problem ? error : requestProblem(error, request);
    // Health tells its own changes: a balancer asks again and again.
    if (problem.status >= 500 && problem.code !== 'not_ready')
      request.log.error({ err: error, cause: problem.cause }, problem.message);
    return answer(reply, problem, namesPostgrest(request.headers.accept) ? postgrestError(problem) : problem);
  });
  server.addHook('onResponse', ({ method }, { statusCode }, done) => {
    if (statusCode < 400 && method !== 'GET' && method !== 'HEAD') wrote();
    done();
  });
  server.setNotFoundHandler((request) => {
    throw unrouted(model, request);
  });
  if (replicas !== null) addConsistency(server, replicas, model.service);
  addHealth(server, model, database, replicas);
  const context = {
    model,
    databaseOf: databaseByCaller(database),
    ...readers,
    authenticate,
    identities: createIdentities(model, database),
    recovery: createRecovery(database),
    query: database.query,
    constraints: constraints(model),
    plans,
    writes: createWriteCache(),
    streams: createStreamPlaces(limits),
    writeRules: new Map(parts.flatMap(({ writeRules }) => (writeRules === undefined ? [] : [writeRules]))),
  };
  await addDocument(server, context);
  if (options.documentation !== undefined && model.service.documentFor === 'everybody')
    addDocumentation(server, options.documentation);
  addEntrance(server, model.service, {
    documentation: options.documentation !== undefined,
    studio: studio !== null && model.service.studio !== null,
  });
  addFavicon(server);
  if (model.service.studio !== null) {
    const hasPages = options.documentation !== undefined && model.service.documentFor === 'everybody';
    addStudioEndpoints(server, { ...context, documentation: hasPages ? '/docs/' : null });
    if (people !== null) addPeople(server, people);
    if (studio !== null) await addStudioPage(server, studio, pageSettings(model.service, people));
  }
  const endpointOf = createEndpoints(context);
  addResourceRoutes(server, context, endpointOf);
  addCallRoutes(server, context, endpointOf, handlers);
  addBatchRoute(server, context, endpointOf, countMore);
  const own = {
    ...context,
    database: options.database,
    files: options.files ?? null,
    // Before a connection without a byte is closed.
    heartbeatMilliseconds: Math.min(heartbeatMilliseconds, connection.connectionTimeout / 2),
  };
  for (const { addRoutes } of parts) addRoutes?.(server, own);
  return server;
}

/** What handlers of calls write is told wherever anything is told. */
function handlerLog({ log }: FastifyInstance, { logLevel }: Pick<ServerOptions, 'logLevel'>): FastifyBaseLogger {
  return logLevel === 'silent' ? log : log.child({}, { level: 'info' });
}

/** What follows requests into the database, where it is asked for. */
async function addObservers(
  server: FastifyInstance,
  { serverTiming, tracing }: Pick<ServerOptions, 'serverTiming' | 'tracing'>,
): Promise<Follow> {
  const timed: Follow = serverTiming ? addServerTiming(server) : (share) => share;
  if (!tracing) return timed;
  const traced = (await import('./edge/telemetry/trace.ts')).addTrace(server);
  return (share, name) => traced(timed(share, name), name);
}

function answer(
  reply: FastifyReply,
  problem: Problem,
  body: Parameters<typeof problemText>[0] = problem,
): FastifyReply {
  return reply.code(problem.status).headers(problem.headers).type('application/problem+json').send(problemText(body));
}

function urlTooLong({ raw: { url = '' } }: Pick<FastifyRequest, 'raw'>, { urlBytes }: Limits): Problem | null {
  if (url.length <= urlBytes) return null;
  return new Problem('url_too_long', `the URL has ${url.length} bytes, and ${urlBytes} are allowed`);
}

function unrouted(model: Model, request: FastifyRequest): Problem {
  const path = pathOf(request);
  return noSuchRoute(model, request.method, path, isPage(request.server, path) ? reading : offeredMethods(model, path));
}

/** Whether something outside the API is read at a path, such as the document. */
function isPage(server: FastifyInstance, path: string): boolean {
  return !/[:*]/.test(path) && server.hasRoute({ method: 'GET', url: path });
}
