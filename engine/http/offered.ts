import type { Model, Resource } from '../model/model.ts';
import type { Action } from '../vocabulary/action/actions.ts';

/** What may be asked of a resource: an action, or the way from an item to its history. */
export type Asked = Action | 'history';

export function offers(resource: Resource, asked: Asked): boolean {
  if (asked !== 'history') return resource.actions.has(asked);
  return resource.kind === 'table' && resource.history !== null;
}

/** The methods that the API has at a path (without its query), in the order of an Allow header; none where nothing is. */
export function offeredMethods(model: Model, path: string): readonly string[] {
  const { basePath } = model.service;
  if (!path.startsWith(`${basePath}/`)) return [];
  const [name = '', id, part, ...more] = path.slice(basePath.length + 1).split('/');
  const resource = model.resources.get(name);
  if (resource === undefined || id === '' || more.length > 0) return [];
  if (id === undefined) return collectionMethods(resource);
  if (part === undefined) return itemMethods(resource);
  return part === 'history' && offers(resource, 'history') ? reading : [];
}

export const reading: readonly string[] = ['GET', 'HEAD'];

function collectionMethods({ actions }: Resource): readonly string[] {
  return [
    ...(actions.has('list') ? reading : []),
    ...(actions.has('create') ? ['POST'] : []),
    ...(actions.has('update_many') ? ['PATCH'] : []),
  ];
}

function itemMethods({ actions }: Resource): readonly string[] {
  return [
    ...(actions.has('read') ? reading : []),
    ...(actions.has('update') ? ['PATCH'] : []),
    ...(actions.has('delete') ? ['DELETE'] : []),
  ];
}
