import type { ProblemFault } from '../../../contract/typescript/client/problem.ts';
import type { Resource } from '../../model/model.ts';
import { Icon } from '../../parts/icon.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useWords } from '../../words/use_words.ts';
import type { Filter } from './filter.ts';
import { FilterForm } from './filter_form.tsx';

interface FilterChipProps {
  readonly resource: Resource;
  readonly filter: Filter;
  readonly text: string;
  /** What the service refuses of it. */
  readonly fault: ProblemFault | undefined;
  /** Null removes the filter. */
  readonly onChange: (filter: Filter | null) => void;
}

/** A filter in words. A click changes it. */
export function FilterChip({ resource, filter, text, fault, onChange }: FilterChipProps) {
  const words = useWords();
  return (
    <div className="filter-chip" data-refused={fault !== undefined}>
      <span className="chip">
        <Popover className="chip-text" button={text} name={words('browse.changeFilter', { filter: text })}>
          {(close) => (
            <FilterForm
              resource={resource}
              filter={filter}
              onDone={(changed) => {
                close();
                onChange(changed);
              }}
            />
          )}
        </Popover>
        <button
          type="button"
          className="chip-remove"
          aria-label={words('browse.removeThisFilter', { filter: text })}
          onClick={() => onChange(null)}
        >
          <Icon name="close" />
        </button>
      </span>
      {fault !== undefined && (
        <p className="fault" role="alert">
          {fault.detail}
          {fault.hint !== undefined && <span>{fault.hint}</span>}
        </p>
      )}
    </div>
  );
}
