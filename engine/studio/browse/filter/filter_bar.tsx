import type { ProblemFault } from '../../../contract/typescript/client/problem.ts';
import type { Resource } from '../../model/model.ts';
import { Icon } from '../../parts/icon.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useWords } from '../../words/use_words.ts';
import { filtersOf, withFilters } from '../list/list_query.ts';
import type { Filter } from './filter.ts';
import { FilterChip } from './filter_chip.tsx';
import { FilterForm } from './filter_form.tsx';
import { SearchBox } from './search_box.tsx';
import { useFilterText } from './use_filter_text.ts';

interface FilterBarProps {
  readonly resource: Resource;
  readonly query: URLSearchParams;
  readonly onQuery: (query: URLSearchParams) => void;
  /** What the service refuses, by parameters. */
  readonly faults: ReadonlyMap<string, ProblemFault>;
}

/** The filters of a list in words, each to change or remove, and a way to add one. */
export function FilterBar({ resource, query, onQuery, faults }: FilterBarProps) {
  const words = useWords();
  const filters = filtersOf(query);
  const textOf = useFilterText(resource, filters);
  const set = (changed: readonly Filter[]) => onQuery(withFilters(query, changed));
  return (
    <div className="filter-bar">
      {resource.search && <SearchBox filters={filters} onFilters={set} />}
      {filters.map((filter, at) => (
        <FilterChip
          key={`${filter.parameter}=${filter.value}`}
          resource={resource}
          filter={filter}
          text={textOf(filter)}
          fault={faults.get(filter.parameter)}
          onChange={(changed) => set(changed === null ? filters.toSpliced(at, 1) : filters.with(at, changed))}
        />
      ))}
      <Popover
        className="quiet"
        button={
          <>
            <Icon name="plus" />
            {words('browse.addFilter')}
          </>
        }
      >
        {(close) => (
          <FilterForm
            resource={resource}
            filter={null}
            onDone={(added) => {
              close();
              set([...filters, added]);
            }}
          />
        )}
      </Popover>
      {filters.length > 1 && (
        <button type="button" className="bare" onClick={() => set([])}>
          {words('browse.removeFilters')}
        </button>
      )}
    </div>
  );
}
