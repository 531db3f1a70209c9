import type { Row } from '../api/row.ts';
import type { Model, Resource } from '../model/model.ts';

/** A timeline of a row: the entries of another resource that are about it. */
export interface Timeline {
  /** The name of the relation. */
  readonly alias: string;
  readonly title: string;
  /** The resource of the entries, and of their versions if the caller may list these. */
  readonly target: Resource;
  readonly history: Resource | null;
  /** The filter of a list that has its entries. */
  readonly filter: readonly [parameter: string, value: string];
}

/** A row with its id. */
export interface Owner {
  readonly resource: Resource;
  readonly id: string;
  /** Null while it is awaited. */
  readonly row: Row | null;
}

/** The timelines of a row, in the order of its relations. */
export function timelinesOf(
  { resources }: Pick<Model, 'resources'>,
  { resource, id, row }: Owner,
): readonly Timeline[] {
  return [...resource.relations.values()].flatMap(({ alias, title, target: name, filter, isTimeline }) => {
    const target = resources.get(name);
    const value = filter?.from === 'id' ? id : row?.[filter?.from ?? ''];
    if (!isTimeline || target === undefined || filter === null || value === undefined || value === null) return [];
    const history = resources.get(target.history ?? '') ?? null;
    return [
      { alias, title, target, history, filter: [filter.parameter, filter.value.replace('{value}', String(value))] },
    ];
  });
}

/** Whether the page of a row has something to show of its time. */
export function hasTime(resource: Resource): boolean {
  return resource.timeline !== null || [...resource.relations.values()].some(({ isTimeline }) => isTimeline);
}

/**
 * Whose timelines the page of a row shows: its own, or for an entry the timelines of the row that it is about. Null where the
 * caller may not see that row.
 */
export function ownerOf({ resources }: Pick<Model, 'resources'>, page: Owner): Owner | null {
  const { resource, row } = page;
  if ([...resource.relations.values()].some(({ isTimeline }) => isTimeline)) return page;
  const field = resource.fields.get(resource.timeline?.[0] ?? '');
  const owner = resources.get(field?.to ?? '');
  const id = row?.[field?.name ?? ''];
  return owner === undefined || id === undefined || id === null ? null : { resource: owner, id: String(id), row: null };
}
