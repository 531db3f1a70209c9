import { useQueries } from '@tanstack/react-query';
import type { StudioInstants } from '../../../contract/studio/studio_instants.ts';
import { useSession } from '../../model/use_model.ts';
import { type Instants, mergeInstants } from './instants.ts';
import type { InstantsQuestion } from './subject.ts';

/** When something happened among some rows. What the service does not tell is left out: the page says why elsewhere. */
export function useInstants(asked: readonly InstantsQuestion[]): Instants {
  const { api } = useSession();
  return useQueries({
    queries: asked.map(({ resource, query }) => ({
      queryKey: ['instants', resource, query],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        (await api.studio(`/instants/${resource}${query === '' ? '' : `?${query}`}`, signal)) as StudioInstants,
      staleTime: 30_000,
      retry: false,
      placeholderData: undefined,
    })),
    combine,
  });
}

/** Outside the hook, so that it runs again only for other answers. */
function combine(answers: readonly { readonly data: StudioInstants | undefined }[]): Instants {
  return mergeInstants(answers.flatMap(({ data }) => data ?? []));
}
