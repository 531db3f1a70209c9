import type { KeyboardEvent, PointerEvent } from 'react';
import { useModel } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { pointedInstant } from '../axis/pointed.ts';
import type { Axis } from '../axis/scale.ts';
import { stepFrom } from '../bar/instants.ts';
import { useDragged } from '../bar/use_dragged.ts';
import { type Instant, instantAt, millisecondsOf } from '../instant.ts';
import { useClock } from '../use_clock.ts';
import { instantWords } from '../zone.ts';

interface ValidHandleProps {
  readonly axis: Axis;
  readonly now: number;
  /** The instants at which an entry begins or ends, ascending. */
  readonly changes: readonly Instant[];
  readonly value: Instant | null;
}

/** The line of the instant for which the page shows what is valid. It is moved by hand or by arrow keys. */
export function ValidHandle({ axis, now, changes, value: shown }: ValidHandleProps) {
  const words = useWords();
  const { zone } = useModel().service;
  const { setClock } = useClock();
  const { value, drag, drop } = useDragged(shown, (validAt, replace) => setClock({ validAt }, { replace }));
  const at = value ?? instantAt(now);
  const place = axis.place(millisecondsOf(at));
  const follow = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box !== undefined) drag(pointedInstant(axis, event.clientX - box.left, { changes, zone }));
  };
  const byKey = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 } as const;
    event.stopPropagation();
    if (!(event.key in steps)) return;
    event.preventDefault();
    const to = stepFrom(changes, at, steps[event.key as keyof typeof steps]);
    if (to !== null) setClock({ validAt: to });
  };
  if (place < 0 || place > axis.length) return null;
  return (
    <div
      className={value === null ? 'valid-handle at-rest' : 'valid-handle'}
      style={{ left: place }}
      role="slider"
      tabIndex={0}
      aria-label={words('timeline.moveValidAt')}
      aria-valuemin={0}
      aria-valuemax={Math.round(axis.length)}
      aria-valuenow={Math.round(place)}
      aria-valuetext={value === null ? words('timeline.notSet') : instantWords(value, zone)}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={follow}
      onPointerUp={drop}
      onKeyDown={byKey}
    >
      <span className="flag">{value === null ? words('timeline.now') : instantWords(value, zone)}</span>
    </div>
  );
}
