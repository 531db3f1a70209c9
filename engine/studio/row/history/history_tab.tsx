import { useInfiniteQuery } from '@tanstack/react-query';
import type { Resource } from '../../model/model.ts';
import { useSession } from '../../model/use_model.ts';
import { Loading } from '../../parts/loading.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { useWords } from '../../words/use_words.ts';
import { OlderButton } from '../older_button.tsx';
import type { RowInView } from '../use_row.ts';
import { Comparison } from './comparison.tsx';
import { historyQuery } from './history_query.ts';
import { useCompared } from './use_compared.ts';
import { VersionItem } from './version_item.tsx';
import { versionAt, versionsOf } from './versions.ts';

/** Every version of a row that the caller may read, newest first, with what each changed. */
export default function HistoryTab(view: RowInView) {
  const words = useWords();
  const { model } = useSession();
  const history = model.resources.get(view.resource.history ?? '');
  return history === undefined ? <p>{words('row.noHistory')}</p> : <Versions {...view} history={history} />;
}

function Versions({ history, ...view }: RowInView & { readonly history: Resource }) {
  const words = useWords();
  const { api, model } = useSession();
  const compared = useCompared();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['versions', history.name, view.id],
    queryFn: ({ pageParam, signal }) => api.list(history.name, pageParam, { signal }),
    initialPageParam: historyQuery(model, history, view.id),
    getNextPageParam: ({ next }) => next,
  });
  if (error !== null) return <Refusal error={error} retry={refetch} />;
  if (data === undefined) return <Loading />;
  const rows = data.pages.flatMap((page) => page.rows);
  const versions = versionsOf(history, rows, hasNextPage);
  const shown = versionAt(versions, view.clock.asOf);
  if (rows.length === 0) return <p>{words('row.noVersions')}</p>;
  return (
    <div className="row-history">
      <Comparison history={history} compared={compared} />
      <ol className="versions">
        {versions.map((version) => (
          <VersionItem
            key={version.id}
            version={version}
            history={history}
            path={`/browse/${view.resource.name}/${encodeURIComponent(view.id)}`}
            isShown={version === shown}
            compared={compared}
          />
        ))}
      </ol>
      <OlderButton {...{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
    </div>
  );
}
