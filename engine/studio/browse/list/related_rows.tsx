import { useGetOne } from 'ra-core';
import { useSearchParams } from 'react-router-dom';
import type { Row } from '../../api/row.ts';
import type { Resource } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { instantText } from '../../parts/instant_text.ts';
import { Loading } from '../../parts/loading.tsx';
import { PageLink } from '../../parts/page_link.tsx';
import { RowLink } from '../../parts/reference.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { clockOf } from '../../time/clock.ts';
import { useWords } from '../../words/use_words.ts';
import { relatedQuery, relationsInPlace, shownInPlace, summaryOf } from './related.ts';

/** The first rows of each relation of a row, below the row itself. */
export function RelatedRows({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const words = useWords();
  const model = useModel();
  const [search] = useSearchParams();
  const query = relatedQuery(model, resource, clockOf(search));
  const { data, error, refetch } = useGetOne(resource.name, { id, meta: { query } });
  if (error !== null) return <Refusal error={error} retry={refetch} />;
  if (data === undefined) return <Loading />;
  return (
    <div className="in-place">
      {relationsInPlace(model, resource).map(({ relation, target }) => {
        const rows = (data[relation.alias] ?? []) as readonly Row[];
        return (
          <section key={relation.alias}>
            <h3>
              <PageLink path={`/browse/${resource.name}/${encodeURIComponent(id)}/related/${relation.alias}`}>
                {relation.title}
              </PageLink>
              <span className="faint">{rows.length > shownInPlace ? `${shownInPlace}+` : rows.length}</span>
            </h3>
            <ul>
              {rows.slice(0, shownInPlace).map((row) => (
                <li key={String(row.id)}>
                  <RowLink target={target} id={String(row.id)} label={summaryOf(model, relation, target, row)} />
                  <Validity row={row} />
                </li>
              ))}
              {rows.length === 0 && <li className="faint">{words('browse.none')}</li>}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function Validity({ row }: { readonly row: Row }) {
  const words = useWords();
  const { service } = useModel();
  if (typeof row.valid_from !== 'string') return null;
  const told = (instant: unknown) => instantText(String(instant), service.zone).replace(/ 00:00$/, '');
  const from = told(row.valid_from);
  const { valid_to: end } = row;
  return (
    <span className="faint">
      {end === null || end === undefined
        ? words('parts.from', { value: from })
        : words('parts.between', { from, to: told(end) })}
    </span>
  );
}
