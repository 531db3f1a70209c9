import { type FormEvent, useState } from 'react';
import type { Resource } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { choiceOf, choicesAt, comparisonOf } from './choices.ts';
import { containedText } from './contains.ts';
import { type Comparison, type Filter, readComparison, writeComparison } from './filter.ts';
import { FilterAsText } from './filter_as_text.tsx';
import { ModifierChoice } from './modifier_choice.tsx';
import { OperandFields } from './operand_fields.tsx';
import { placeOf } from './place.ts';
import { PlaceChoice } from './place_choice.tsx';

interface FilterFormProps {
  readonly resource: Resource;
  /** Null for a new one. */
  readonly filter: Filter | null;
  readonly onDone: (filter: Filter) => void;
}

/** Makes or changes a filter: of which field, what is asked, and with which values. */
export function FilterForm({ resource, filter, onDone }: FilterFormProps) {
  const words = useWords();
  const model = useModel();
  const read = filter === null ? null : readComparison(filter, model.operators);
  const isUnderstood = filter === null || (read !== null && placeOf(model, resource, read.path) !== null);
  const [isText, setText] = useState(!isUnderstood);
  if (isText) {
    return <FilterAsText filter={filter} onDone={onDone} onBack={isUnderstood ? () => setText(false) : null} />;
  }
  return (
    <>
      <ComparisonForm
        resource={resource}
        comparison={read}
        onDone={(made) => onDone(writeComparison(made, model.operators))}
      />
      <button type="button" className="bare as-text" onClick={() => setText(true)}>
        {words('browse.editAsText')}
      </button>
    </>
  );
}

interface ComparisonFormProps {
  readonly resource: Resource;
  readonly comparison: Comparison | null;
  readonly onDone: (comparison: Comparison) => void;
}

function ComparisonForm({ resource, comparison, onDone }: ComparisonFormProps) {
  const words = useWords();
  const model = useModel();
  const [path, setPath] = useState(comparison?.path ?? null);
  const place = path === null ? null : placeOf(model, resource, path);
  const present = comparison !== null && path?.join('.') === comparison.path.join('.') ? comparison : null;
  const choices = place === null ? [] : choicesAt(model, place, words, present);
  const [chosen, setChosen] = useState(present === null ? null : (choiceOf(choices, present)?.id ?? null));
  const [modifier, setModifier] = useState(present?.modifier ?? null);
  const contained = comparison === null ? null : containedText(comparison);
  const [values, setValues] = useState<readonly string[]>(
    contained === null ? (comparison?.values ?? ['']) : [contained],
  );
  const choice = choices.find(({ id }) => id === chosen) ?? choices[0];
  const done = (event: FormEvent) => {
    event.preventDefault();
    if (choice !== undefined && path !== null) onDone(comparisonOf(choice, { path, modifier, values }));
  };
  return (
    <form className="filter-form" onSubmit={done}>
      <PlaceChoice
        resource={resource}
        path={path}
        onChange={(changed) => {
          setPath(changed);
          setChosen(null);
          setModifier(null);
          setValues(['']);
        }}
      />
      {place !== null && choice !== undefined && (
        <>
          <label>
            {words('browse.question')}
            <select
              value={choice.id}
              onChange={({ target }) => {
                setChosen(target.value);
                setModifier(null);
              }}
            >
              {choices.map(({ id, text }) => (
                <option key={id} value={id}>
                  {text}
                </option>
              ))}
            </select>
          </label>
          {choice.keyword === null && (
            <>
              <ModifierChoice place={place} choice={choice} modifier={modifier} onChange={setModifier} />
              <OperandFields place={place} choice={choice} modifier={modifier} values={values} onChange={setValues} />
            </>
          )}
          <button type="submit">{words('browse.applyFilter')}</button>
        </>
      )}
    </form>
  );
}
