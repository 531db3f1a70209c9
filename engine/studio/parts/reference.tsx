import type { StudioField } from '../../contract/studio/studio_model.ts';
import type { Row } from '../api/row.ts';
import { labelOf } from '../model/label.ts';
import { type Resource, relationOfField } from '../model/model.ts';
import { useModel } from '../model/use_model.ts';
import { useWords } from '../words/use_words.ts';
import { PageLink } from './page_link.tsx';

interface ReferenceProps {
  readonly resource: Resource;
  readonly field: StudioField;
  readonly row: Row;
}

/** The row to which a reference leads, by its label where the answer has it embedded (see browse/select.ts). */
export function Reference({ resource, field, row }: ReferenceProps) {
  const words = useWords();
  const { resources } = useModel();
  const id = String(row[field.name]);
  const relation = relationOfField(resource, field.name);
  const target = resources.get(relation?.target ?? field.to ?? '');
  const related = relation === null ? null : (row[relation.alias] as Row | null | undefined);
  const label = target === undefined || !related ? words('parts.number', { id }) : labelOf(target, related);
  return <RowLink target={target} id={id} label={label} />;
}

interface RowLinkProps {
  /** Undefined for a resource that the caller may not see. */
  readonly target: Resource | undefined;
  readonly id: string;
  readonly label: string;
}

/** The label of a row: a link where the caller may read the row. */
export function RowLink({ target, id, label }: RowLinkProps) {
  if (target?.actions.includes('read') !== true) return <span>{label}</span>;
  return <PageLink path={`/browse/${target.name}/${encodeURIComponent(id)}`}>{label}</PageLink>;
}
