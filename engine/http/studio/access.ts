import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../access/principal.ts';
import { Problem } from '../../contract/problem.ts';
import type { StudioAccess } from '../../contract/studio/studio_access.ts';
import { offers } from '../../model/action.ts';
import type { Table } from '../../model/model.ts';
import { readOnPrimary } from '../../model/read_on_primary.ts';
import { type Ask, explain } from '../../query/explain/explain.ts';
import { principalFor } from '../../query/explain/principal_for.ts';
import { seesEverything } from '../../query/explain/sees_everything.ts';
import { planRead } from '../../query/plan/read_plan.ts';
import { renderRead } from '../../query/sql/read/read.ts';
import type { RouteContext } from '../context.ts';
import { noSuchRoute } from '../no_route.ts';
import type { ItemRoute } from '../request/action_request.ts';
import { notFound, parametersOf, pathOf, queryProblem, readId } from '../request/url.ts';
import { viewOf } from '../request/view.ts';
import { databaseProblem } from '../response/database_problem.ts';
import type { StudioAnswer, StudioContext } from './context.ts';
import { inParts, inWholes } from './told_access.ts';

/** `GET /studio/access/{resource}/{id}`: why a caller may see and change a row. */
export function accessAnswer(context: StudioContext): StudioAnswer {
  return async (request) => JSON.stringify(await accessTo(request as AccessRequest, context));
}

type AccessRequest = FastifyRequest<ItemRoute>;

/**
 * Why a caller may see and change a row that they read.
 *
 * A rule may look at rows and fields that its caller may not read. So there are two answers:
 * - A caller from whom nothing is hidden gets every part of each rule, and the values that it compares. They may ask the same
 *   about any role and claims. See seesEverything.
 * - Every other caller hears about themselves alone, and only what requests would show them. That is what they may do with the
 *   row, where their token has the scope for it. Whether a rule holds is told only if it alone decides, about a row that they
 *   read at present. The text of a rule is told where the documentation tells it to everybody.
 *
 * @throws Problem as a read of the row does.
 */
async function accessTo(request: AccessRequest, context: RouteContext): Promise<StudioAccess> {
  const { model } = context;
  const { caller } = request;
  const table = tableOf(request, context);
  const asked = askedPrincipal(request, context);
  const id = await readableId(request, table, context);
  const isOpen = seesEverything(caller, model);
  if (asked !== null && !isOpen) {
    throw new Problem('forbidden', 'the rights of other callers would tell of rows or fields that you may not read', {
      hint: 'ask without parameters about your own rights, or with a role that may read everything',
    });
  }
  const explanation = await explain({ table, id }, asked ?? caller, model, asking(request, context));
  const told = { table, id, model, caller: asked === null ? caller : null, explanation };
  return isOpen ? inParts(told) : inWholes({ ...told, caller });
}

/** @throws Problem for what has no rows of its own that can be read one by one. */
function tableOf(request: AccessRequest, { model }: RouteContext): Table {
  const table = model.resources.get(request.params.resource);
  if (table?.kind === 'table' && offers(table, 'read')) return table;
  throw noSuchRoute(model, request.method, pathOf(request), []);
}

/** The id of a row that the caller reads. @throws Problem as its read in the API does. */
async function readableId(request: AccessRequest, table: Table, context: RouteContext): Promise<string> {
  const view = viewOf(request, 'read', { resource: table }, context);
  const id = readId(request, table);
  const plan = planRead(view.resource, [{ name: 'select', value: 'id', index: 0 }], view.model);
  if (!plan.ok) throw queryProblem(plan.faults);
  const [row] = await asking(request, context)(renderRead(plan.value, id, view));
  if (row === undefined) throw notFound(table, id);
  return id;
}

function asking(request: AccessRequest, { model, readerOf }: RouteContext): Ask {
  const { query, usePrimary } = readerOf(request);
  if (readOnPrimary(model).size > 0) usePrimary?.();
  return async (statement) => {
    const outcome = await query(statement);
    if (!outcome.ok) throw databaseProblem(outcome.error);
    return outcome.rows;
  };
}

/** The caller whom the parameters name; null without any. @throws Problem for a role or a claim that the service does not have. */
function askedPrincipal(request: AccessRequest, { model }: RouteContext): Principal | null {
  const parameters = parametersOf(request);
  if (parameters.length === 0) return null;
  const named = new Map(parameters.map(({ name, value }) => [name, value]));
  const twice = parameters.find(({ name, index }) =>
    parameters.some((each) => each.name === name && each.index < index),
  );
  if (twice !== undefined) throw invalid(twice.name, `${twice.name} stands in the URL more than once`);
  const nul = parameters.find(({ name, value }) => `${name}${value}`.includes('\0'));
  if (nul !== undefined) throw invalid(nul.name, 'a NUL character stands there');
  const { role = null, ...claims } = Object.fromEntries(named);
  const principal = principalFor({ role, claims: new Map(Object.entries(claims)) }, model.service);
  if (!principal.ok) throw invalid(principal.name, principal.message);
  return principal.value;
}

function invalid(parameter: string, detail: string): Problem {
  return new Problem('invalid_parameter', detail, { errors: [{ parameter, detail }] });
}
