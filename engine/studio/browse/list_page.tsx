import { useGetList } from 'ra-core';
import { useParams, useSearchParams } from 'react-router-dom';
import type { Row } from '../api/row.ts';
import { labelOf } from '../model/label.ts';
import type { Resource } from '../model/model.ts';
import { useModel, useResource } from '../model/use_model.ts';
import { Loading } from '../parts/loading.tsx';
import { PageLink } from '../parts/page_link.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { atClock, clockOf } from '../time/clock.ts';
import { useWords } from '../words/use_words.ts';

/** A list of a resource. */
export function ListPage() {
  const words = useWords();
  const { resource: name = '' } = useParams();
  const resource = useResource(name);
  if (resource === undefined) return <p>{words('common.noResource', { name })}</p>;
  return <ListOf resource={resource} />;
}

function ListOf({ resource }: { readonly resource: Resource }) {
  const model = useModel();
  const [search] = useSearchParams();
  const query = atClock(search, { resource, model, clock: clockOf(search) }).toString();
  const { data, error, refetch } = useGetList(resource.name, { meta: { query } });
  if (error !== null) return <Refusal error={error} retry={refetch} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <h1>{resource.title}</h1>
      <ul>
        {(data as readonly Row[]).map((row) => (
          <li key={String(row.id)}>
            <PageLink path={`/browse/${resource.name}/${row.id}`}>{labelOf(resource, row)}</PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}
