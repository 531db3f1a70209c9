import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useModel } from '../model/use_model.ts';
import { useWords } from '../words/use_words.ts';
import { AxisMarks } from './axis_marks.tsx';
import type { Correction } from './corrections.ts';
import type { Belief } from './entry.ts';
import { compareInstants, type Instant, millisecondsOf } from './instant.ts';
import { ascending, stepFrom } from './instants.ts';
import { MapCross } from './map_cross.tsx';
import { MapRectangles } from './map_rectangles.tsx';
import { pointedInstant } from './pointed.ts';
import { diagonalOf, type MapPoint, rectanglesOf } from './rectangles.ts';
import { axisOf, bySteps, byTime, rangeOf } from './scale.ts';
import { downTicksOf, ticksOf } from './ticks.ts';
import { TonePatterns } from './tone_patterns.tsx';
import { usePointers } from './use_pointers.ts';
import { useSize, useView, useWheel } from './use_view.ts';
import { ViewButtons } from './view_buttons.tsx';

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
  const patterns = useId();
  const now = millisecondsOf(nowInstant);
  const [cursor, setCursor] = useState<MapPoint | null>(null);
  const [hovered, setHovered] = useState<MapPoint | null>(null);
  const valid = useMemo(() => ascending(beliefs.flatMap(({ from, to }) => [from, to])), [beliefs]);
  const recorded = useMemo(() => ascending(beliefs.flatMap((each) => [each.recordedAt, each.replacedAt])), [beliefs]);
  const spacing = useMemo(
    () => (isEven ? bySteps([...recorded.map(millisecondsOf), now]) : byTime),
    [isEven, recorded, now],
  );
  const first = recorded[0] === undefined ? now : millisecondsOf(recorded[0]);
  const wholeDown = { from: spacing.unit(first), to: spacing.unit(now) };
  const across = useView(
    useMemo(() => rangeOf(valid.map(millisecondsOf), now), [valid, now]),
    60_000,
  );
  const down = useView(wholeDown, isEven ? 1 : 1000);
  const [inner, height] = [Math.max(width - gutter, 50), Math.max(frameHeight - axisHeight - foot, 50)];
  const axes = useMemo(
    () => ({ across: axisOf(across.range, inner), down: axisOf(down.range, height, spacing), now }),
    [across.range.from, across.range.to, down.range.from, down.range.to, inner, height, spacing, now],
  );
  const rectangles = useMemo(() => rectanglesOf(beliefs, axes), [beliefs, axes]);
  const pointOf = ({ x, y }: { readonly x: number; readonly y: number }): MapPoint | null => {
    if (x < gutter || y < axisHeight) return null;
    const at = pointedInstant(axes.down, y - axisHeight, { changes: recorded, zone });
    return {
      validAt: pointedInstant(axes.across, x - gutter, { changes: valid, zone }),
      asOf: compareInstants(at, nowInstant) > 0 ? nowInstant : at,
    };
  };
  const zoom = (times: number, x = 0.5, y = 0.5) => {
    across.zoom(times, x);
    down.zoom(times, y);
  };
  useWheel(frame, ({ times, share, x, y }) => {
    if (share !== 0) across.pan(share);
    else zoom(times, (x * width - gutter) / inner, (y * frameHeight - axisHeight) / height);
  });
  const pointers = usePointers({
    move: (before, after) => {
      across.drag(inner, { before: before.map(({ x }) => x - gutter), after: after.map(({ x }) => x - gutter) });
      down.drag(height, { before: before.map(({ y }) => y - axisHeight), after: after.map(({ y }) => y - axisHeight) });
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
        <svg width={width} height={frameHeight} aria-hidden="true">
          <TonePatterns id={patterns} tones={tones.values()} />
          <clipPath id={`${patterns}clip`}>
            <rect width={inner} height={height} />
          </clipPath>
          <text className="axis-name" x={width - 8} y={15} textAnchor="end">
            {words('timeline.validTime')}
          </text>
          <text className="axis-name" x={10} y={15}>
            {words('timeline.recordTime')}
          </text>
          <g className="axis">
            {downTicksOf(axes.down, { zone, changes: isEven ? recorded : null }).map(({ place, label }) => (
              <g className="tick" key={place} transform={`translate(0 ${axisHeight + place})`}>
                <line x1={gutter - 6} x2={width} />
                <text x={10} dominantBaseline="central">
                  {label}
                </text>
              </g>
            ))}
          </g>
          <g transform={`translate(${gutter} 0)`}>
            <AxisMarks
              ticks={ticksOf(axes.across, zone, width < 600 ? 70 : 110)}
              top={axisHeight}
              height={axisHeight + height}
              width={inner}
            />
            <g transform={`translate(0 ${axisHeight})`} clipPath={`url(#${patterns}clip)`}>
              <MapRectangles {...{ rectangles, tones, patterns }} />
              <g className="corrections">
                {corrections.map(({ at, from, to }) => (
                  <line
                    key={`${at} ${from}`}
                    x1={axes.across.place(millisecondsOf(from))}
                    x2={axes.across.place(millisecondsOf(to))}
                    y1={axes.down.place(millisecondsOf(at))}
                    y2={axes.down.place(millisecondsOf(at))}
                  />
                ))}
              </g>
              <path className="diagonal" d={diagonalOf(axes, isEven ? recorded.map(millisecondsOf) : [first])} />
              <line className="now-line" x1={axes.across.place(now)} x2={axes.across.place(now)} y1={0} y2={height} />
              {(validAt !== null || asOf !== null) && <MapCross kind="chosen" axes={axes} {...{ validAt, asOf }} />}
              {shown !== null && <MapCross kind="pointed" axes={axes} {...shown} />}
            </g>
            <line className="now-line" x1={0} x2={inner} y1={axisHeight + height} y2={axisHeight + height} />
            <text className="axis-name" x={inner - 4} y={axisHeight + height + 14} textAnchor="end">
              {words('timeline.now')}
            </text>
          </g>
        </svg>
      </div>
      <p className="hidden-text" aria-live="polite">
        {cursor === null ? '' : sentence(cursor)}
      </p>
    </figure>
  );
}

const gutter = 104;
const axisHeight = 48;
const foot = 20;
