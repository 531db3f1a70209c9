import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../../access/principal.ts';
import { expiryOf } from '../../../auth/expiry.ts';
import { Problem } from '../../../contract/problem.ts';
import type { RouteContext } from '../../../http/context.ts';
import { shareOf } from '../../../http/edge/turn/share.ts';
import type { ActionRequest } from '../../../http/request/action_request.ts';
import { guard, type Offer } from '../../../http/request/guard.ts';
import { isMember } from '../../../http/request/membership.ts';
import { readPreferences } from '../../../http/request/prefer.ts';
import { parametersOf, queryProblem } from '../../../http/request/url.ts';
import { databaseProblem, queryProblemOf } from '../../../http/response/database_problem.ts';
import { requireReads } from '../../../http/response/reads.ts';
import type { Resource } from '../../../model/model.ts';
import { listParameters, planList } from '../../../query/plan/list_plan.ts';
import type { EventText } from '../page.ts';
import type { Follower } from './follower.ts';
import type { Followers } from './followers.ts';
import { eventStream } from './media_type.ts';

/** What a follower may leave unread; one that leaves more is dropped, and resumes from where it was. */
const mostUnreadBytes = 1_048_576;
const secondsToCatchUp = 30;
/** Between two looks for tokens that have expired. A timer for each stream would overflow for a token of 25 days. */
const expiryLookMilliseconds = 500;
/** Between two looks for memberships that have ended. */
const membershipLookMilliseconds = 1000;

/** What tells a request for the stream from one for the list, for the router. */
export const eventStreamConstraint = {
  name: 'accept',
  storage: () => {
    const handlers = new Map();
    return {
      get: (type: string) => handlers.get(type) ?? null,
      set: (type: string, handler: unknown) => {
        handlers.set(type, handler);
      },
    };
  },
  // Without a value, the router takes the route that has no constraint; its type knows texts alone.
  deriveConstraint: ({ headers }: IncomingMessage) =>
    (isEventStream(headers.accept ?? '') ? eventStream : undefined) as string,
};

/** Whether the request asks for the stream by name. Then a list is not an answer, even if other types are accepted. */
function isEventStream(accept: string): boolean {
  // As most clients send it, or leave it out: every request passes here.
  if (accept === '*/*' || accept === '') return false;
  return accept.split(',').some((range) => range.split(';', 1)[0]?.trim().toLowerCase() === eventStream);
}

/** Each event is an object in JSON. */
const offer: Offer = {
  types: [eventStream],
  formOf: (accept = '') => (isEventStream(accept) ? 'json' : null),
};

const headers = {
  'content-type': eventStream,
  'cache-control': 'no-store',
  // Proxies pass on each event as it comes.
  'x-accel-buffering': 'no',
  // A connection that is kept alive would outlive the stream, and hold up a server that is told to stop.
  connection: 'close',
};

interface StreamContext extends RouteContext {
  readonly followers: Followers;
  /** Between two signs of life. */
  readonly heartbeatMilliseconds: number;
}

/**
 * GET /event as a stream (WHATWG HTML, 9.2 server-sent events). It has the events after Last-Event-ID, or from now on,
 * that the filters choose and the caller may read. It ends when its token expires, or the membership that its claim needs.
 */
export function addEventStream(server: FastifyInstance, event: Resource, context: StreamContext): void {
  const { followers } = context;
  const { basePath, token, limits } = context.model.service;
  const takePlace = createPlaces(limits.followersPerIdentity);
  const open = new Map<ServerResponse, { readonly until: number; readonly caller: Principal }>();
  const beat = setInterval(() => {
    for (const response of open.keys()) write(response, ':\n\n');
  }, context.heartbeatMilliseconds);
  const expiry = setInterval(() => {
    const now = Date.now();
    for (const [response, { until }] of open) if (until <= now) response.end();
  }, expiryLookMilliseconds);
  const memberships = watchMemberships(open, context);
  beat.unref();
  expiry.unref();
  // Before the server waits for its requests to end: these never would.
  server.addHook('preClose', async () => {
    clearInterval(beat);
    clearInterval(expiry);
    memberships.end();
    for (const response of open.keys()) response.end();
    await followers.close();
  });
  server.get(`${basePath}/${event.name}`, {
    constraints: { accept: eventStream },
    exposeHeadRoute: false,
    onRequest: guard(context, { action: 'list', resource: event }, readHead, offer),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { view, head } = request;
      const after = head as ReturnType<typeof readHead>;
      const { model, resource } = view;
      const parameters = filtersOf(request);
      const plan = planList(resource, parameters, model);
      if (!plan.ok) throw queryProblem(plan.faults);
      requireReads(view, plan.value);
      const response = reply.raw;
      const asked = { event: resource, restrictions: view, filters: plan.value.rows.conditions };
      const until = expiryOf(request.headers.authorization, token);
      takePlace(request, response);
      const share = context.databaseOf(request);
      const following = await followers.follow(followerOf(response, asked, until), after, share);
      if (!following.ok && following.error === null) throw eventLost(after, following.kept);
      if (!following.ok) throw queryProblemOf(following.error, parameters) ?? databaseProblem(following.error);
      reply.hijack();
      response.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers });
      write(response, 'retry: 1000\n\n');
      open.set(response, { until, caller: request.caller });
      const leave = following.start();
      const end = () => {
        open.delete(response);
        leave();
      };
      if (response.destroyed) end();
      else response.once('close', end);
    },
  });
}

/** Ends the streams of callers whose membership has ended. From that moment on, they are shown no event. */
function watchMemberships(
  open: ReadonlyMap<ServerResponse, { readonly caller: Principal }>,
  { model: { service }, query }: StreamContext,
): { readonly end: () => void } {
  if (service.actsFor === null) return { end: () => {} };
  const look = async (): Promise<void> => {
    for (const [response, { caller }] of open) {
      // Where the database cannot say, the next look does.
      const isOver = await isMember(caller, service, query).then(
        (is) => !is,
        () => false,
      );
      if (isOver) response.end();
    }
    if (!ended) timer = setTimeout(look, membershipLookMilliseconds).unref();
  };
  let ended = false;
  let timer = setTimeout(look, membershipLookMilliseconds).unref();
  return {
    end: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
}

/** Counts the streams of each share. The function that it gives throws a Problem where a share has no place for one more. */
function createPlaces(most: number): (request: FastifyRequest, response: ServerResponse) => void {
  const taken = new Map<string, number>();
  return (request, response) => {
    const share = shareOf(request);
    const own = taken.get(share) ?? 0;
    if (own >= most) {
      const detail = `this identity has ${own} streams of events open, and may have no more`;
      throw new Problem('too_many_at_once', detail, { headers: { 'retry-after': '5' } });
    }
    taken.set(share, own + 1);
    response.once('close', () => {
      const left = (taken.get(share) ?? 1) - 1;
      if (left === 0) taken.delete(share);
      else taken.set(share, left);
    });
  };
}

/** What comes after its token has expired is not shown. */
function followerOf(response: ServerResponse, asked: Follower['asked'], until: number): Follower {
  const isOpen = () => !response.writableEnded && !response.destroyed && Date.now() < until;
  return {
    asked,
    show: (events) => {
      if (isOpen()) write(response, events.map(frame).join(''));
    },
    ready: async () => {
      if (!response.writableNeedDrain) return isOpen();
      const waited = new AbortController();
      const signal = AbortSignal.any([waited.signal, AbortSignal.timeout(secondsToCatchUp * 1000)]);
      await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).catch(() => {
        response.destroy();
      });
      // Takes both listeners off.
      waited.abort();
      return isOpen();
    },
    drop: () => response.end(),
  };
}

function frame({ id, body }: EventText): string {
  return `id: ${id}\ndata: ${body}\n\n`;
}

/** Writes what a follower reads in time, and lets go of one that does not. */
function write(response: ServerResponse, text: string): void {
  // One that has ended is a follower until its connection is closed.
  if (response.writableEnded || response.destroyed) return;
  response.write(text);
  if (response.writableLength > mostUnreadBytes) response.destroy();
}

/** @throws Problem for a parameter that is not a filter: a stream has one order, and no pages. */
function filtersOf(request: FastifyRequest): ReturnType<typeof parametersOf> {
  const parameters = parametersOf(request);
  const pages = parameters.filter(({ name }) => notOfStreams.has(name));
  const [first] = pages;
  if (first === undefined) return parameters;
  const detail = 'a stream has filters only';
  const errors = pages.map(({ name }) => ({ parameter: name, detail }));
  throw new Problem('unknown_parameter', `${detail}, and no parameter ${first.name}`, { errors });
}

const notOfStreams: ReadonlySet<string> = new Set(listParameters);

function readHead(request: Pick<ActionRequest, 'headers'>): string | null {
  readPreferences(request, 'read');
  return lastEventId(request);
}

/** @throws Problem when the header is not an id. */
function lastEventId({ headers }: Pick<ActionRequest, 'headers'>): string | null {
  const value = headers['last-event-id'];
  if (value === undefined || value === '') return null;
  if (typeof value === 'string' && /^\d{1,19}$/.test(value) && BigInt(value) < 2n ** 63n) return value;
  const detail = 'Last-Event-ID is the id of an event';
  throw new Problem('invalid_parameter', detail, { errors: [{ parameter: 'Last-Event-ID', detail }] });
}

function eventLost(id: string | null, kept: string): Problem {
  const detail = `the log does not have event ${id}; the last one that it has before it is ${kept}`;
  return new Problem('event_lost', detail, { errors: [{ parameter: 'Last-Event-ID', detail }] });
}
