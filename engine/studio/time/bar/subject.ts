import type { Model, Resource } from '../../model/model.ts';

/** What a page is about, and what time has to do with it. */
export interface Subject {
  readonly resource: Resource;
  /** Whether the page shows anything that the instants of the clock change. */
  readonly takes: { readonly validAt: boolean; readonly asOf: boolean };
  /** By which questions the instants of the page are found. */
  readonly asked: readonly InstantsQuestion[];
}

/** A resource, and filters of its list as a query. */
export interface InstantsQuestion {
  readonly resource: string;
  readonly query: string;
}

interface Address {
  readonly resource: string | undefined;
  /** Of the row; undefined on a list. */
  readonly id: string | undefined;
  /** What follows the row: its tab. */
  readonly tab: string | undefined;
  readonly search: URLSearchParams;
}

/** What a page is about, by its address; null for pages that are about no resource. */
export function subjectOf(model: Model, { resource: name = '', id, tab = '', search }: Address): Subject | null {
  const resource = model.resources.get(name);
  if (resource === undefined) return null;
  if (id === undefined) {
    const { asOf, validAt } = resource;
    return { resource, takes: { asOf, validAt }, asked: [{ resource: name, query: filtersOf(search) }] };
  }
  const [, shown] = /^(?:related|time)\/([^/]+)/.exec(tab) ?? [];
  const related = [...resource.relations.values()].flatMap(({ alias, target, filter, isTimeline, cardinality }) => {
    if (filter?.from !== 'id' || cardinality !== 'many' || (shown === undefined ? !isTimeline : alias !== shown))
      return [];
    const query = new URLSearchParams({ [filter.parameter]: filter.value.replace('{value}', id) }).toString();
    return [{ resource: target, query }];
  });
  const targets = related.flatMap(({ resource: target }) => model.resources.get(target) ?? []);
  return {
    resource,
    takes: {
      validAt: resource.validAt || targets.some(({ validAt }) => validAt),
      asOf: resource.asOf || targets.some(({ asOf }) => asOf),
    },
    asked: [{ resource: name, query: `id=eq.${encodeURIComponent(id)}` }, ...related],
  };
}

/** The filters of the query of a list: what shapes its answer is left out. */
function filtersOf(search: URLSearchParams): string {
  return new URLSearchParams([...search].filter(([name]) => !shaping.test(name))).toString();
}

/** Of the list itself, and of a relation such as `contract.order`. */
const shaping = /(^|\.)(select|embed|order|limit|offset|after|valid_at|as_of)$/;
