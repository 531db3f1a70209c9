import type { Touched } from '../../access/authorise.ts';
import { isEverywhere } from '../../access/field_rule.ts';
import type { Restrictions } from '../../access/restriction.ts';
import { holdsScope, scopeOf } from '../../access/scope.ts';
import type { Model, Resource, Table } from '../../model/model.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import type { Action } from '../../vocabulary/action/actions.ts';
import type { RouteContext } from '../context.ts';
import type { Sight } from '../response/refused_write.ts';
import type { ActionRequest } from './action_request.ts';
import { permit } from './permit.ts';

/** What a request is about, and what its caller may see and do of that. */
export interface View<Kind extends Resource = Resource> extends Restrictions {
  readonly action: Action;
  /** The model of all roles. */
  readonly whole: Model;
  /** As the role of the caller sees it. */
  readonly resource: Kind;
}

/** @throws Problem when the caller of a request may not take an action on the rows of a resource. */
export function viewOf(
  { caller }: Pick<ActionRequest, 'caller'>,
  action: Action,
  touched: Touched,
  { model }: Pick<RouteContext, 'model'>,
): View {
  const restrictions = permit(caller, action, touched, model);
  const { name } = touched.resource;
  return {
    ...restrictions,
    action,
    whole: model,
    resource: restrictions.model.resources.get(name) ?? touched.resource,
  };
}

/** The restrictions of a writer, whose identity is recorded from now on. @throws Problem for a caller who cannot be recorded. */
export function writerOf(
  request: Pick<ActionRequest, 'caller'>,
  { model, rows }: Restrictions,
  context: Pick<RouteContext, 'identities'>,
): Writer | Promise<Writer> {
  const { caller } = request;
  if (caller.identity !== null) return { principal: caller, model, rows, identity: caller.identity };
  return makeIdentity(request, context).then((identity) => ({ principal: request.caller, model, rows, identity }));
}

/** The id of the caller's identity, which is added where it is missing. @throws Problem for a caller who cannot be recorded. */
export async function makeIdentity(
  request: Pick<ActionRequest, 'caller'>,
  { identities }: Pick<RouteContext, 'identities'>,
): Promise<string> {
  const { identity: known } = request.caller;
  if (known !== null) return known;
  const identity = await identities.make(request.caller);
  request.caller = { ...request.caller, identity, subject: null };
  return identity;
}

/** What the caller of a request may read, for the words of an error. */
export function sightOf({ model, principal, rows }: Restrictions): Sight {
  const shows = (resource: string, field: string) => isEverywhere(model.resources.get(resource)?.fields.get(field));
  const rightsIn = (name: string) =>
    holdsScope(principal, scopeOf('list', name)) ? (rows.get(name)?.read.kind ?? 'nothing') : 'nothing';
  return {
    reads: (name) => rightsIn(name) !== 'nothing',
    shows,
    showsAll: (name, field) => shows(name, field) && rightsIn(name) === 'all',
  };
}

/** @throws Problem when a body has members that the role of the caller sees and may not write. */
export function requireFields(body: unknown, table: Table, { principal, action, whole, resource }: View): void {
  // A role without field rules sees the table as it is: what the guard has asked is not asked again.
  if (resource === table || typeof body !== 'object' || body === null) return;
  permit(principal, action, { resource: table, written: Object.keys(body) }, whole);
}
