import { useParams } from 'react-router-dom';
import { useModel } from '../../model/use_model.ts';
import { Loading } from '../../parts/loading.tsx';
import { NotFound } from '../../parts/not_found.tsx';
import { useWords } from '../../words/use_words.ts';
import { Missing } from '../missing.tsx';
import type { RowInView } from '../use_row.ts';
import { hasValidity } from '../validity.ts';
import { Entries } from './entries.tsx';
import { relatedFilter } from './related.ts';
import { RelatedList } from './related_list.tsx';

/** The rows to which a relation of a row leads: entries by their time, others as any list. */
export default function RelatedTab(view: RowInView) {
  const words = useWords();
  const { alias = '' } = useParams();
  const { resources } = useModel();
  const relation = view.resource.relations.get(alias);
  const target = resources.get(relation?.target ?? '');
  if (relation === undefined || target === undefined) return <NotFound />;
  if (view.error !== null) return <Missing {...view} error={view.error} />;
  if (view.row === null) return <Loading />;
  const filter = relatedFilter(relation, view.row);
  if (filter === null) return <p>{words('row.noList')}</p>;
  const [parameter, value] = filter;
  return hasValidity(target) ? (
    <Entries key={alias} {...view} target={target} filter={filter} />
  ) : (
    <RelatedList key={alias} target={target} parameter={parameter} value={value} />
  );
}
