import type { Row } from '../api/row.ts';
import { labelOf } from '../model/label.ts';
import { type Resource, relationOfField } from '../model/model.ts';
import { useModel } from '../model/use_model.ts';
import { RowLink } from '../parts/reference.tsx';
import { Nothing } from '../parts/value.tsx';
import { useWords } from '../words/use_words.ts';

interface RecorderProps {
  readonly resource: Resource;
  readonly row: Row;
  readonly field: string;
}

/** Who recorded or replaced a row: their label where the caller may read it. */
export function Recorder({ resource, row, field }: RecorderProps) {
  const words = useWords();
  const { resources } = useModel();
  const id = row[field] ?? null;
  if (id === null) return <Nothing />;
  if (String(id) === '0') return <span>{words('row.byService')}</span>;
  const relation = relationOfField(resource, field);
  const target = resources.get(relation?.target ?? '');
  const person = relation === null ? null : (row[relation.alias] as Row | null | undefined);
  const number = words('parts.number', { id: String(id) });
  if (target === undefined || !person) return <span>{number}</span>;
  return <RowLink target={target} id={String(id)} label={labelOf(target, person)} />;
}
