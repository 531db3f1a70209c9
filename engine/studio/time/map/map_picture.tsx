import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useModel } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { pointedInstant } from '../axis/pointed.ts';
import { axisOf, bySteps, byTime, rangeOf } from '../axis/scale.ts';
import { usePointers } from '../axis/use_pointers.ts';
import { useSize, useView, useWheel } from '../axis/use_view.ts';
import { ViewButtons } from '../axis/view_buttons.tsx';
import { ascending, stepFrom } from '../bar/instants.ts';
import type { Belief } from '../entries/entry.ts';
import { compareInstants, type Instant, millisecondsOf } from '../instant.ts';
import type { Correction } from './corrections.ts';
import { MapCross } from './map_cross.tsx';
import { MapGround, mapAxisHeight, mapGutter } from './map_ground.tsx';
import { type MapPoint, rectanglesOf } from './rectangles.ts';

interface MapPictureProps {
  readonly beliefs: readonly Belief[];
  readonly corrections: readonly Correction[];
  readonly tones: ReadonlyMap<string, number>;
  /** The question of the page: a point, of which each side may be open. */
  readonly validAt: Instant | null;
  readonly asOf: Instant | null;
  readonly now: Instant;
  readonly isEven: boolean;
  readonly setEven: (isEven: boolean) => void;
  readonly ask: (point: MapPoint) => void;
  readonly sentence: (point: MapPoint) => string;
}

/** Valid time across, record time down, and what was believed as areas. */
export function MapPicture(props: MapPictureProps) {
  const { beliefs, corrections, tones, validAt, asOf, now: nowInstant, isEven, setEven, ask, sentence } = props;
  const words = useWords();
  const { zone } = useModel().service;
  const frame = useRef<HTMLDivElement>(null);
  const { width, height: frameHeight } = useSize(frame);
  const now = millisecondsOf(nowInstant);
  const [cursor, setCursor] = useState<MapPoint | null>(null);
  const [hovered, setHovered] = useState<MapPoint | null>(null);
  const valid = useMemo(() => ascending(beliefs.flatMap(({ from, to }) => [from, to])), [beliefs]);
  const recorded = useMemo(() => ascending(beliefs.flatMap((each) => [each.recordedAt, each.replacedAt])), [beliefs]);
  const spacing = useMemo(
    () => (isEven ? bySteps([...recorded.map(millisecondsOf), now]) : byTime),
    [isEven, recorded, now],
  );
  const changes = isEven ? recorded : null;
  const first = recorded[0] === undefined ? now : millisecondsOf(recorded[0]);
  const wholeDown = { from: spacing.unit(first), to: spacing.unit(now) };
  const across = useView(
    useMemo(() => rangeOf(valid.map(millisecondsOf), now), [valid, now]),
    60_000,
  );
  const down = useView(wholeDown, isEven ? 1 : 1000);
  const [inner, height] = [Math.max(width - mapGutter, 50), Math.max(frameHeight - mapAxisHeight - foot, 50)];
  const axes = useMemo(
    () => ({ across: axisOf(across.range, inner), down: axisOf(down.range, height, spacing), now }),
    [across.range.from, across.range.to, down.range.from, down.range.to, inner, height, spacing, now],
  );
  const rectangles = useMemo(() => rectanglesOf(beliefs, axes), [beliefs, axes]);
  const pointOf = ({ x, y }: { readonly x: number; readonly y: number }): MapPoint | null => {
    if (x < mapGutter || y < mapAxisHeight) return null;
    const at = pointedInstant(axes.down, y - mapAxisHeight, { changes: recorded, zone });
    return {
      validAt: pointedInstant(axes.across, x - mapGutter, { changes: valid, zone }),
      asOf: compareInstants(at, nowInstant) > 0 ? nowInstant : at,
    };
  };
  const zoom = (times: number, x = 0.5, y = 0.5) => {
    across.zoom(times, x);
    down.zoom(times, y);
  };
  useWheel(frame, ({ times, share, x, y }) => {
    if (share !== 0) across.pan(share);
    else zoom(times, (x * width - mapGutter) / inner, (y * frameHeight - mapAxisHeight) / height);
  });
  const pointers = usePointers({
    move: (before, after) => {
      across.drag(inner, { before: before.map(({ x }) => x - mapGutter), after: after.map(({ x }) => x - mapGutter) });
      down.drag(height, {
        before: before.map(({ y }) => y - mapAxisHeight),
        after: after.map(({ y }) => y - mapAxisHeight),
      });
    },
    click: (place) => {
      const point = pointOf(place);
      if (point !== null) ask(point);
    },
    hover: (place) => setHovered(place === null ? null : pointOf(place)),
  });
  const fit = () => {
    across.fit();
    down.fit();
  };
  const byKey = (event: KeyboardEvent) => {
    const at = cursor ?? { validAt: validAt ?? nowInstant, asOf: asOf ?? nowInstant };
    const go = (changed: Partial<MapPoint>) => {
      const next = { ...at, ...changed };
      setCursor(next);
      across.reveal(millisecondsOf(next.validAt));
      down.reveal(spacing.unit(millisecondsOf(next.asOf)));
    };
    const keys: Readonly<Record<string, () => void>> = {
      ArrowRight: () => go({ validAt: stepFrom(valid, at.validAt, 1) ?? at.validAt }),
      ArrowLeft: () => go({ validAt: stepFrom(valid, at.validAt, -1) ?? at.validAt }),
      ArrowDown: () => go({ asOf: stepFrom(recorded, at.asOf, 1) ?? nowInstant }),
      ArrowUp: () => go({ asOf: stepFrom(recorded, at.asOf, -1) ?? at.asOf }),
      Enter: () => ask(at),
      '+': () => zoom(1 / 1.6),
      '-': () => zoom(1.6),
      '0': fit,
      Escape: () => setCursor(null),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const shown = hovered ?? cursor;
  return (
    <figure className="map">
      <div className="picture-tools">
        <p className="pointed">{shown === null ? words('timeline.ask') : sentence(shown)}</p>
        <label className="switch">
          <input type="checkbox" checked={isEven} onChange={({ target }) => setEven(target.checked)} />
          {words('timeline.even')}
        </label>
        <ViewButtons isWhole={across.isWhole && down.isWhole} zoom={zoom} fit={fit} />
      </div>
      <div
        ref={frame}
        className="map-frame"
        role="application"
        aria-label={words('timeline.mapLabel')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is worked by keys
        tabIndex={0}
        onKeyDown={byKey}
        {...pointers}
      >
        <MapGround {...{ axes, rectangles, corrections, tones, changes, width }} height={frameHeight} />
        <svg className="overlay" width={width} height={frameHeight} aria-hidden="true">
          <g transform={`translate(${mapGutter} ${mapAxisHeight})`}>
            {(validAt !== null || asOf !== null) && <MapCross kind="chosen" axes={axes} {...{ validAt, asOf }} />}
            {shown !== null && <MapCross kind="pointed" axes={axes} {...shown} />}
          </g>
        </svg>
      </div>
      <p className="hidden-text" aria-live="polite">
        {cursor === null ? '' : sentence(cursor)}
      </p>
    </figure>
  );
}

const foot = 20;
