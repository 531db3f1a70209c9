import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { StudioRelation } from '../../contract/studio/studio_model.ts';
import type { Row } from '../api/row.ts';
import { useSession } from '../model/use_model.ts';
import { Loading } from '../parts/loading.tsx';
import { PageLink } from '../parts/page_link.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { useWords } from '../words/use_words.ts';
import { EntryTable } from './entry_table.tsx';
import { relatedFilter, relatedListQuery } from './related.ts';
import type { RowInView } from './use_row.ts';

interface RelatedRowsProps extends RowInView {
  readonly row: Row;
  readonly relation: StudioRelation;
}

/** The rows to which a relation leads, at the instants of the page. Without `valid_at` it shows all entries of a timeline. */
export function RelatedRows({ relation, row, clock, present }: RelatedRowsProps) {
  const words = useWords();
  const { api, model } = useSession();
  const [search] = useSearchParams();
  const target = model.resources.get(relation.target);
  const filter = relatedFilter(relation, row);
  const first = target === undefined || filter === null ? null : relatedListQuery(model, target, { filter, search });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['related rows', relation.target, first],
    queryFn: ({ pageParam, signal }) => api.list(relation.target, pageParam ?? '', { signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    enabled: first !== null,
  });
  if (target === undefined || filter === null) return <p>{words('row.noList')}</p>;
  if (error !== null) return <Refusal error={error} retry={refetch} />;
  if (data === undefined) return <Loading />;
  const rows = data.pages.flatMap((page) => page.rows);
  return (
    <div className="related">
      {rows.length === 0 ? (
        <p className="faint">{words(clock.validAt === null && clock.asOf === null ? 'row.none' : 'row.noneThen')}</p>
      ) : (
        <EntryTable target={target} relation={relation} rows={rows} present={present} />
      )}
      {hasNextPage && (
        <button type="button" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {words('row.more')}
        </button>
      )}
      <p>
        <PageLink path={`/browse/${relation.target}`} query={new URLSearchParams([[...filter]])}>
          {words('row.openList', { title: target.title })}
        </PageLink>
      </p>
    </div>
  );
}
