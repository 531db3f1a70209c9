import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Row, Success } from '../../db/database.ts';
import { scopeOf } from '../auth/scope.ts';
import type { Authenticate } from '../auth/token.ts';
import type { Model, Operation, Resource, Table } from '../definition/model.ts';
import { embedded } from '../query/plan/embed_plan.ts';
import { type ListPlan, planList } from '../query/plan/list_plan.ts';
import { planRead, type ReadPlan } from '../query/plan/read_plan.ts';
import { renderList, renderRead } from '../query/sql/read.ts';
import type { Statement } from '../query/sql/statement.ts';
import { renderCreate, renderDelete, renderSoftDeleted, renderUpdate } from '../query/sql/write.ts';
import type { Constraint } from '../schema/constraint.ts';
import { assignmentsOf } from './assignment.ts';
import { databaseProblem, writeProblem } from './database_problem.ts';
import { guard, requireScope } from './guard.ts';
import type { IdentityOf } from './identity.ts';
import { Problem } from './problem.ts';
import {
  type ItemRequest,
  type ItemRoute,
  notFound,
  parametersOf,
  parametersOfRead,
  queryProblem,
  readId,
  refuseParameters,
} from './url.ts';
import { createValidator, type Validate } from './validator.ts';

/** What the routes work with. */
export interface RouteContext {
  readonly model: Model;
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly identityOf: IdentityOf;
  readonly constraints: ReadonlyMap<string, Constraint>;
}

type Body = Readonly<Record<string, unknown>>;

/** The routes of one resource: its operations on the collection and the item, and the way to its history. */
export function addResourceRoutes(server: FastifyInstance, resource: Resource, context: RouteContext): void {
  const { operations } = resource;
  const collection = `${context.model.service.basePath}/${resource.name}`;
  const item = `${collection}/:id`;
  const guarded = (operation: Operation, of = resource) => ({ onRequest: guard(context.authenticate, operation, of) });
  if (operations.has('list')) server.get(collection, guarded('list'), listHandler(resource, context));
  if (operations.has('read')) server.get<ItemRoute>(item, guarded('read'), readHandler(resource, context));
  if (resource.kind === 'history') return;
  if (operations.has('create')) server.post(collection, guarded('create'), createHandler(resource, context));
  if (operations.has('update')) server.patch<ItemRoute>(item, guarded('update'), updateHandler(resource, context));
  if (operations.has('delete')) server.delete<ItemRoute>(item, guarded('delete'), deleteHandler(resource, context));
  const history = context.model.resources.get(resource.history ?? '');
  if (history !== undefined)
    server.get<ItemRoute>(`${item}/history`, guarded('list', history), redirectHandler(resource, history, context));
}

function listHandler(resource: Resource, context: RouteContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const plan = planList(resource, parametersOf(request), context.model);
    if (!plan.ok) throw queryProblem(plan.fault);
    requireScopes(request, plan.value);
    const { rows } = await run(context, renderList(plan.value));
    refuseFuture(rows[0]);
    const count = Number(rows[0]?.count ?? 0);
    const { offset } = plan.value;
    const range = count === 0 ? '*' : `${offset}-${offset + count - 1}`;
    return send(reply.header('content-range', `${range}/*`), rows[0]?.body ?? '[]');
  };
}

function readHandler(resource: Resource, context: RouteContext) {
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const plan = planRead(resource, readId(request, resource), parametersOfRead(request), context.model);
    if (!plan.ok) throw queryProblem(plan.fault);
    requireScopes(request, plan.value);
    const { rows } = await run(context, renderRead(plan.value, context.model));
    refuseFuture(rows[0]);
    const body = rows[0]?.body;
    if (body === undefined || body === null) throw notFound(resource, plan.value.id);
    return send(reply, body);
  };
}

/** What is embedded, or ordered by, needs the scope to read it; as of an instant, the scope to read its history too. */
function requireScopes({ caller }: FastifyRequest, plan: ReadPlan | ListPlan): void {
  const keys = 'order' in plan ? plan.order.flatMap(({ relation }) => relation ?? []) : [];
  const shown = [
    { resource: plan.resource, path: [] },
    ...embedded(plan.embeds),
    ...keys.map(({ relation, resource }) => ({ resource, path: [relation.alias] })),
  ];
  for (const { resource, path } of shown) {
    const need = path.length === 0 ? 'as_of' : `the relation ${path.join('.')}`;
    requireScope(caller, scopeOf('read', resource.name), need);
    if (plan.asOf === null || resource.kind === 'history' || resource.history === null) continue;
    requireScope(caller, scopeOf('read', resource.history), path.length === 0 ? need : `${need} as of an instant`);
  }
}

function refuseFuture(row: Row | undefined): void {
  if (row?.future !== 't') return;
  const detail = 'as_of is an instant that is still to come';
  throw new Problem('invalid_parameter', detail, { errors: [{ parameter: 'as_of', detail }] });
}

function createHandler(table: Table, context: RouteContext) {
  const validate = createValidator(table, 'create');
  const collection = `${context.model.service.basePath}/${table.name}`;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    refuseParameters(request);
    const body = validBody(request, validate);
    const identity = await context.identityOf(request.caller);
    const row = await write(table, context, body, renderCreate(table, assignmentsOf(table, body), identity));
    if (row === undefined) throw new Error(`the insert into ${table.name} answered nothing`);
    return send(reply.code(201).header('location', `${collection}/${row.id}`), row.body);
  };
}

function updateHandler(table: Table, context: RouteContext) {
  const validate = createValidator(table, 'update');
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    refuseParameters(request);
    const id = readId(request, table);
    const body = validBody(request, validate);
    const identity = await context.identityOf(request.caller);
    const row = await write(table, context, body, renderUpdate(table, id, assignmentsOf(table, body), identity));
    if (row === undefined) throw await missing(table, context, id);
    return send(reply, row.body);
  };
}

function deleteHandler(table: Table, context: RouteContext) {
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    refuseParameters(request);
    const id = readId(request, table);
    const identity = await context.identityOf(request.caller);
    const row = await write(table, context, {}, renderDelete(table, id, identity));
    if (row === undefined) throw notFound(table, id);
    return reply.code(204).send();
  };
}

/** `/{resource}/{id}/history` is a way to write a filter of the history resource (specification 4.2). */
function redirectHandler(table: Table, history: Resource, { model }: RouteContext) {
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    refuseParameters(request);
    const id = readId(request, table);
    return reply.redirect(`${model.service.basePath}/${history.name}?${table.name}_id=eq.${id}`, 307);
  };
}

function validBody({ body }: FastifyRequest, validate: Validate): Body {
  if (body === undefined)
    throw new Problem('malformed_json', 'the request has no body', { hint: 'send a JSON object' });
  const errors = validate(body);
  const [first] = errors;
  if (first === undefined) return body as Body;
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

/** The JSON text as PostgreSQL built it. */
function send(reply: FastifyReply, body: string | null | undefined): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
