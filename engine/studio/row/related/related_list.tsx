import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RowList } from '../../browse/list/row_list.tsx';
import type { Resource } from '../../model/model.ts';
import { clockOf, withClock } from '../../time/clock.ts';

interface RelatedListProps {
  readonly target: Resource;
  /** The filter that leads to the related rows. */
  readonly parameter: string;
  readonly value: string;
}

/** Related rows as a list with filters, columns and order of its own. */
export function RelatedList({ target, parameter, value }: RelatedListProps) {
  const [search, setSearch] = useSearchParams();
  const fixed = useMemo(() => new URLSearchParams([[parameter, value]]), [parameter, value]);
  return (
    <div className="related-list">
      <RowList
        resource={target}
        query={search}
        onQuery={(query) => setSearch(withClock(query, clockOf(search)))}
        fixed={fixed}
      />
    </div>
  );
}
