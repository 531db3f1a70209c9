import { useModel } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { type Choice, modifierAt } from './choices.ts';
import type { Place } from './place.ts';

interface ModifierChoiceProps {
  readonly place: Place;
  readonly choice: Choice;
  readonly modifier: string | null;
  readonly onChange: (modifier: string | null) => void;
}

/** Whether an operator compares with one value, any or all of several; or in which language it searches. */
export function ModifierChoice({ place, choice, modifier, onChange }: ModifierChoiceProps) {
  const words = useWords();
  const kind = modifierAt(useModel(), place, choice);
  if (kind === 'quantifier') {
    return (
      <label>
        {words('browse.howMany')}
        <select value={modifier ?? ''} onChange={({ target }) => onChange(target.value === '' ? null : target.value)}>
          <option value="">{words('browse.oneValue')}</option>
          <option value="any">{words('browse.anyValue')}</option>
          <option value="all">{words('browse.allValues')}</option>
        </select>
      </label>
    );
  }
  if (kind !== 'language') return null;
  return (
    <label>
      {words('browse.language')}
      <input
        value={modifier ?? ''}
        pattern="[a-z]+"
        placeholder={words('browse.languageExample')}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      />
    </label>
  );
}
