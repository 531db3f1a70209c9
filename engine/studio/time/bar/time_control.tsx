import { useId, useMemo } from 'react';
import { useModel } from '../../model/use_model.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../words/use_words.ts';
import { type Instant, instantAt, readInstant } from '../instant.ts';
import { instantWords } from '../zone.ts';
import { InstantChoice } from './instant_choice.tsx';
import { InstantSlider } from './instant_slider.tsx';
import { stepFrom } from './instants.ts';
import { trackOf } from './track.ts';
import { type Show, useDragged } from './use_dragged.ts';
import { usePlay } from './use_play.ts';

interface TimeControlProps {
  readonly kind: 'validAt' | 'asOf';
  /** As the address has it; null for now, and of validity for any time. */
  readonly text: string | null;
  readonly instants: readonly Instant[];
  readonly isComplete: boolean;
  /** Whether the page changes with it. */
  readonly isTaken: boolean;
  readonly show: Show;
}

/** One of the two instants of the page: what it is, and the ways to another one. */
export function TimeControl({ kind, text, instants, isComplete, isTaken, show }: TimeControlProps) {
  const words = useWords();
  const { zone } = useModel().service;
  const id = useId();
  const isRecord = kind === 'asOf';
  const chosen = readInstant(text);
  const { value, drag, drop } = useDragged(chosen, show);
  const said = (instant: Instant | null) =>
    instant === null ? words(isRecord ? 'time.now' : 'time.anyTime') : instantWords(instant, zone);
  // The track begins anew with each visit, not with each second.
  const track = useMemo(() => trackOf(instants, Date.now(), isRecord ? 'now' : 'open'), [instants, isRecord]);
  const goal = (step: 1 | -1) => {
    const to = stepFrom(instants, value ?? instantAt(Date.now()), step);
    return to ?? (isRecord && step === 1 && value !== null ? null : undefined);
  };
  const stepBy = (step: 1 | -1) => {
    const to = goal(step);
    if (to !== undefined) show(to, false);
  };
  const next = goal(1);
  const [first] = instants;
  const start = next === undefined || (isRecord && chosen === null) ? first : next;
  const { isPlaying, toggle } = usePlay({
    start: start === undefined ? null : () => show(start, false),
    next: useMemo(() => (next === undefined ? null : () => show(next, true)), [next, show]),
  });
  const isStill = !isTaken || instants.length === 0;
  const reason = isTaken ? null : words(isRecord ? 'time.noAsOf' : 'time.noValidAt');
  const hint = reason ?? (isComplete ? undefined : words('time.someLeftOut'));
  const name = words(isRecord ? 'time.asOf' : 'time.validAt');
  const control = isRecord ? 'AsOf' : 'ValidAt';
  return (
    <div className={`time-control ${kind}${value === null ? '' : ' is-set'}`} title={hint}>
      <button
        type="button"
        className="time-value"
        popoverTarget={id}
        disabled={!isTaken}
        aria-label={words(`time.choose${control}`, { instant: said(value) })}
        title={value ?? undefined}
      >
        <span className="name">{name}</span>{' '}
        <span className="chosen">{text !== null && chosen === null ? text : said(value)}</span>
        <Icon name="down" />
      </button>
      <InstantChoice id={id} kind={kind} value={value} choose={(instant) => show(instant, false)} />
      {reason !== null && <span className="reason">{reason}</span>}
      {!isStill && (
        <>
          <button
            type="button"
            className="step"
            aria-label={words(`time.previous${control}`)}
            disabled={goal(-1) === undefined}
            onClick={() => stepBy(-1)}
          >
            <Icon name="previous" />
          </button>
          <InstantSlider
            track={track}
            value={value}
            label={name}
            valueWords={said(value)}
            drag={drag}
            drop={drop}
            step={stepBy}
          />
          <button
            type="button"
            className="step"
            aria-label={words(`time.next${control}`)}
            disabled={next === undefined}
            onClick={() => stepBy(1)}
          >
            <Icon name="next" />
          </button>
          <button
            type="button"
            className="step"
            aria-label={words(isPlaying ? `time.pause${control}` : `time.play${control}`)}
            onClick={toggle}
          >
            <Icon name={isPlaying ? 'pause' : 'play'} />
          </button>
        </>
      )}
    </div>
  );
}
