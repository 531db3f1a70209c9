import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { Loading } from '../../parts/loading.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { clockOf } from '../../time/clock.ts';
import { FilterBar } from '../filter/filter_bar.tsx';
import { columnsOf } from './columns.ts';
import { EmptyList } from './empty_list.tsx';
import { filterFaults } from './filter_faults.ts';
import { labelEmbeds, listQuery } from './list_request.ts';
import { ListTools } from './list_tools.tsx';
import { RowCount } from './row_count.tsx';
import { RowTable } from './row_table.tsx';
import { useRows } from './use_rows.ts';

export interface RowListProps {
  readonly resource: Resource;
  /** Filters, columns and order as a query of the API. Its clock is that of the address. */
  readonly query: URLSearchParams;
  readonly onQuery: (query: URLSearchParams) => void;
  /** Filters that the page gives the list, such as the row to which all of its rows belong. Nobody can remove them. */
  readonly fixed?: URLSearchParams;
}

/** The rows of a list with their filters, columns and order. Rows come as they are scrolled to. */
export function RowList({ resource, query, onQuery, fixed = nothing }: RowListProps) {
  const model = useModel();
  const [search] = useSearchParams();
  const columns = useMemo(() => columnsOf(resource, query.get('select')), [resource, query]);
  const { asked, embeds } = useMemo(() => {
    const all = new URLSearchParams([...fixed, ...query]);
    const request = { model, resource, columns, query: all, clock: clockOf(search) };
    return { asked: listQuery(request), embeds: labelEmbeds(request) };
  }, [model, resource, columns, query, fixed, search]);
  const loaded = useRows(resource, asked, embeds);
  const faults = filterFaults(query, loaded.error);
  const given = { resource, query, onQuery };
  return (
    <section className="row-list" aria-label={resource.title}>
      <div className="list-bar">
        <FilterBar {...given} faults={faults} />
        <RowCount resource={resource} asked={asked} loaded={loaded} />
        <ListTools {...given} columns={columns} asked={asked} />
      </div>
      {loaded.error !== null && faults.size === 0 && <Refusal error={loaded.error} retry={loaded.retry} />}
      {loaded.rows === undefined && loaded.error === null && <Loading />}
      {loaded.error === null && loaded.rows?.length === 0 && <EmptyList {...given} />}
      {loaded.rows !== undefined && loaded.rows.length > 0 && (
        <RowTable {...given} columns={columns} loaded={loaded} rows={loaded.rows} asked={asked.toString()} />
      )}
    </section>
  );
}

const nothing = new URLSearchParams();
