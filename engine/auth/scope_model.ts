import type { Model, Resource } from '../model/model.ts';
import { ruleFor, type Viewer } from '../query/sql/viewer.ts';
import { type Action, actionWord } from '../vocabulary/action/actions.ts';
import { coversScope, scopeOf } from './scope.ts';

type Allows = (action: Action, resource: string) => boolean;

/**
 * The model as far as some scopes reach: the actions that they allow, relations to what may be read, and a history only
 * where it may be read.
 */
export function modelForScopes(model: Model, scopes: readonly string[]): Model {
  return narrowed(model, (action, name) => scopes.some((scope) => coversScope(scope, scopeOf(action, name))));
}

/** The model as far as the access rules let a role reach: what the role may do with no row at all is not there. */
export function modelForAccess(model: Model, viewer: Pick<Viewer, 'role'>): Model {
  return narrowed(model, (action, name) => {
    const resource = model.resources.get(name);
    return resource !== undefined && ruleFor(viewer, resource, actionWord(action).access).kind !== 'nothing';
  });
}

function narrowed(model: Model, allows: Allows): Model {
  const resources = [...model.resources].map(([name, resource]): [string, Resource] => {
    const actions = new Set([...resource.actions].filter((action) => allows(action, name)));
    const relations = new Map([...resource.relations].filter(([, { target }]) => allows('list', target)));
    if (resource.kind === 'history') return [name, { ...resource, actions, relations }];
    const history = resource.history !== null && allows('list', resource.history) ? resource.history : null;
    return [name, { ...resource, actions, relations, history }];
  });
  return { ...model, resources: new Map(resources) };
}
