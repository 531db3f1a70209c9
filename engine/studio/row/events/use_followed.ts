import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followEvents } from '../../../contract/typescript/client/follow.ts';
import type { Row } from '../../api/row.ts';
import { useSession } from '../../model/use_model.ts';
import { eventFilters } from './row_events.ts';

/** The events of a row that have come while it is followed, newest first. */
export function useFollowed(source: string, isOn: boolean, listKey: readonly unknown[]): Followed {
  const { api } = useSession();
  const queries = useQueryClient();
  const [events, setEvents] = useState<readonly Row[]>([]);
  const [error, setError] = useState<unknown>(null);
  const list = JSON.stringify(listKey);
  useEffect(() => {
    if (!isOn) return;
    const ended = new AbortController();
    const { signal } = ended;
    const follow = async () => {
      // What the list has after this request is all that the stream does not bring.
      const { rows } = await api.list('event', 'select=id&order=id.desc&limit=1', { signal });
      await queries.invalidateQueries({ queryKey: JSON.parse(list) });
      const after = BigInt(String(rows[0]?.id ?? 0));
      for await (const event of followEvents(api.client, { where: eventFilters(source), after, signal })) {
        setEvents((known) => [event as Row, ...known]);
        // What else the page shows may be other than it was.
        queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'model' && first !== 'events' });
      }
    };
    setError(null);
    follow().catch((reason) => {
      if (!signal.aborted) setError(reason);
    });
    return () => ended.abort();
  }, [api, queries, source, isOn, list]);
  return { events, error };
}

interface Followed {
  readonly events: readonly Row[];
  readonly error: unknown;
}
