import type { Call } from '../model/call.ts';
import type { Model, Resource, Table } from '../model/model.ts';
import { stepsOf } from '../model/relation.ts';
import type { Action } from '../vocabulary/action/actions.ts';
import { authorise } from './authorise.ts';
import { refusalOfCall } from './call.ts';
import type { Principal } from './principal.ts';
import { restrictionsOf } from './restriction.ts';
import { coversScope, scopeOf, scopeOfCall } from './scope.ts';

interface Allows {
  readonly action: (action: Action, resource: string) => boolean;
  readonly call: (call: Call, table: Table) => boolean;
}

/**
 * The part of the model that some scopes allow: their actions, relations to readable resources, and readable histories.
 */
export function modelForScopes(model: Model, scopes: readonly string[]): Model {
  const covers = (needed: string) => scopes.some((scope) => coversScope(scope, needed));
  return narrowed(model, {
    action: (action, name) => covers(scopeOf(action, name)),
    call: ({ name }, table) => covers(scopeOfCall(table.name, name)),
  });
}

/** The part of the model that a principal may use. Actions that they may take on no row are left out. */
export function modelForPrincipal(principal: Principal, model: Model): Model {
  return narrowed(restrictionsOf(principal, model).model, {
    action: (action, name) => {
      const resource = model.resources.get(name);
      return resource !== undefined && authorise(principal, action, { resource }, model).ok;
    },
    call: (call, table) => refusalOfCall(principal, call, table) === null,
  });
}

function narrowed(model: Model, allows: Allows): Model {
  const resources = [...model.resources].map(([name, resource]): [string, Resource] => {
    const actions = new Set([...resource.actions].filter((action) => allows.action(action, name)));
    const relations = new Map(
      [...resource.relations].filter(([, relation]) =>
        stepsOf(relation).every(({ target }) => allows.action('list', target)),
      ),
    );
    if (resource.kind !== 'table') return [name, { ...resource, actions, relations }];
    const history = resource.history !== null && allows.action('list', resource.history) ? resource.history : null;
    const calls = new Map([...resource.calls].filter(([, call]) => allows.call(call, resource)));
    return [name, { ...resource, actions, relations, history, calls }];
  });
  return { ...model, resources: new Map(resources) };
}
