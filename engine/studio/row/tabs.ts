import type { StudioRelation } from '../../contract/studio/studio_model.ts';
import type { Model, Resource } from '../model/model.ts';
import { hasTime } from '../time/entries/timelines.ts';

/** A part of the page of a row, which has an address of its own. */
export type Tab =
  | { readonly kind: 'details' | 'time' | 'history' | 'events' | 'notices' | 'access'; readonly path: string }
  | { readonly kind: 'related'; readonly path: string; readonly relation: StudioRelation };

/** The parts of the page of a row. A part is left out if the caller may see nothing of it. */
export function tabsOf(model: Model, resource: Resource): readonly Tab[] {
  const isDeclared = resource.madeBy === null && resource.kind === 'table';
  const single = (kind: 'time' | 'history' | 'events' | 'notices' | 'access'): Tab => ({ kind, path: kind });
  return [
    { kind: 'details', path: '' },
    ...(resource.kind !== 'history' && hasTime(resource) ? [single('time')] : []),
    ...(resource.history === null ? [] : [single('history')]),
    ...relationsToMany(resource).map((relation): Tab => {
      return { kind: 'related', path: `related/${relation.alias}`, relation };
    }),
    ...(isDeclared && isListed(model, eventResource) ? [single('events')] : []),
    ...(isDeclared && isListed(model, noticeResource) ? [single('notices')] : []),
    ...(isDeclared && resource.actions.includes('read') ? [single('access')] : []),
  ];
}

/** The names of the resources that say what was done to a row, and what is expected of somebody for it. */
const eventResource = 'event';
const noticeResource = 'notice';

/** The relations that lead from a row to several. No list has the rows that were related to a version. */
export function relationsToMany({ kind, relations }: Pick<Resource, 'kind' | 'relations'>): readonly StudioRelation[] {
  return kind === 'history' ? [] : [...relations.values()].filter(({ cardinality }) => cardinality === 'many');
}

function isListed({ resources }: Model, name: string): boolean {
  const resource = resources.get(name);
  return resource !== undefined && resource.madeBy !== null && resource.actions.includes('list');
}
