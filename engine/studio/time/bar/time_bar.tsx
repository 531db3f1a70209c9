import { useCallback, useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useModel } from '../../model/use_model.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../words/use_words.ts';
import { type Instant, readInstant } from '../instant.ts';
import { useClock } from '../use_clock.ts';
import { instantWords } from '../zone.ts';
import { subjectOf } from './subject.ts';
import { TimeControl } from './time_control.tsx';
import { useInstants } from './use_instants.ts';

/** For which instants the page shows its data, and the way to others. */
export function TimeBar() {
  const words = useWords();
  const model = useModel();
  const { resource, id, '*': tab } = useParams();
  const [search] = useSearchParams();
  const { clock, setClock } = useClock();
  const [isOpen, setOpen] = useState(false);
  const subject = subjectOf(model, { resource, id, tab, search });
  const instants = useInstants(subject?.asked ?? []);
  const takes = subject?.takes ?? { validAt: true, asOf: true };
  const showValidAt = useCallback(
    (validAt: Instant | null, replace: boolean) => setClock({ validAt }, { replace }),
    [setClock],
  );
  const showAsOf = useCallback((asOf: Instant | null, replace: boolean) => setClock({ asOf }, { replace }), [setClock]);
  const isNow = clock.validAt === null && clock.asOf === null;
  const sentence = useSentence();
  return (
    <section
      className={`time-bar${isNow ? '' : ' is-elsewhere'}${isOpen ? ' is-open' : ''}`}
      aria-label={words('time.bar')}
    >
      <button type="button" className="unfold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="clock" />
        <span>{sentence}</span>
        <Icon name="down" />
      </button>
      <div className="time-controls">
        <TimeControl
          kind="validAt"
          text={clock.validAt}
          instants={instants.valid}
          isComplete={instants.isComplete}
          isTaken={takes.validAt}
          show={showValidAt}
        />
        <TimeControl
          kind="asOf"
          text={clock.asOf}
          instants={instants.recorded}
          isComplete={instants.isComplete}
          isTaken={takes.asOf}
          show={showAsOf}
        />
      </div>
      {!isNow && (
        <p className="elsewhere">
          <Icon name="clock" />
          <span className="sentence">{sentence}</span>
          <button type="button" onClick={() => setClock({ validAt: null, asOf: null })}>
            {words('time.backToNow')}
          </button>
        </p>
      )}
      <p className="hidden-text" aria-live="polite">
        {sentence}
      </p>
    </section>
  );
}

/** For which instants the page is shown, in words. */
function useSentence(): string {
  const words = useWords();
  const { zone } = useModel().service;
  const { clock } = useClock();
  const [validAt, asOf] = useMemo(
    () =>
      [clock.validAt, clock.asOf].map((text) => {
        const instant = readInstant(text);
        return instant === null ? text : instantWords(instant, zone);
      }),
    [clock.validAt, clock.asOf, zone],
  );
  if (validAt && asOf) return words('time.shownBoth', { validAt, asOf });
  if (asOf) return words('time.shownAsOf', { asOf });
  if (validAt) return words('time.shownValidAt', { validAt });
  return words('time.shownNow');
}
