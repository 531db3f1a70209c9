import { useQuery } from '@tanstack/react-query';
import { ProblemError } from '../../contract/typescript/client/problem.ts';
import { useSession } from '../model/use_model.ts';
import { instantText } from '../parts/instant_text.ts';
import { Loading } from '../parts/loading.tsx';
import { PageLink } from '../parts/page_link.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { useWords } from '../words/use_words.ts';
import { absenceOf } from './absence.ts';
import { ClockLink } from './clock_link.tsx';
import { inAddress } from './instant.ts';
import type { RowInView } from './use_row.ts';

/** Says by the history of a row why it is missing at the instant of the page, and where the page has it. */
export function Missing({ resource, id, clock, error, retry }: RowInView & { readonly error: Error }) {
  const words = useWords();
  const { api, model } = useSession();
  const isMissing = error instanceof ProblemError && error.status === 404;
  const history = isMissing ? resource.history : null;
  const ends = async (signal: AbortSignal) => {
    const asked = (order: string) =>
      new URLSearchParams({ [`${resource.name}_id`]: `eq.${id}`, order, limit: '2' }).toString();
    const [oldest, newest] = await Promise.all(
      ['recorded_at', 'recorded_at.desc'].map((order) => api.list(history ?? '', asked(order), { signal })),
    );
    return { first: oldest?.rows[0] ?? null, newest: newest?.rows ?? [] };
  };
  const found = useQuery({
    queryKey: ['ends', resource.name, id],
    queryFn: ({ signal }) => ends(signal),
    enabled: history !== null,
  });
  if (!isMissing || found.error !== null) return <Refusal error={found.error ?? error} retry={retry} />;
  if (history !== null && found.data === undefined) return <Loading />;
  const absence = absenceOf(found.data ?? { first: null, newest: [] }, clock.asOf);
  const text = (instant: string | null) => (instant === null ? '' : instantText(instant, model.service.zone));
  const path = `/browse/${resource.name}/${encodeURIComponent(id)}`;
  return (
    <div className="row-missing">
      <p>
        {words(`row.${absence.kind}`, {
          instant: text(clock.asOf),
          first: text(absence.first),
          since: text(absence.since),
        })}
      </p>
      {(absence.kind !== 'unknown' || clock.asOf !== null) && (
        <ul>
          {absence.shownAt !== null && (
            <li>
              <ClockLink path={path} asOf={inAddress(absence.shownAt)}>
                {words('row.seeAsRecorded', { instant: text(absence.shownAt) })}
              </ClockLink>
            </li>
          )}
          {clock.asOf !== null && (
            <li>
              <ClockLink path={path} asOf={null}>
                {words('row.seeNow')}
              </ClockLink>
            </li>
          )}
          {absence.kind !== 'unknown' && (
            <li>
              <PageLink path={`${path}/history`}>{words('row.seeHistory')}</PageLink>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
