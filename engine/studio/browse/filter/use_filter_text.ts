import { useQueries } from '@tanstack/react-query';
import { queryText } from '../../api/query_text.ts';
import type { Row } from '../../api/row.ts';
import { labelFields, labelOf } from '../../model/label.ts';
import type { Model, Resource } from '../../model/model.ts';
import { useModel, useSession } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { type Filter, readComparison } from './filter.ts';
import { filterText } from './filter_text.ts';
import { listText } from './operand.ts';
import { placeOf } from './place.ts';

/** Tells filters in words: the rows to which they refer by their labels, once the service has told them. */
export function useFilterText(resource: Resource, filters: readonly Filter[]): (filter: Filter) => string {
  const words = useWords();
  const model = useModel();
  const { api } = useSession();
  const asked = [...referredBy(model, resource, filters)];
  const labels = useQueries({
    queries: asked.map(([target, ids]) => ({
      queryKey: ['labels', target.name, ...ids],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const query = queryText([
          ['id', `in.${listText(ids)}`],
          ['select', labelFields(target).join()],
        ]);
        const { rows } = await api.list(target.name, query, { signal });
        return rows.map((row: Row): [string, string] => [`${target.name} ${row.id}`, labelOf(target, row)]);
      },
      staleTime: 60_000,
      placeholderData: undefined,
    })),
  });
  const known = new Map(labels.flatMap(({ data }) => data ?? []));
  const wording = {
    words,
    zone: model.service.zone,
    labelOf: (target: string, id: string) => known.get(`${target} ${id}`),
  };
  return (filter) => filterText(model, resource, filter, wording);
}

/** The rows to which filters refer, by their resources. */
function referredBy(model: Model, resource: Resource, filters: readonly Filter[]): ReadonlyMap<Resource, string[]> {
  const referred = new Map<Resource, string[]>();
  for (const filter of filters) {
    const comparison = readComparison(filter, model.operators);
    const place = comparison === null ? null : placeOf(model, resource, comparison.path);
    if (comparison === null || place?.of.kind !== 'field' || place.of.field.type !== 'reference') continue;
    const target = model.resources.get(place.of.field.to ?? '');
    const ids = comparison.values.filter((value) => /^\d+$/.test(value));
    if (target === undefined || !target.actions.includes('list') || target.label.length === 0 || ids.length === 0)
      continue;
    referred.set(target, [...new Set([...(referred.get(target) ?? []), ...ids])].sort());
  }
  return referred;
}
