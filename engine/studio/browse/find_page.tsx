import { useSearchParams } from 'react-router-dom';
import type { StudioFound } from '../../contract/studio/studio_search.ts';
import { useModel } from '../model/use_model.ts';
import { Loading } from '../parts/loading.tsx';
import { PageLink } from '../parts/page_link.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { useWords } from '../words/use_words.ts';
import { useFound, useFoundLabel } from './use_found.ts';

/** The rows that a search finds, by resource. */
export default function FindPage() {
  const words = useWords();
  const [search] = useSearchParams();
  const text = search.get('q') ?? '';
  const { data, error, refetch } = useFound(text);
  return (
    <>
      <h1>{words('browse.foundTitle', { text })}</h1>
      {error !== null && <Refusal error={error} retry={refetch} />}
      {error === null && data === undefined && text.trim() !== '' && <Loading />}
      {error === null && data !== undefined && (
        <>
          <p role="status" className="faint">
            {words('browse.found', { smart_count: data.results.length, count: data.results.length })}{' '}
            {!data.complete && words('browse.foundIncomplete')}
          </p>
          {[...Map.groupBy(data.results, ({ resource }) => resource)].map(([resource, found]) => (
            <FoundIn key={resource} resource={resource} found={found} />
          ))}
        </>
      )}
    </>
  );
}

interface FoundInProps {
  readonly resource: string;
  readonly found: readonly StudioFound[];
}

function FoundIn({ resource: name, found }: FoundInProps) {
  const words = useWords();
  const model = useModel();
  const labelOf = useFoundLabel();
  const resource = model.resources.get(name);
  return (
    <section>
      <h2>
        <PageLink path={`/browse/${name}`}>{resource?.title ?? name}</PageLink>
      </h2>
      <ul className="found">
        {found.map((each) => (
          <li key={each.id}>
            <PageLink path={`/browse/${name}/${encodeURIComponent(each.id)}`}>{labelOf(each, model)}</PageLink>
            <span className="faint">
              {each.field === null
                ? words('browse.foundInText')
                : words('browse.foundIn', { field: resource?.fields.get(each.field)?.title ?? each.field })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
