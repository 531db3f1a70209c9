import type { StudioField, StudioRelation } from '../../../contract/studio/studio_model.ts';
import type { Model, Resource } from '../../model/model.ts';

/** What a filter is about: a field, a relation as a whole, or the search of a resource; behind relations, perhaps. */
export interface Place {
  /** The relations that lead there. */
  readonly way: readonly StudioRelation[];
  /** The resource at their end. */
  readonly resource: Resource;
  readonly of:
    | { readonly kind: 'field'; readonly field: StudioField }
    | { readonly kind: 'relation'; readonly relation: StudioRelation }
    | { readonly kind: 'search' };
}

/** Where the path of a filter leads; null where the model has no field or relation of that name. */
export function placeOf(
  { resources }: Pick<Model, 'resources'>,
  start: Resource,
  path: readonly string[],
): Place | null {
  const way: StudioRelation[] = [];
  let resource = start;
  for (const name of path.slice(0, -1)) {
    const relation = resource.relations.get(name);
    const target = resources.get(relation?.target ?? '');
    if (relation === undefined || target === undefined) return null;
    way.push(relation);
    resource = target;
  }
  const last = path.at(-1) ?? '';
  const field = resource.fields.get(last);
  if (field !== undefined) return { way, resource, of: { kind: 'field', field } };
  const relation = resource.relations.get(last);
  if (relation !== undefined) return { way, resource, of: { kind: 'relation', relation } };
  return last === 'search' && resource.search ? { way, resource, of: { kind: 'search' } } : null;
}

/** What people call a place: `Accounting point › City`. */
export function placeTitle({ way, of }: Place, searchTitle: string): string {
  const last = of.kind === 'field' ? of.field.title : of.kind === 'relation' ? of.relation.title : searchTitle;
  return [...way.map(({ title }) => title), last].join(' › ');
}

/** The operators that a filter of a place may use, by name. */
export function operatorsAt({ of }: Place): readonly string[] {
  if (of.kind === 'field') return of.field.operators;
  return of.kind === 'relation' ? ['is'] : ['wfts', 'plfts', 'phfts', 'fts'];
}

interface PlaceGroup {
  /** Of the row itself, or of related rows. */
  readonly kind: 'own' | 'related';
  /** The relation to one by which its fields are reached. */
  readonly relation: StudioRelation | null;
  readonly places: readonly { readonly path: string; readonly title: string }[];
}

/** The places that people are offered: the fields of a row, those one step away, and the relations to many as a whole. */
export function placesOf({ resources }: Pick<Model, 'resources'>, resource: Resource): readonly PlaceGroup[] {
  const relations = [...resource.relations.values()];
  const near = relations.flatMap((relation): readonly PlaceGroup[] => {
    const target = relation.cardinality === 'one' ? resources.get(relation.target) : undefined;
    return target === undefined ? [] : [{ kind: 'related', relation, places: fieldsOf(target, `${relation.alias}.`) }];
  });
  const many = relations
    .filter(({ cardinality, target }) => cardinality === 'many' && resources.has(target))
    .map(({ alias, title }) => ({ path: alias, title }));
  return [
    { kind: 'own', relation: null, places: fieldsOf(resource, '') },
    ...(many.length === 0 ? [] : [{ kind: 'related', relation: null, places: many } as const]),
    ...near,
  ];
}

function fieldsOf({ fields }: Resource, before: string) {
  return [...fields.values()]
    .filter(({ operators }) => operators.length > 0)
    .map(({ name, title }) => ({ path: `${before}${name}`, title }));
}
