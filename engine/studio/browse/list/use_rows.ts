import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryText } from '../../api/query_text.ts';
import type { Row } from '../../api/row.ts';
import type { Resource } from '../../model/model.ts';
import { useSession } from '../../model/use_model.ts';
import { type LabelEmbed, withLabels } from './list_request.ts';

/** The rows of a list that have been read, and the way to read on. */
export interface LoadedRows {
  /** Undefined until the first page is here. */
  readonly rows: readonly Row[] | undefined;
  readonly error: Error | null;
  /** Whether there are rows behind these. */
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** Whether the rows answer an earlier question. */
  readonly isOutdated: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** Reads a list page by page: each answer has the address of the next one. */
export function useRows(resource: Resource, query: URLSearchParams, embeds: readonly LabelEmbed[]): LoadedRows {
  const { api } = useSession();
  const first = queryText(query);
  const answer = useInfiniteQuery({
    queryKey: ['rows', resource.name, first],
    queryFn: ({ pageParam, signal }) => api.list(resource.name, pageParam, { signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    // To compare thousands of rows with each new page would take longer than to show them.
    structuralSharing: false,
  });
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isPlaceholderData, fetchNextPage, refetch } =
    answer;
  const rows = useMemo(
    () => data?.pages.flatMap((page) => page.rows.map((row) => withLabels(row, embeds))),
    [data, embeds],
  );
  return {
    rows,
    error,
    hasMore: hasNextPage && !isPlaceholderData,
    isLoading: isFetching,
    isOutdated: isPlaceholderData,
    loadMore: () => {
      if (!isFetchingNextPage) fetchNextPage();
    },
    retry: () => refetch(),
  };
}
