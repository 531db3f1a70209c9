import { useQuery } from '@tanstack/react-query';
import type { StudioFound, StudioSearch } from '../../contract/studio/studio_search.ts';
import type { Model } from '../model/model.ts';
import { useSession } from '../model/use_model.ts';
import { valueText } from '../parts/value_text.ts';
import { useWords } from '../words/use_words.ts';
import type { Words } from '../words/words.ts';

/** The longest text that the service looks for. */
const longestSearch = 200;

/** The rows that a text finds in all resources. Nothing is asked for an empty text. */
export function useFound(text: string) {
  const { api } = useSession();
  const asked = text.trim().slice(0, longestSearch);
  return useQuery({
    queryKey: ['search', asked],
    queryFn: async ({ signal }) =>
      (await api.studio(`/search?${new URLSearchParams({ q: asked })}`, signal)) as StudioSearch,
    enabled: asked !== '',
    staleTime: 30_000,
  });
}

/** Says what a found row is called: the values of its label, or the title of its resource and its number. */
export function useFoundLabel(): (found: StudioFound, model: Model) => string {
  const words = useWords();
  return (found, model) => foundLabel(found, model, words);
}

function foundLabel({ resource: name, id, label }: StudioFound, { resources, service }: Model, words: Words): string {
  const resource = resources.get(name);
  const texts = label.flatMap((value, at) => {
    const field = resource?.fields.get(resource.label[at] ?? '');
    if (value === null || value === undefined || value === '') return [];
    return field === undefined ? [String(value)] : [valueText(field, value, { words, zone: service.zone })];
  });
  return texts.length > 0 ? texts.join(' ') : `${resource?.title ?? name} ${id}`;
}
