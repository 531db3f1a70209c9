import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { queryText } from '../api/query_text.ts';
import type { Resource } from '../model/model.ts';
import { useResource } from '../model/use_model.ts';
import { paragraphsOf } from '../parts/paragraphs.ts';
import { clockOf, withClock } from '../time/clock.ts';
import { useWords } from '../words/use_words.ts';
import { RowList } from './list/row_list.tsx';

/** A list of a resource. */
export function ListPage() {
  const words = useWords();
  const { resource: name = '' } = useParams();
  const resource = useResource(name);
  if (resource === undefined) return <p>{words('common.noResource', { name })}</p>;
  return <ListOf key={name} resource={resource} />;
}

function ListOf({ resource }: { readonly resource: Resource }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const onQuery = (query: URLSearchParams) => {
    const asked = queryText(withClock(query, clockOf(search)));
    navigate({ search: asked === '' ? '' : `?${asked}` });
  };
  return (
    <div className="list-page">
      <h1>{resource.title}</h1>
      <div className="lead">
        {paragraphsOf(resource.description).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <RowList resource={resource} query={search} onQuery={onQuery} />
    </div>
  );
}
