import type { Model, Resource } from '../model/model.ts';
import { stepsOf } from '../model/relation.ts';
import type { Action } from '../vocabulary/action/actions.ts';
import { authorise } from './authorise.ts';
import type { Principal } from './principal.ts';
import { restrictionsOf } from './restriction.ts';
import { coversScope, scopeOf } from './scope.ts';

type Allows = (action: Action, resource: string) => boolean;

/**
 * The part of the model that some scopes allow: their actions, relations to readable resources, and readable histories.
 */
export function modelForScopes(model: Model, scopes: readonly string[]): Model {
  return narrowed(model, (action, name) => scopes.some((scope) => coversScope(scope, scopeOf(action, name))));
}

/** The part of the model that a principal may use. Actions that they may take on no row are left out. */
export function modelForPrincipal(principal: Principal, model: Model): Model {
  return narrowed(restrictionsOf(principal, model).model, (action, name) => {
    const resource = model.resources.get(name);
    return resource !== undefined && authorise(principal, action, { resource }, model).ok;
  });
}

function narrowed(model: Model, allows: Allows): Model {
  const resources = [...model.resources].map(([name, resource]): [string, Resource] => {
    const actions = new Set([...resource.actions].filter((action) => allows(action, name)));
    const relations = new Map(
      [...resource.relations].filter(([, relation]) => stepsOf(relation).every(({ target }) => allows('list', target))),
    );
    if (resource.kind === 'history') return [name, { ...resource, actions, relations }];
    const history = resource.history !== null && allows('list', resource.history) ? resource.history : null;
    return [name, { ...resource, actions, relations, history }];
  });
  return { ...model, resources: new Map(resources) };
}
