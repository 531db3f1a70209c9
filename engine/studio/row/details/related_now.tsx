import { useQuery } from '@tanstack/react-query';
import type { StudioRelation } from '../../../contract/studio/studio_model.ts';
import type { Row } from '../../api/row.ts';
import { useModel, useSession } from '../../model/use_model.ts';
import { PageLink } from '../../parts/page_link.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { useWords } from '../../words/use_words.ts';
import { mostShown, relatedQuery } from '../related/related.ts';
import { relationsToMany } from '../tabs.ts';
import type { RowInView } from '../use_row.ts';
import { RelatedRow } from './related_row.tsx';

/** The first related rows of each relation: of timelines, what is valid at the instant of the page. */
export function RelatedNow({ resource, id, clock, present }: RowInView) {
  const words = useWords();
  const { api, model } = useSession();
  const relations = relationsToMany(resource);
  const query = relatedQuery(model, relations, { present, asOf: resource.asOf ? clock.asOf : null });
  const { data, error } = useQuery({
    queryKey: ['related', resource.name, id, query],
    queryFn: ({ signal }) => api.read(resource.name, id, query, signal),
    enabled: relations.length > 0,
  });
  if (relations.length === 0) return null;
  if (error !== null) return <Refusal error={error} />;
  const isNow = clock.validAt === null && clock.asOf === null;
  return (
    <section className="field-group">
      <h2>{words(isNow ? 'row.relatedNow' : 'row.relatedThen')}</h2>
      <dl className="fields">
        {relations.map((relation) => (
          <RelatedOf
            key={relation.alias}
            relation={relation}
            path={`/browse/${resource.name}/${encodeURIComponent(id)}/related/${relation.alias}`}
            rows={(data?.[relation.alias] as readonly Row[] | undefined) ?? null}
          />
        ))}
      </dl>
    </section>
  );
}

interface RelatedOfProps {
  readonly relation: StudioRelation;
  readonly path: string;
  /** Null while they are awaited. */
  readonly rows: readonly Row[] | null;
}

function RelatedOf({ relation, path, rows }: RelatedOfProps) {
  const words = useWords();
  const target = useModel().resources.get(relation.target);
  return (
    <div>
      <dt>
        <PageLink path={path}>{relation.title}</PageLink>
      </dt>
      <dd>
        {rows?.length === 0 && <span className="faint">{words('row.none')}</span>}
        {target !== undefined && rows !== null && rows.length > 0 && (
          <ul className="row-related">
            {rows.slice(0, mostShown).map((row) => (
              <li key={String(row.id)}>
                <RelatedRow target={target} relation={relation} row={row} />
              </li>
            ))}
            {rows.length > mostShown && (
              <li>
                <PageLink path={path}>{words('row.all')}</PageLink>
              </li>
            )}
          </ul>
        )}
      </dd>
    </div>
  );
}
