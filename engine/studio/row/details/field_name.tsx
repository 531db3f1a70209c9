import type { StudioField } from '../../../contract/studio/studio_model.ts';
import { Tip } from '../../parts/tip.tsx';
import { useWords } from '../../words/use_words.ts';

/** What a field is called, with what it means, and what is special about it. */
export function FieldName({ field }: { readonly field: StudioField }) {
  const words = useWords();
  const { title, description, computed, deprecated } = field;
  return (
    <>
      {description === '' ? (
        title
      ) : (
        <Tip label={words('row.about', { title })} text={description}>
          {title}
        </Tip>
      )}
      {computed && <span className="mark">{words('row.computed')}</span>}
      {deprecated && <span className="mark">{words('row.deprecated')}</span>}
    </>
  );
}
