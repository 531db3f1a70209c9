import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useModel } from '../../model/use_model.ts';
import { PageLink } from '../../parts/page_link.tsx';
import { useWords } from '../../words/use_words.ts';
import { AxisMarks } from '../axis/axis_marks.tsx';
import { periodWords } from '../axis/period_words.ts';
import { axisOf, rangeOf } from '../axis/scale.ts';
import { ticksOf } from '../axis/ticks.ts';
import { tonesOf } from '../axis/tones.ts';
import { usePointers } from '../axis/use_pointers.ts';
import { useSize, useView, useWheel } from '../axis/use_view.ts';
import { ViewButtons } from '../axis/view_buttons.tsx';
import { type Entry, entryAt } from '../entries/entry.ts';
import { type Instant, instantAt, millisecondsOf } from '../instant.ts';
import { LaneBars } from './lane_bars.tsx';
import { entryAtPixel, stackOf } from './lanes.ts';
import { ValidHandle } from './valid_handle.tsx';

/** A timeline as a lane. */
export interface Lane {
  readonly title: string;
  /** The page of its map; null without one. */
  readonly map: string | null;
  readonly entries: readonly Entry[];
  /** Versions that were believed before, the newest first. */
  readonly before: readonly Entry[];
}

interface LanesPictureProps {
  /** What else can be done with the picture. */
  readonly tools: ReactNode;
  readonly label: string;
  readonly lanes: readonly Lane[];
  readonly validAt: Instant | null;
  /** Whether the page is about an entry. */
  readonly isMarked: (lane: number, entry: Entry) => boolean;
  readonly open: (lane: number, entry: Entry) => void;
}

interface Pointed {
  readonly lane: number;
  readonly entry: Entry;
}

/** Timelines one above another on one axis of time. */
export function LanesPicture({ tools, label, lanes, validAt, isMarked, open }: LanesPictureProps) {
  const words = useWords();
  const { zone } = useModel().service;
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const fade = useId();
  const [now] = useState(() => Date.now());
  const [focused, setFocused] = useState<Pointed | null>(null);
  const [hovered, setHovered] = useState<Pointed | null>(null);
  const all = useMemo(() => lanes.flatMap(({ entries, before }) => [...entries, ...before]), [lanes]);
  const tones = useMemo(() => tonesOf(all), [all]);
  const changes = useMemo(
    () => [...new Set(all.flatMap(({ from, to }) => (to === null ? [from] : [from, to])))].sort(),
    [all],
  );
  const whole = useMemo(() => rangeOf(changes.map(millisecondsOf), now), [changes, now]);
  const view = useView(whole, shortest);
  const axis = useMemo(() => axisOf(view.range, width), [view.range.from, view.range.to, width]);
  const stacks = useMemo(() => lanes.map(({ before }) => stackOf(before, mostBefore)), [lanes]);
  const heights = stacks.map((stack) => laneHeight + stack.length * beforeHeight);
  const tops = heights.map((_, index) => heights.slice(0, index).reduce((sum, each) => sum + each, axisHeight));
  const height = heights.reduce((sum, each) => sum + each, axisHeight);
  const laneAt = (y: number) => tops.findLastIndex((top) => top <= y);
  const pointedAt = ({ x, y }: { readonly x: number; readonly y: number }): Pointed | null => {
    const lane = laneAt(y);
    const entry = entryAtPixel(lanes[lane]?.entries ?? [], axis, x);
    return entry === undefined ? null : { lane, entry };
  };
  useWheel(frame, ({ times, share, x }) => (share === 0 ? view.zoom(times, x) : view.pan(share)));
  const pointers = usePointers({
    move: (before, after) => view.drag(width, { before: before.map(({ x }) => x), after: after.map(({ x }) => x) }),
    click: (place) => {
      const pointed = pointedAt(place);
      if (pointed !== null) open(pointed.lane, pointed.entry);
    },
    hover: (place) => setHovered(place === null ? null : pointedAt(place)),
  });
  const focus = (lane: number, entry: Entry | undefined) => {
    if (entry === undefined) return;
    setFocused({ lane, entry });
    view.reveal(millisecondsOf(entry.from));
  };
  const byKey = (event: KeyboardEvent) => {
    const lane = focused?.lane ?? 0;
    const entries = lanes[lane]?.entries ?? [];
    const index = focused === null ? -1 : entries.findIndex(({ from }) => from === focused.entry.from);
    const toLane = (step: number) => {
      const next = lanes[lane + step]?.entries ?? [];
      focus(lane + step, entryAt(next, focused?.entry.from ?? instantAt(now)) ?? next.at(-1));
    };
    const keys: Readonly<Record<string, () => void>> = {
      ArrowRight: () => (event.shiftKey ? view.pan(0.2) : focus(lane, entries[index + 1])),
      ArrowLeft: () => (event.shiftKey ? view.pan(-0.2) : focus(lane, entries[Math.max(index - 1, 0)])),
      ArrowDown: () => (focused === null ? focus(0, entries.at(-1)) : toLane(1)),
      ArrowUp: () => (focused === null ? focus(0, entries.at(-1)) : toLane(-1)),
      Home: () => focus(lane, entries[0]),
      End: () => focus(lane, entries.at(-1)),
      Enter: () => focused !== null && open(focused.lane, focused.entry),
      '+': () => view.zoom(1 / 1.6),
      '-': () => view.zoom(1.6),
      '0': view.fit,
      Escape: () => setFocused(null),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const said = ({ lane, entry }: Pointed) =>
    words('timeline.pointer', {
      title: lanes[lane]?.title ?? '',
      label: entry.label || words('timeline.valid'),
      period: periodWords(entry, words, zone),
    });
  const shown = hovered ?? focused;
  const marked = lanes.flatMap(({ entries }, lane) =>
    entries.filter((entry) => isMarked(lane, entry)).map((entry) => ({ lane, entry })),
  );
  return (
    <figure className="lanes">
      <div className="picture-tools">
        <p className="pointed">{shown === null ? '' : said(shown)}</p>
        {tools}
        <ViewButtons isWhole={view.isWhole} zoom={view.zoom} fit={view.fit} />
      </div>
      <div className="lanes-frame" ref={frame} style={{ height }}>
        <div
          className="lanes-picture"
          role="application"
          aria-label={label}
          aria-description={words('timeline.lanesHint')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is worked by keys
          tabIndex={0}
          onKeyDown={byKey}
          {...pointers}
        >
          <svg width={width} height={height} aria-hidden="true">
            <defs>
              <linearGradient id={fade}>
                <stop className="fade-from" offset="0" />
                <stop className="fade-to" offset="1" />
              </linearGradient>
            </defs>
            <AxisMarks
              ticks={ticksOf(axis, zone, width < 600 ? 70 : 110)}
              top={axisHeight}
              height={height}
              width={width}
            />
            {lanes.map((lane, index) => (
              <g key={lane.title}>
                <line className="lane-line" x1={0} x2={width} y1={tops[index]} y2={tops[index]} />
                <LaneBars
                  {...{ entries: lane.entries, axis, tones, fade }}
                  top={(tops[index] ?? 0) + titleHeight}
                  height={barHeight}
                />
                {stacks[index]?.map((row, level) => (
                  <g className="believed-before" key={row[0]?.from}>
                    <LaneBars
                      {...{ entries: row, axis, tones, fade }}
                      top={(tops[index] ?? 0) + titleHeight + barHeight + 3 + level * beforeHeight}
                      height={beforeHeight - 2}
                    />
                  </g>
                ))}
              </g>
            ))}
            <line className="now-line" x1={axis.place(now)} x2={axis.place(now)} y1={axisHeight} y2={height} />
            {marked.map(({ lane, entry }) => (
              <Outline
                key={entry.from}
                kind="marked"
                pointed={{ lane, entry }}
                top={(tops[lane] ?? 0) + titleHeight}
                axis={axis}
              />
            ))}
            {shown !== null && (
              <Outline kind="outline" pointed={shown} top={(tops[shown.lane] ?? 0) + titleHeight} axis={axis} />
            )}
          </svg>
        </div>
        {lanes.map(({ title, map, entries }, index) => (
          <p className="lane-title" key={title} style={{ top: tops[index] }}>
            <strong>{title}</strong>
            <span>{entryAt(entries, validAt ?? instantAt(now))?.label ?? words('timeline.nothing')}</span>
            {map !== null && (
              <PageLink path={map}>
                {words('timeline.map')} <span className="hidden-text">{title}</span>
              </PageLink>
            )}
          </p>
        ))}
        <ValidHandle axis={axis} now={now} changes={changes} value={validAt} />
      </div>
      <p className="hidden-text" aria-live="polite">
        {focused === null ? '' : said(focused)}
      </p>
    </figure>
  );
}

interface OutlineProps {
  readonly kind: 'marked' | 'outline';
  readonly pointed: Pointed;
  readonly top: number;
  readonly axis: ReturnType<typeof axisOf>;
}

function Outline({ kind, pointed: { entry }, top, axis }: OutlineProps) {
  const left = Math.max(axis.place(millisecondsOf(entry.from)), 0);
  const right = entry.to === null ? axis.length : Math.min(axis.place(millisecondsOf(entry.to)), axis.length);
  return (
    <rect
      className={kind}
      x={left - 1}
      y={top - 2}
      width={Math.max(right - left, 3) + 1}
      height={barHeight + 4}
      rx={5}
    />
  );
}

const axisHeight = 48;
const titleHeight = 28;
const barHeight = 30;
const laneHeight = titleHeight + barHeight + 12;
const beforeHeight = 9;
/** So many rows of earlier versions are beneath a lane. */
const mostBefore = 6;
/** A minute: nobody looks at less. */
const shortest = 60_000;
