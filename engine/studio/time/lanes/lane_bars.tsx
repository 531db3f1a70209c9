import { memo } from 'react';
import { useWords } from '../../words/use_words.ts';
import type { Axis } from '../axis/scale.ts';
import { toneCount } from '../axis/tones.ts';
import type { Entry } from '../entries/entry.ts';
import { type Bar, lanePieces } from './lanes.ts';

interface LaneBarsProps {
  readonly entries: readonly Entry[];
  readonly axis: Axis;
  readonly tones: ReadonlyMap<string, number>;
  readonly top: number;
  readonly height: number;
  /** The id of the gradient in which open ends fade. */
  readonly fade: string;
}

/** The entries of a lane. Bars of one colour are one path: thousands of elements would be slow. */
export const LaneBars = memo(function LaneBars({ entries, axis, tones, top, height, fade }: LaneBarsProps) {
  const words = useWords();
  const { bars, crowds } = lanePieces(entries, axis);
  const byTone = Map.groupBy(bars, ({ entry }) => (tones.get(entry.value) ?? 0) % toneCount);
  return (
    <g transform={`translate(0 ${top})`}>
      {crowds.map(({ left, right, count }) => (
        <g className="crowd" key={left}>
          <rect x={left} width={Math.max(right - left, 1)} height={height} />
          {right - left > 100 && height > 16 && (
            <text x={left + 11} y={height / 2} dominantBaseline="central">
              {words('timeline.crowd', { count })}
            </text>
          )}
        </g>
      ))}
      {[...byTone].map(([tone, own]) => (
        <g key={tone} className={`bars tone-${tone}`}>
          <path className="body" d={own.map((bar) => bodyOf(bar, height)).join('')} />
          <path className="start" d={own.map((bar) => startOf(bar, height)).join('')} />
        </g>
      ))}
      {bars.map((bar) => (
        <BarDetails key={bar.left} {...{ bar, height, fade }} />
      ))}
    </g>
  );
});

interface BarDetailsProps {
  readonly bar: Bar<Entry>;
  readonly height: number;
  readonly fade: string;
}

function BarDetails({ bar: { entry, left, right }, height, fade }: BarDetailsProps) {
  const width = right - left;
  const letters = Math.floor((width - (entry.to === null ? 40 : 18)) / letterWidth);
  return (
    <>
      {entry.to === null && width > 24 && (
        <>
          <rect x={right - 24} y={-1} width={25} height={height + 2} fill={`url(#${fade})`} />
          {height > 16 && <path className="arrow" d={`M${right - 12} ${height / 2 - 4}l4 4l-4 4`} />}
        </>
      )}
      {letters >= 3 && height > 16 && (
        <text className="bar-label" x={left + 11} y={height / 2} dominantBaseline="central">
          {entry.label.length > letters ? `${entry.label.slice(0, letters - 1)}…` : entry.label}
        </text>
      )}
    </>
  );
}

/** About as wide as a letter is on average, so that a label stays in its bar. */
const letterWidth = 7.2;

function bodyOf({ left, right, isCutLeft, isCutRight, entry }: Bar<Entry>, height: number): string {
  const radius = Math.min(4, (right - left) / 2, height / 2);
  const [start, end] = [isCutLeft ? 0 : radius, isCutRight || entry.to === null ? 0 : radius];
  // A pixel between neighbours.
  const last = right - (right - left > 4 ? 1 : 0);
  return (
    `M${left + start} 0H${last - end}${corner(end, end, end)}V${height - end}${corner(end, -end, end)}` +
    `H${left + start}${corner(start, -start, -start)}V${start}${corner(start, start, -start)}z`
  );
}

function corner(radius: number, x: number, y: number): string {
  return radius === 0 ? '' : `a${radius} ${radius} 0 0 1 ${x} ${y}`;
}

/** Where an entry begins, in the full colour. */
function startOf({ left, right, isCutLeft }: Bar<Entry>, height: number): string {
  return isCutLeft || right - left < 6 ? '' : `M${left + 4} 4.5V${height - 4.5}`;
}
