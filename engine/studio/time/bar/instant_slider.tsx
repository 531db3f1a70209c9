import { type KeyboardEvent, useMemo } from 'react';
import type { Instant } from '../instant.ts';
import { nearestStop, type Track, tickPath } from './track.ts';

interface InstantSliderProps {
  readonly track: Track;
  readonly value: Instant | null;
  readonly label: string;
  readonly valueWords: string;
  /** While the thumb is moved. Null: no instant is chosen. */
  readonly drag: (instant: Instant | null) => void;
  /** When the thumb is let go. */
  readonly drop: () => void;
  readonly step: (step: 1 | -1) => void;
}

/** A slider that stops only where something happened. Arrow keys go from change to change. */
export function InstantSlider(props: InstantSliderProps) {
  const { track, value, label, valueWords, drag, drop, step } = props;
  const ticks = useMemo(() => tickPath(track), [track]);
  const place = value === null ? track.rest : track.placeOf(value);
  const goTo = (to: number) => {
    const stop = nearestStop(track, to);
    if (stop !== undefined) drag(stop.instant);
  };
  const byKey = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 } as const;
    const ends = { Home: 0, End: 1 } as const;
    if (event.key in steps) step(steps[event.key as keyof typeof steps]);
    else if (event.key in ends) goTo(ends[event.key as keyof typeof ends]);
    else return;
    event.preventDefault();
  };
  return (
    <div className={value === null ? 'instant-slider at-rest' : 'instant-slider'}>
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        <path d={ticks} vectorEffect="non-scaling-stroke" />
      </svg>
      <input
        type="range"
        min={0}
        max={1000}
        step={1}
        value={Math.round(place * 1000)}
        aria-label={label}
        aria-valuetext={valueWords}
        onChange={({ target }) => goTo(Number(target.value) / 1000)}
        onPointerUp={drop}
        onKeyDown={byKey}
        onKeyUp={drop}
        onBlur={drop}
      />
    </div>
  );
}
