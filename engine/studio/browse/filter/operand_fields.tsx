import { useModel } from '../../model/use_model.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../words/use_words.ts';
import type { Choice } from './choices.ts';
import { isSeveral } from './filter.ts';
import { OperandField } from './operand_field.tsx';
import type { Place } from './place.ts';

interface OperandFieldsProps {
  readonly place: Place;
  readonly choice: Choice;
  readonly modifier: string | null;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** What a filter compares with: one value, or as many as somebody adds. */
export function OperandFields({ place, choice, modifier, values, onChange }: OperandFieldsProps) {
  const words = useWords();
  const { operators } = useModel();
  const word = operators.get(choice.operator);
  const titles = place.of.kind === 'field' && word?.operand !== 'text' ? place.of.field.values : null;
  if (!isSeveral(word, modifier)) {
    return (
      <div className="labelled">
        <span aria-hidden="true">{words('browse.value')}</span>
        <OperandField
          name={words('browse.value')}
          place={place}
          operand={word?.operand ?? 'text'}
          value={values[0] ?? ''}
          onChange={(value) => onChange([value])}
        />
      </div>
    );
  }
  if (titles !== null) {
    return (
      <fieldset className="operand-list">
        <legend>{words('browse.values')}</legend>
        {titles.map(({ value, title }) => (
          <label key={value} className="check">
            <input
              type="checkbox"
              checked={values.includes(value)}
              onChange={({ target }) => {
                const others = values.filter((each) => each !== value && each !== '');
                onChange(target.checked ? [...others, value] : others);
              }}
            />
            {title}
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <fieldset className="operand-list">
      <legend>{words('browse.values')}</legend>
      {values.map((value, at) => (
        // Two values may be the same while somebody writes them.
        <div key={at} className="operand">
          <OperandField
            place={place}
            operand={word?.operand ?? 'text'}
            name={words('browse.valueNumber', { number: at + 1 })}
            value={value}
            onChange={(changed) => onChange(values.with(at, changed))}
          />
          <button
            type="button"
            className="quiet icon-button"
            aria-label={words('browse.removeValue', { number: at + 1 })}
            disabled={values.length === 1}
            onClick={() => onChange(values.toSpliced(at, 1))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button type="button" className="quiet" onClick={() => onChange([...values, ''])}>
        <Icon name="plus" />
        {words('browse.addValue')}
      </button>
    </fieldset>
  );
}
