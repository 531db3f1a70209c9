import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '../../model/model.ts';
import { useSession } from '../../model/use_model.ts';
import { Loading } from '../../parts/loading.tsx';
import { PageLink } from '../../parts/page_link.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { useWords } from '../../words/use_words.ts';
import type { RowInView } from '../use_row.ts';
import { EntryTable } from './entry_table.tsx';
import { entriesQuery } from './related.ts';

interface EntriesProps extends RowInView {
  readonly target: Resource;
  /** The filter that leads to the entries. */
  readonly filter: readonly [parameter: string, value: string];
}

/** The entries of a row at the instants of the page. Without `valid_at` it shows all entries. */
export function Entries({ target, filter, clock, present }: EntriesProps) {
  const words = useWords();
  const { api, model } = useSession();
  const [search] = useSearchParams();
  const first = entriesQuery(model, target, { filter, search });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['entries', target.name, first],
    queryFn: ({ pageParam, signal }) => api.list(target.name, pageParam, { signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
  });
  if (error !== null) return <Refusal error={error} retry={refetch} />;
  if (data === undefined) return <Loading />;
  const rows = data.pages.flatMap((page) => page.rows);
  return (
    <div className="row-entries">
      {rows.length === 0 ? (
        <p className="faint">{words(clock.validAt === null && clock.asOf === null ? 'row.none' : 'row.noneThen')}</p>
      ) : (
        <EntryTable target={target} back={filter[0]} rows={rows} present={present} />
      )}
      {hasNextPage && (
        <button type="button" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {words('row.more')}
        </button>
      )}
      <p>
        <PageLink path={`/browse/${target.name}`} query={new URLSearchParams([[...filter]])}>
          {words('row.openList', { title: target.title })}
        </PageLink>
      </p>
    </div>
  );
}
