import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '../../model/use_model.ts';
import { Loading } from '../../parts/loading.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { useWords } from '../../words/use_words.ts';
import { OlderButton } from '../older_button.tsx';
import { rowSelect } from '../row_query.ts';
import type { RowInView } from '../use_row.ts';
import { NoticeItem } from './notice_item.tsx';
import { sourceOf } from './row_events.ts';

/** What somebody is expected to do about a row, newest first. */
export default function NoticesTab({ resource, id, clock }: RowInView) {
  const words = useWords();
  const { api, model } = useSession();
  const notice = model.resources.get('notice');
  const first = new URLSearchParams({
    source: `eq.${sourceOf(resource, id)}`,
    select: notice === undefined ? 'id' : rowSelect(model, notice),
    order: 'id.desc',
    limit: '50',
  }).toString();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['notices', first],
    queryFn: ({ pageParam, signal }) => api.list('notice', pageParam, { signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    enabled: notice !== undefined,
  });
  if (error !== null) return <Refusal error={error} retry={refetch} />;
  if (data === undefined || notice === undefined) return <Loading />;
  const notices = data.pages.flatMap((page) => page.rows);
  return (
    <div className="row-notices">
      {clock.asOf !== null && <p className="faint">{words('row.noticesNow')}</p>}
      {notices.length === 0 && <p className="faint">{words('row.noNotices')}</p>}
      <ol className="versions">
        {notices.map((row) => (
          <NoticeItem key={String(row.id)} resource={notice} row={row} />
        ))}
      </ol>
      <OlderButton {...{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
    </div>
  );
}
