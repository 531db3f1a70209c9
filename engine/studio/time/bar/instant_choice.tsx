import { type FormEvent, useState } from 'react';
import { useModel } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { compareInstants, type Instant, instantAt } from '../instant.ts';
import { inputText, instantOfInput } from '../zone.ts';

interface InstantChoiceProps {
  /** Of the element, for the button that opens it. */
  readonly id: string;
  readonly kind: 'validAt' | 'asOf';
  readonly value: Instant | null;
  readonly choose: (instant: Instant | null) => void;
}

/** Where an instant is entered as a date and a time of the zone of the service. */
export function InstantChoice({ id, kind, value, choose }: InstantChoiceProps) {
  const words = useWords();
  const { zone } = useModel().service;
  const [fault, setFault] = useState<'unfinished' | 'future' | null>(null);
  const close = (instant: Instant | null) => {
    setFault(null);
    document.getElementById(id)?.hidePopover();
    choose(instant);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const instant = instantOfInput(String(new FormData(event.currentTarget).get('instant') ?? ''), zone);
    if (instant === null) setFault('unfinished');
    else if (kind === 'asOf' && compareInstants(instant, instantAt(Date.now())) > 0) setFault('future');
    else close(instant);
  };
  const input = kind === 'asOf' ? 'time.inputAsOf' : 'time.inputValidAt';
  return (
    <form id={id} popover="auto" className={`instant-choice ${kind}`} onSubmit={submit} noValidate>
      <label>
        <span>{words(input)}</span>
        <input
          key={value}
          type="datetime-local"
          name="instant"
          step={1}
          defaultValue={inputText(value ?? instantAt(Date.now()), zone)}
          aria-describedby={`${id}-zone`}
        />
      </label>
      <p id={`${id}-zone`} className="faint">
        {words('time.zone', { zone })}
      </p>
      <p role="alert" className="fault">
        {fault !== null && words(`time.${fault}`)}
      </p>
      <div className="choices">
        <button type="submit">{words('time.show')}</button>
        {kind === 'validAt' && (
          <button type="button" onClick={() => close(instantAt(Math.floor(Date.now() / 1000) * 1000))}>
            {words('time.now')}
          </button>
        )}
        <button type="button" onClick={() => close(null)}>
          {words(kind === 'asOf' ? 'time.now' : 'time.anyTime')}
        </button>
      </div>
    </form>
  );
}
