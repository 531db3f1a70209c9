import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryText } from '../../api/query_text.ts';
import type { Resource } from '../../model/model.ts';
import { useSession } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { withOption } from './list_query.ts';
import type { LoadedRows } from './use_rows.ts';

interface RowCountProps {
  readonly resource: Resource;
  /** The query of the first page. */
  readonly asked: URLSearchParams;
  readonly loaded: LoadedRows;
}

/** How many rows there are: known when all have been read, and else counted when somebody asks. */
export function RowCount({ resource, asked, loaded: { rows, hasMore } }: RowCountProps) {
  const words = useWords();
  const { api } = useSession();
  const query = queryText(withOption(asked, 'limit', '1'));
  const [counted, setCounted] = useState<string | null>(null);
  const { data, error, isFetching } = useQuery({
    queryKey: ['count', resource.name, query],
    queryFn: async ({ signal }) => (await api.list(resource.name, query, { count: 'exact', signal })).total,
    enabled: counted === query && hasMore,
    placeholderData: () => undefined,
  });
  if (rows === undefined) return null;
  const count = hasMore ? data : rows.length;
  const isUnknown = count === undefined || count === null;
  return (
    <div className="list-count">
      <span role="status">
        {isUnknown
          ? words('browse.rowsLoaded', { count: rows.length })
          : words('browse.rows', { smart_count: count, count: count.toLocaleString('en').replaceAll(',', '\u202f') })}
      </span>
      {isUnknown && (
        <button type="button" className="quiet" disabled={isFetching} onClick={() => setCounted(query)}>
          {words('browse.count')}
        </button>
      )}
      {error !== null && <span role="alert">{error.message}</span>}
    </div>
  );
}
