import { useQuery } from '@tanstack/react-query';
import type { Row } from '../api/row.ts';
import { useSession } from '../model/use_model.ts';
import { useWords } from '../words/use_words.ts';
import { ClockLink } from './clock_link.tsx';
import { inAddress } from './instant.ts';
import type { RowInView } from './use_row.ts';

/** Leads from a version of a row to the one before and the one after it. */
export function VersionSteps({ resource, id, row }: RowInView) {
  const words = useWords();
  const recordedAt = row?.recorded_at;
  if (resource.history === null || typeof recordedAt !== 'string') return null;
  const version = { history: resource.history, idField: `${resource.name}_id`, id, recordedAt };
  return (
    <p className="version-steps">
      <Step {...version} direction="lt">
        {words('row.versionBefore')}
      </Step>
      <Step {...version} direction="gt">
        {words('row.versionAfter')}
      </Step>
    </p>
  );
}

interface StepProps {
  readonly history: string;
  readonly idField: string;
  readonly id: string;
  readonly recordedAt: string;
  readonly direction: 'lt' | 'gt';
  readonly children: string;
}

function Step({ history, idField, id, recordedAt, direction, children }: StepProps) {
  const { api } = useSession();
  const query = new URLSearchParams({
    [idField]: `eq.${id}`,
    recorded_at: `${direction}.${recordedAt}`,
    order: direction === 'lt' ? 'recorded_at.desc' : 'recorded_at',
    select: 'id,recorded_at',
    limit: '1',
  }).toString();
  const { data } = useQuery({
    queryKey: ['version', history, query],
    queryFn: ({ signal }) => api.list(history, query, { signal }),
  });
  const next: Row | undefined = data?.rows[0];
  if (typeof next?.recorded_at !== 'string') return <span className="faint">{children}</span>;
  return <ClockLink asOf={inAddress(next.recorded_at)}>{children}</ClockLink>;
}
