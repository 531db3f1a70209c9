import type { Model, Table, View } from '../../model/model.ts';

/** A resource with a page of its own. The page of a table has its history. */
export type PagedResource = Table | View;

export function pagedResources({ resources }: Model): readonly PagedResource[] {
  return [...resources.values()].filter((resource) => resource.kind !== 'history');
}
