import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Row } from '../../api/row.ts';
import type { Resource } from '../../model/model.ts';
import { useSession } from '../../model/use_model.ts';
import { instantText } from '../../parts/instant_text.ts';
import { Loading } from '../../parts/loading.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Value } from '../../parts/value.tsx';
import { useWords } from '../../words/use_words.ts';
import { compareInstants } from '../instant.ts';
import { comparedFields, differencesOf } from './differences.ts';
import { versionsQuery } from './history_query.ts';
import type { Compared } from './use_compared.ts';

interface ComparisonProps {
  readonly history: Resource;
  readonly compared: Compared;
}

/** Two versions side by side. */
export function Comparison({ history, compared }: ComparisonProps) {
  const words = useWords();
  const { api, model } = useSession();
  const { ids, clear } = compared;
  const query = versionsQuery(model, history, ids.toSorted());
  const { data, error } = useQuery({
    queryKey: ['compared', history.name, query],
    queryFn: ({ signal }) => api.list(history.name, query, { signal }),
    enabled: ids.length === 2,
  });
  if (ids.length === 0) return <p className="faint">{words('row.compareHint')}</p>;
  const [older, newer] = (data?.rows ?? []).toSorted((one, other) =>
    compareInstants(String(one.recorded_at), String(other.recorded_at)),
  );
  return (
    <section className="comparison" aria-label={words('row.comparison')}>
      <div className="comparison-head">
        <h2>{words('row.comparison')}</h2>
        <button type="button" className="quiet" onClick={clear}>
          {words('row.clearComparison')}
        </button>
      </div>
      {ids.length === 1 && <p role="status">{words('row.chooseAnother')}</p>}
      {error !== null && <Refusal error={error} />}
      {ids.length === 2 && error === null && data === undefined && <Loading />}
      {older !== undefined && newer !== undefined && <SideBySide history={history} older={older} newer={newer} />}
      {data !== undefined && data.rows.length < 2 && <p>{words('row.noSuchVersion')}</p>}
    </section>
  );
}

interface SideBySideProps {
  readonly history: Resource;
  readonly older: Row;
  readonly newer: Row;
}

function SideBySide({ history, older, newer }: SideBySideProps) {
  const words = useWords();
  const { zone } = useSession().model.service;
  const [isWhole, setWhole] = useState(false);
  const fields = comparedFields(history);
  const different = new Set(differencesOf(fields, older, newer).map(({ field }) => field.name));
  const shown = isWhole ? fields : fields.filter(({ name }) => different.has(name));
  return (
    <>
      <label>
        <input type="checkbox" checked={isWhole} onChange={({ target }) => setWhole(target.checked)} />{' '}
        {words('row.sameFields')}
      </label>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a pointer scroll it by keys */}
      <section className="wide" tabIndex={0} aria-label={words('row.fields')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words('row.field')}</th>
              {[older, newer].map((row) => (
                <th key={String(row.id)} scope="col">
                  {words('row.recordedAt', { instant: instantText(String(row.recorded_at), zone) })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <tr key={field.name} className={different.has(field.name) ? 'is-different' : ''}>
                <th scope="row">{field.title}</th>
                {[older, newer].map((row) => (
                  <td key={String(row.id)}>
                    <Value resource={history} field={field} row={row} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {different.size === 0 && <p>{words('row.noDifference')}</p>}
    </>
  );
}
