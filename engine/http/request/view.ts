import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../access/principal.ts';
import { ruleFor } from '../../access/row_rule.ts';
import { holdsScope, scopeOf } from '../../access/scope.ts';
import { Problem } from '../../contract/problem.ts';
import type { Model, Resource, Table } from '../../model/model.ts';
import { isRequired } from '../../model/required.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import type { AccessAction } from '../../vocabulary/action/action_word.ts';
import { type Action, actionWord } from '../../vocabulary/action/actions.ts';
import type { RouteContext } from '../context.ts';
import type { Sight } from '../response/database_problem.ts';

/** What a request sees: whose it is, and the model and resource as their role has them. */
export interface View<Kind extends Resource = Resource> {
  readonly viewer: Principal;
  readonly model: Model;
  readonly resource: Kind;
}

export function viewOf<Kind extends Resource>(
  { caller }: FastifyRequest,
  resource: Kind,
  { modelOf }: Pick<RouteContext, 'modelOf'>,
): View<Kind> {
  const model = modelOf(caller);
  return { viewer: caller, model, resource: model.resources.get(resource.name) as Kind };
}

/**
 * The same for a writer, whose identity is recorded from now on. @throws Problem for a caller who cannot be recorded.
 */
export async function writerOf(request: FastifyRequest, view: View, { identities }: RouteContext): Promise<Writer> {
  const identity = await identities.make(request.caller);
  request.caller = { ...request.caller, identity };
  return { model: view.model, viewer: { ...view.viewer, identity, subject: null }, identity };
}

/** What the caller of a request may read, for the words of an error. */
export function sightOf({ caller }: FastifyRequest, { model, viewer }: Pick<View, 'model' | 'viewer'>): Sight {
  const shows = (resource: string, field: string) => model.resources.get(resource)?.fields.has(field) === true;
  return {
    shows,
    showsAll: (name, field) => {
      const resource = model.resources.get(name);
      if (resource === undefined || !shows(name, field) || !holdsScope(caller, scopeOf('list', name))) return false;
      return ruleFor(viewer, resource, 'read').kind === 'all';
    },
  };
}

/** @throws Problem when the role of the caller can take the action on no row at all. */
export function requireAction(view: View, resource: Resource, action: Action): void {
  requireAccess(view, actionWord(action).access);
  if (action === 'create' && view.resource !== resource) requireCreatable(resource, view.resource, view.viewer);
}

/** @throws Problem when the role of the caller may do this with no row at all. */
export function requireAccess({ viewer, resource }: Pick<View, 'viewer' | 'resource'>, action: AccessAction): void {
  if (ruleFor(viewer, resource, action).kind === 'nothing') throw forbidden(resource, action, viewer);
}

export function forbidden({ name }: Resource, action: AccessAction, { role }: Principal): Problem {
  const which = action === 'read' ? '' : 'this ';
  return new Problem('forbidden', `${callerWith(role)} may not ${action} ${which}${name}`);
}

function callerWith(role: string | null): string {
  return role === null ? 'a token without a role that the service knows' : `the role ${role}`;
}

/** @throws Problem when the role may not write a field that a create must send: no body would do. */
function requireCreatable(table: Resource, resource: Resource, { role }: Principal): void {
  const missing = [...table.fields.values()]
    .filter((field) => isRequired(field) && resource.fields.get(field.name)?.create !== true)
    .map(({ name }) => name);
  if (missing.length === 0) return;
  const which = missing.filter((name) => resource.fields.has(name));
  const fields = which.length === 0 ? 'a field that is required' : `${which.join(', ')}, which a create needs`;
  throw new Problem('forbidden', `${callerWith(role)} may not write ${fields}, so it cannot create ${table.name}`);
}

/** @throws Problem when a body has members that the role of the caller sees and may not write. */
export function requireFields(
  body: unknown,
  table: Table,
  { viewer, resource }: View,
  action: 'create' | 'update',
): void {
  if (resource === table || typeof body !== 'object' || body === null) return;
  const names = Object.keys(body).filter(
    (name) => table.fields.get(name)?.[action] === true && resource.fields.get(name)?.[action] === false,
  );
  if (names.length === 0) return;
  const detail = `the role ${viewer.role} may not write ${names.join(', ')}`;
  throw new Problem('forbidden_field', detail, { errors: names.map((name) => ({ pointer: `/${name}`, detail })) });
}
