import type { FormEvent } from 'react';
import { useWords } from '../../words/use_words.ts';
import type { Filter } from './filter.ts';

interface FilterAsTextProps {
  readonly filter: Filter | null;
  readonly onDone: (filter: Filter) => void;
  /** Null where the filter can be edited as text alone. */
  readonly onBack: (() => void) | null;
}

/** A filter as the query language writes it, such as a tree of `or`. */
export function FilterAsText({ filter, onDone, onBack }: FilterAsTextProps) {
  const words = useWords();
  const done = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    onDone({ parameter: text('parameter').trim(), value: text('value') });
  };
  return (
    <form className="filter-form" onSubmit={done}>
      <label>
        {words('browse.parameter')}
        <input name="parameter" required defaultValue={filter?.parameter ?? ''} spellCheck={false} autoComplete="off" />
      </label>
      <label>
        {words('browse.parameterValue')}
        <textarea name="value" required rows={3} defaultValue={filter?.value ?? ''} spellCheck={false} />
      </label>
      <p className="faint">{words('browse.textHelp')}</p>
      <button type="submit">{words('browse.applyFilter')}</button>
      {onBack !== null && (
        <button type="button" className="bare" onClick={onBack}>
          {words('browse.editAsForm')}
        </button>
      )}
    </form>
  );
}
