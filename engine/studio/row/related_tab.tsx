import { useParams } from 'react-router-dom';
import { Loading } from '../parts/loading.tsx';
import { NotFound } from '../parts/not_found.tsx';
import { Missing } from './missing.tsx';
import { RelatedRows } from './related_rows.tsx';
import type { RowInView } from './use_row.ts';

/** The rows to which a relation of a row leads. */
export default function RelatedTab(view: RowInView) {
  const { alias = '' } = useParams();
  const relation = view.resource.relations.get(alias);
  if (relation === undefined) return <NotFound />;
  if (view.error !== null) return <Missing {...view} error={view.error} />;
  if (view.row === null) return <Loading />;
  return <RelatedRows key={alias} {...view} row={view.row} relation={relation} />;
}
