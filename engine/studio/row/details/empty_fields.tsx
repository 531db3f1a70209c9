import type { StudioField } from '../../../contract/studio/studio_model.ts';
import { useWords } from '../../words/use_words.ts';
import { FieldName } from './field_name.tsx';

/** The fields without a value, folded. */
export function EmptyFields({ fields }: { readonly fields: readonly StudioField[] }) {
  const words = useWords();
  return (
    <details className="empty-fields">
      <summary>{words('row.empty', { smart_count: fields.length })}</summary>
      <ul>
        {fields.map((field) => (
          <li key={field.name}>
            <FieldName field={field} />
          </li>
        ))}
      </ul>
    </details>
  );
}
