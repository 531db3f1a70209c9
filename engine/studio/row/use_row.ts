import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useGetOne } from 'ra-core';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Row } from '../api/row.ts';
import type { Resource } from '../model/model.ts';
import { useModel } from '../model/use_model.ts';
import { type Clock, clockOf } from '../time/clock.ts';
import { rowQuery } from './row_query.ts';

/** The row of a page. */
export interface RowInView {
  readonly resource: Resource;
  readonly id: string;
  /** Null while it is awaited, and where the service refuses it. */
  readonly row: Row | null;
  readonly error: Error | null;
  readonly retry: () => unknown;
  readonly clock: Clock;
  /** The instant that counts as now: that of the clock, or the one at which the page was opened. */
  readonly present: string;
}

/** Asks for a row, at the instants of the address. */
export function useRow(resource: Resource, id: string): RowInView {
  const model = useModel();
  const [search] = useSearchParams();
  const [opened] = useState(() => new Date().toISOString());
  const clock = clockOf(search);
  const { data, error, refetch } = useGetOne(
    resource.name,
    { id, meta: { query: rowQuery(model, resource, clock) } },
    { placeholderData: keepPreviousData },
  );
  const queries = useQueryClient();
  const { pathname } = useLocation();
  // Whoever goes on to another part of the page sees the row as it is then.
  useEffect(() => {
    if (pathname !== '') queries.refetchQueries({ queryKey: [resource.name, 'getOne'], type: 'active', stale: true });
  }, [queries, resource.name, pathname]);
  return {
    resource,
    id,
    row: error === null ? ((data as Row | undefined) ?? null) : null,
    error,
    retry: refetch,
    clock,
    present: clock.validAt ?? clock.asOf ?? opened,
  };
}
