import type { Model, Resource } from '../definition/model.ts';
import type { Operation } from '../vocabulary/operation.ts';

/** What may be asked of a resource: an operation, or the way from an item to its history. */
export type Asked = Operation | 'history';

export function offers(resource: Resource, asked: Asked): boolean {
  if (asked !== 'history') return resource.operations.has(asked);
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

function collectionMethods({ operations }: Resource): readonly string[] {
  return [
    ...(operations.has('list') ? reading : []),
    ...(operations.has('create') ? ['POST'] : []),
    ...(operations.has('update_many') ? ['PATCH'] : []),
  ];
}

function itemMethods({ operations }: Resource): readonly string[] {
  return [
    ...(operations.has('read') ? reading : []),
    ...(operations.has('update') ? ['PATCH'] : []),
    ...(operations.has('delete') ? ['DELETE'] : []),
  ];
}
