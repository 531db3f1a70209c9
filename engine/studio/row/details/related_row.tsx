import type { StudioRelation } from '../../../contract/studio/studio_model.ts';
import type { Row } from '../../api/row.ts';
import { labelOf } from '../../model/label.ts';
import { type Resource, relationOfField } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { RowLink } from '../../parts/reference.tsx';
import { valueText } from '../../parts/value_text.ts';
import { useWords } from '../../words/use_words.ts';
import { tellingFields } from '../related/related.ts';
import { validityOf } from '../validity.ts';
import { periodWords } from '../validity_words.ts';

interface RelatedRowProps {
  readonly relation: StudioRelation;
  readonly target: Resource;
  readonly row: Row;
}

/** A related row in one line: what tells it from the others, and since when it is valid. */
export function RelatedRow({ relation, target, row }: RelatedRowProps) {
  const words = useWords();
  const { resources, service } = useModel();
  const text = (name: string): string => {
    const field = target.fields.get(name);
    const led = relationOfField(target, name);
    const label = led === null ? undefined : resources.get(led.target);
    const related = led === null ? null : (row[led.alias] as Row | null | undefined);
    if (label !== undefined && related) return labelOf(label, related);
    return field === undefined ? '' : valueText(field, row[name], { words, zone: service.zone });
  };
  const telling = tellingFields(target, relation.filter?.parameter ?? null)
    .map(text)
    .filter((each) => each !== '');
  return (
    <>
      <RowLink target={target} id={String(row.id)} label={telling.join(' · ') || labelOf(target, row)} />
      {validityOf(row) !== null && <span className="faint"> {periodWords(row, { words, zone: service.zone })}</span>}
    </>
  );
}
