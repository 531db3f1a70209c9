import type { Model, Resource } from '../definition/model.ts';
import { coversScope, scopeOf } from './scope.ts';

/**
 * The model as far as some scopes reach: the operations that they allow, relations to what may be read, and a history only
 * where it may be read.
 */
export function modelForScopes(model: Model, scopes: readonly string[]): Model {
  const allows = (operation: Parameters<typeof scopeOf>[0], name: string) =>
    scopes.some((scope) => coversScope(scope, scopeOf(operation, name)));
  const resources = [...model.resources].map(([name, resource]): [string, Resource] => {
    const operations = new Set([...resource.operations].filter((operation) => allows(operation, name)));
    const relations = new Map([...resource.relations].filter(([, { target }]) => allows('list', target)));
    if (resource.kind === 'history') return [name, { ...resource, operations, relations }];
    const history = resource.history !== null && allows('list', resource.history) ? resource.history : null;
    return [name, { ...resource, operations, relations, history }];
  });
  return { ...model, resources: new Map(resources) };
}
