import { useSearchParams } from 'react-router-dom';
import type { Resource } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { instantText } from '../../parts/instant_text.ts';
import { type Clock, clockOf, withClock } from '../../time/clock.ts';
import { useWords } from '../../words/use_words.ts';
import { useFilterText } from '../filter/use_filter_text.ts';
import { filtersOf, withFilters } from './list_query.ts';

interface EmptyListProps {
  readonly resource: Resource;
  readonly query: URLSearchParams;
  readonly onQuery: (query: URLSearchParams) => void;
}

/** Says why a list has no rows, and offers a way to each reason. */
export function EmptyList({ resource, query, onQuery }: EmptyListProps) {
  const words = useWords();
  const { service } = useModel();
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(query);
  const textOf = useFilterText(resource, filters);
  const clock = clockOf(search);
  const told = (instant: string) => instantText(instant, service.zone);
  const isPast = resource.asOf && clock.asOf !== null;
  const isElsewhen = resource.validAt && clock.validAt !== null;
  const setClock = (changed: Partial<Clock>) => setSearch(withClock(search, { ...clock, ...changed }));
  return (
    <div className="empty-list">
      <p>
        {filters.length > 0 && words('browse.emptyFiltered')}
        {filters.length === 0 && (isPast || isElsewhen ? words('browse.emptyThen') : words('browse.emptyNow'))}
      </p>
      <ul>
        {filters.map((filter, at) => (
          <li key={`${filter.parameter}=${filter.value}`}>
            <span>{textOf(filter)}</span>
            <button
              type="button"
              className="quiet"
              onClick={() => onQuery(withFilters(query, filters.toSpliced(at, 1)))}
            >
              {words('browse.removeFilter')}
            </button>
          </li>
        ))}
        {isElsewhen && (
          <li>
            <span>{words('browse.nothingValid', { instant: told(clock.validAt ?? '') })}</span>
            <button type="button" className="quiet" onClick={() => setClock({ validAt: null })}>
              {words('browse.anyValidity')}
            </button>
          </li>
        )}
        {isPast && (
          <li>
            <span>{words('browse.nothingRecorded', { instant: told(clock.asOf ?? '') })}</span>
            <button type="button" className="quiet" onClick={() => setClock({ asOf: null })}>
              {words('browse.recordedNow')}
            </button>
          </li>
        )}
      </ul>
      <p className="faint">{words('browse.emptyRights')}</p>
    </div>
  );
}
