import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Row, Success } from '../../db/database.ts';
import type { Caller } from '../auth/caller.ts';
import { holdsScope, scopeOf } from '../auth/scope.ts';
import type { Authenticate } from '../auth/token.ts';
import type { History, Model, Operation, Resource, Table } from '../definition/model.ts';
import { planList } from '../query/list_plan.ts';
import { type QueryFault, readQueryString } from '../query/query_string.ts';
import { renderList, renderRead } from '../query/read.ts';
import type { Statement } from '../query/statement.ts';
import { renderCreate, renderDelete, renderSoftDeleted, renderUpdate } from '../query/write.ts';
import type { Constraint } from '../schema/constraint.ts';
import { assignmentsOf } from './assignment.ts';
import { databaseProblem, writeProblem } from './database_problem.ts';
import type { IdentityOf } from './identity.ts';
import { Problem } from './problem.ts';
import { createValidator } from './validator.ts';

/** What the routes work with. */
export interface RouteContext {
  readonly model: Model;
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly identityOf: IdentityOf;
  readonly constraints: ReadonlyMap<string, Constraint>;
}

type Item = FastifyRequest<{ Params: { id: string } }>;
type Body = Readonly<Record<string, unknown>>;

/** The routes of one resource: its operations on the collection and the item, and the way to its history. */
export function addResourceRoutes(server: FastifyInstance, resource: Resource, context: RouteContext): void {
  const collection = `${context.model.service.basePath}/${resource.name}`;
  const item = `${collection}/:id`;
  const { operations } = resource;
  if (operations.has('list')) server.get(collection, (request, reply) => list(resource, context, request, reply));
  if (operations.has('read')) server.get(item, (request: Item, reply) => read(resource, context, request, reply));
  if (resource.kind === 'table') addWriteRoutes(server, resource, context, collection, item);
  const allowed = {
    [collection]: [operations.has('list') ? ['GET', 'HEAD'] : [], operations.has('create') ? ['POST'] : []].flat(),
    [item]: [
      operations.has('read') ? ['GET', 'HEAD'] : [],
      operations.has('update') ? ['PATCH'] : [],
      operations.has('delete') ? ['DELETE'] : [],
    ].flat(),
    ...(resource.kind === 'table' && resource.history !== null ? { [`${item}/history`]: ['GET', 'HEAD'] } : {}),
  };
  for (const [path, methods] of Object.entries(allowed))
    if (methods.length > 0) refuseOtherMethods(server, path, methods);
}

function addWriteRoutes(
  server: FastifyInstance,
  table: Table,
  context: RouteContext,
  collection: string,
  item: string,
): void {
  const { operations } = table;
  if (operations.has('create')) {
    const validate = createValidator(table, 'create');
    server.post(collection, async (request, reply) => {
      const caller = await authorise(request, context, 'create', table);
      refuseParameters(request);
      const body = validBody(request, validate);
      const identity = await context.identityOf(caller);
      const row = await write(table, context, body, renderCreate(table, assignmentsOf(table, body), identity));
      if (row === undefined) throw new Error(`the insert into ${table.name} answered nothing`);
      return send(reply.code(201).header('location', `${collection}/${row.id}`), row.body);
    });
  }
  if (operations.has('update')) {
    const validate = createValidator(table, 'update');
    server.patch(item, async (request: Item, reply) => {
      const caller = await authorise(request, context, 'update', table);
      refuseParameters(request);
      const id = readId(request, table);
      const body = validBody(request, validate);
      const identity = await context.identityOf(caller);
      const row = await write(table, context, body, renderUpdate(table, id, assignmentsOf(table, body), identity));
      if (row === undefined) throw await missing(table, context, id);
      return send(reply, row.body);
    });
  }
  if (operations.has('delete')) {
    server.delete(item, async (request: Item, reply) => {
      const caller = await authorise(request, context, 'delete', table);
      refuseParameters(request);
      const id = readId(request, table);
      const identity = await context.identityOf(caller);
      const row = await write(table, context, {}, renderDelete(table, id, identity));
      if (row === undefined) throw notFound(table, id);
      return reply.code(204).send();
    });
  }
  if (table.history !== null) addHistoryRedirect(server, table, context, item);
}

async function list(
  resource: Resource,
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await authorise(request, context, 'list', resource);
  const parameters = readQueryString(queryOf(request));
  if (!parameters.ok) throw queryProblem(parameters.fault);
  const plan = planList(resource, parameters.value, context.model.service.limits);
  if (!plan.ok) throw queryProblem(plan.fault);
  const { rows } = await run(context, renderList(plan.value));
  const count = Number(rows[0]?.count ?? 0);
  const { offset } = plan.value;
  const range = count === 0 ? '*' : `${offset}-${offset + count - 1}`;
  return send(reply.header('content-range', `${range}/*`), rows[0]?.body ?? '[]');
}

async function read(
  resource: Resource,
  context: RouteContext,
  request: Item,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await authorise(request, context, 'read', resource);
  refuseParameters(request);
  const id = readId(request, resource);
  const { rows } = await run(context, renderRead(resource, context.model, id));
  const body = rows[0]?.body;
  if (body === undefined || body === null) throw notFound(resource, id);
  return send(reply, body);
}

/** `/{resource}/{id}/history` is a way to write a filter of the history resource (specification 4.2). */
function addHistoryRedirect(server: FastifyInstance, table: Table, context: RouteContext, item: string): void {
  const history = context.model.resources.get(table.history ?? '') as History;
  server.get(`${item}/history`, async (request: Item, reply) => {
    await authorise(request, context, 'list', history);
    refuseParameters(request);
    const id = readId(request, table);
    return reply.redirect(`${context.model.service.basePath}/${history.name}?${table.name}_id=eq.${id}`, 307);
  });
}

function refuseOtherMethods(server: FastifyInstance, path: string, allowed: readonly string[]): void {
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => !allowed.includes(method));
  server.route({
    method: others,
    url: path,
    handler: (request) => {
      throw new Problem('method_not_allowed', `${request.method} is not offered at ${request.url.split('?')[0]}`, {
        hint: `use ${allowed.join(', ')}`,
        headers: { allow: allowed.join(', ') },
      });
    },
  });
}

/** The caller, who holds the scope that the operation needs. */
async function authorise(
  request: FastifyRequest,
  { authenticate }: RouteContext,
  operation: Operation,
  resource: Resource,
): Promise<Caller> {
  const authentication = await authenticate(request.headers.authorization);
  if (!authentication.ok) {
    const { code, detail } = authentication.reason;
    const challenge =
      code === null ? 'Bearer' : `Bearer error="${code}", error_description="${detail.replaceAll('"', "'")}"`;
    throw new Problem('unauthenticated', detail, { headers: { 'www-authenticate': challenge } });
  }
  const scope = scopeOf(operation, resource.name);
  if (holdsScope(authentication.caller, scope)) return authentication.caller;
  throw new Problem('insufficient_scope', `the token lacks the scope ${scope}`, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

function validBody(request: FastifyRequest, validate: ReturnType<typeof createValidator>): Body {
  if (request.body === undefined) {
    throw new Problem('invalid_body', 'the request has no body', {
      errors: [{ pointer: '', detail: 'must be a JSON object' }],
    });
  }
  const errors = validate(request.body);
  const [first] = errors;
  if (first === undefined) return request.body as Body;
  const where = first.pointer === '' ? 'the body' : first.pointer;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  throw new Problem('invalid_body', `${where}: ${first.detail}${more}`, { hint: first.hint ?? null, errors });
}

async function run({ database }: RouteContext, statement: Statement): Promise<Success> {
  const outcome = await database.query(statement);
  if (!outcome.ok) throw databaseProblem(outcome.error);
  return outcome;
}

async function write(
  table: Table,
  { database, constraints }: RouteContext,
  body: Body,
  statement: Statement,
): Promise<Row | undefined> {
  const outcome = await database.query(statement);
  if (!outcome.ok) throw writeProblem(outcome.error, table, body, constraints);
  return outcome.rows[0];
}

/** Why an update found no row: there is none, or it is an entry that was taken off its timeline. */
async function missing(table: Table, context: RouteContext, id: string): Promise<Problem> {
  if (table.temporal === null) return notFound(table, id);
  const { rows } = await run(context, renderSoftDeleted(table, id));
  if (rows.length === 0) return notFound(table, id);
  return new Problem('state_conflict', `${table.name} ${id} is deleted`, {
    hint: 'send valid_from, and it is restored',
  });
}

function readId(request: Item, resource: Resource): string {
  const { id } = request.params;
  // Longer texts are no bigint; nothing has such an id.
  if (/^\d{1,19}$/.test(id) && BigInt(id) < 2n ** 63n) return BigInt(id).toString();
  throw notFound(resource, id.slice(0, 80));
}

function notFound(resource: Resource, id: string): Problem {
  return new Problem('not_found', `there is no ${resource.name} ${id}`);
}

function refuseParameters(request: FastifyRequest): void {
  const parameters = readQueryString(queryOf(request));
  if (!parameters.ok) throw queryProblem(parameters.fault);
  const [first] = parameters.value;
  if (first === undefined) return;
  const detail = `this operation takes no parameter ${JSON.stringify(first.name.slice(0, 80))}`;
  throw new Problem('unknown_parameter', detail, { errors: [{ parameter: first.name, detail }] });
}

function queryProblem({ code, parameter, position, detail, hint }: QueryFault): Problem {
  const where =
    parameter === null || position === null || code === 'unknown_parameter'
      ? ''
      : ` (${parameter}, character ${position + 1})`;
  const errors = parameter === null ? [] : [{ parameter, detail, ...(hint === null ? {} : { hint }) }];
  return new Problem(code, `${detail}${where}`, { hint, errors });
}

function queryOf(request: FastifyRequest): string {
  const { url = '' } = request.raw;
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** The JSON text as PostgreSQL built it. */
function send(reply: FastifyReply, body: string | null | undefined): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
