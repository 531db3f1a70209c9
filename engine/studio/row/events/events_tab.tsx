import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../model/use_model.ts';
import { Loading } from '../../parts/loading.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { useWords } from '../../words/use_words.ts';
import { OlderButton } from '../older_button.tsx';
import type { RowInView } from '../use_row.ts';
import { EventItem } from './event_item.tsx';
import { eventsQuery, mergedEvents, rowEvent, sourceOf } from './row_events.ts';
import { useFollowed } from './use_followed.ts';

/** What was done to a row and to rows that are about it, newest first, and as it happens. */
export default function EventsTab({ resource, id, clock }: RowInView) {
  const words = useWords();
  const { api, model } = useSession();
  const [search, setSearch] = useSearchParams();
  const source = sourceOf(resource, id);
  const isPast = clock.asOf !== null;
  const isOn = !isPast && search.get(parameter) === 'true';
  const first = eventsQuery(source, clock.asOf);
  const queryKey = ['events', first];
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => api.list('event', pageParam, { signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
  });
  const followed = useFollowed(source, isOn, queryKey);
  if (error !== null) return <Refusal error={error} retry={refetch} />;
  if (data === undefined) return <Loading />;
  const listed = data.pages.flatMap((page) => page.rows);
  const events = mergedEvents(isOn ? followed.events : [], listed);
  const isNew = new Set(followed.events.map((event) => String(event.id)));
  const turn = () => {
    const changed = new URLSearchParams(search);
    if (isOn) changed.delete(parameter);
    else changed.set(parameter, 'true');
    setSearch(changed, { replace: true });
  };
  return (
    <div className="row-events">
      <div className="row-tools">
        {!isPast && (
          <button type="button" aria-pressed={isOn} onClick={turn}>
            {words(isOn ? 'row.followed' : 'row.follow')}
          </button>
        )}
        <span role="status">
          {isOn && followed.error === null && words('row.newEvents', { smart_count: followed.events.length })}
        </span>
      </div>
      {followed.error !== null && <Refusal error={followed.error} />}
      {events.length === 0 && <p className="faint">{words('row.noEvents')}</p>}
      <ol className="versions">
        {events.map((event) => (
          <EventItem
            key={String(event.id)}
            event={rowEvent(event, source, model)}
            isNew={isNew.has(String(event.id))}
          />
        ))}
      </ol>
      <OlderButton {...{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
    </div>
  );
}

const parameter = 'follow';
