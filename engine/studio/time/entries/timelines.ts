import type { Row } from '../../api/row.ts';
import type { Model, Resource } from '../../model/model.ts';

/** A timeline: the entries of a resource that are about one row, or about one combination of rows. */
export interface Timeline {
  readonly title: string;
  /** The resource of the entries, and of their versions if the caller may list these. */
  readonly target: Resource;
  readonly history: Resource | null;
  /** The filters of a list that has its entries. */
  readonly filters: readonly (readonly [parameter: string, value: string])[];
  /** The page of the row that it belongs to, and its name there. */
  readonly page: string;
  readonly alias: string;
}

/** A row with its id. */
export interface Owner {
  readonly resource: Resource;
  readonly id: string;
  /** Null while it is awaited. */
  readonly row: Row | null;
}

/** Whether the page of a row has something to show of its time. */
export function hasTime(resource: Resource): boolean {
  return isOwner(resource) || (resource.timeline ?? []).length > 0;
}

/**
 * The timelines that the page of a row shows: its own. For an entry, the one that it is on, and the others of the row that
 * it is about.
 */
export function timelinesOf(model: Pick<Model, 'resources'>, page: Owner): readonly Timeline[] {
  if (isOwner(page.resource)) return ownedBy(model, page);
  const owner = ownerOf(model, page);
  const beside = owner === null ? [] : ownedBy(model, owner);
  const isAmong = beside.some(({ target }) => target === page.resource);
  return [...(isAmong ? [] : ownTimeline(model, page)), ...beside];
}

function isOwner({ relations }: Resource): boolean {
  return [...relations.values()].some(({ isTimeline }) => isTimeline);
}

function ownedBy({ resources }: Pick<Model, 'resources'>, { resource, id, row }: Owner): readonly Timeline[] {
  return [...resource.relations.values()].flatMap(({ alias, title, target: name, filter, isTimeline }) => {
    const target = resources.get(name);
    const value = filter?.from === 'id' ? id : row?.[filter?.from ?? ''];
    if (!isTimeline || target === undefined || filter === null || value === undefined || value === null) return [];
    return [
      {
        ...{ alias, title, target, history: resources.get(target.history ?? '') ?? null },
        filters: [[filter.parameter, filter.value.replace('{value}', String(value))]],
        page: pageOf(resource, id),
      },
    ];
  });
}

/** The row that an entry is about; null where the caller may not see it. */
function ownerOf({ resources }: Pick<Model, 'resources'>, { resource, row }: Owner): Owner | null {
  const field = resource.fields.get(resource.timeline?.[0] ?? '');
  const owner = resources.get(field?.to ?? '');
  const id = row?.[field?.name ?? ''];
  return owner === undefined || id === undefined || id === null ? null : { resource: owner, id: String(id), row: null };
}

function ownTimeline({ resources }: Pick<Model, 'resources'>, { resource, id, row }: Owner): readonly Timeline[] {
  const { name, title, timeline, history } = resource;
  if (row === null || timeline === null || timeline.length === 0) return [];
  return [
    {
      ...{ alias: name, title, target: resource, history: resources.get(history ?? '') ?? null },
      filters: timeline.map((field) => [field, `eq.${row[field]}`] as const),
      page: pageOf(resource, id),
    },
  ];
}

function pageOf({ name }: Resource, id: string): string {
  return `/browse/${name}/${encodeURIComponent(id)}`;
}
