import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { StudioRelation } from '../../../contract/studio/studio_model.ts';
import type { Row } from '../../api/row.ts';
import type { Resource } from '../../model/model.ts';
import { useSession } from '../../model/use_model.ts';
import { atClock, clockOf } from '../../time/clock.ts';
import { relatedFilter } from './related.ts';
import { useSeen } from './use_seen.ts';

interface RelatedCountProps {
  readonly relation: StudioRelation;
  readonly row: Row;
}

/** How many rows a relation leads to. They are counted once the number would be seen. */
export function RelatedCount({ relation, row }: RelatedCountProps) {
  const { api, model } = useSession();
  const [search] = useSearchParams();
  const place = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(place);
  const resource = model.resources.get(relation.target);
  const filter = relatedFilter(relation, row);
  const query =
    resource === undefined || filter === null
      ? null
      : atClock(new URLSearchParams([[...filter], ['select', anyField(resource)], ['limit', '1']]), {
          resource,
          model,
          clock: clockOf(search),
        }).toString();
  const { data } = useQuery({
    queryKey: ['count', relation.target, query],
    queryFn: ({ signal }) => api.list(relation.target, query ?? '', { count: 'exact', signal }),
    enabled: isSeen && query !== null,
  });
  const total = data?.total ?? null;
  return (
    <span ref={place} className="tab-count number">
      {total}
    </span>
  );
}

/** The rows of a view may have no id. */
function anyField({ fields }: Resource): string {
  return fields.has('id') ? 'id' : (fields.keys().next().value ?? '');
}
