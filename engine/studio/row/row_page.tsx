import { useGetOne } from 'ra-core';
import { useParams, useSearchParams } from 'react-router-dom';
import type { Row } from '../api/row.ts';
import { labelOf } from '../model/label.ts';
import type { Resource } from '../model/model.ts';
import { useModel, useResource } from '../model/use_model.ts';
import { Loading } from '../parts/loading.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { atClock, clockOf } from '../time/clock.ts';
import { useWords } from '../words/use_words.ts';

/** One row: its fields, its relations, its history and its time. */
export default function RowPage() {
  const words = useWords();
  const { resource: name = '', id = '' } = useParams();
  const resource = useResource(name);
  if (resource === undefined) return <p>{words('common.noResource', { name })}</p>;
  return <RowOf resource={resource} id={id} />;
}

function RowOf({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const model = useModel();
  const [search] = useSearchParams();
  const clock = { ...clockOf(search), validAt: null };
  const query = atClock(new URLSearchParams(), { resource, model, clock }).toString();
  const { data, error, refetch } = useGetOne(resource.name, { id, meta: { query } });
  if (error !== null) return <Refusal error={error} retry={refetch} />;
  if (data === undefined) return <Loading />;
  const row = data as Row;
  return (
    <>
      <h1>{labelOf(resource, row)}</h1>
      <dl>
        {[...resource.fields.values()].map(({ name, title }) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>{String(row[name] ?? '')}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
