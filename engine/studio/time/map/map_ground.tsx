import { memo, useId } from 'react';
import { useModel } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { AxisMarks } from '../axis/axis_marks.tsx';
import { downTicksOf, ticksOf } from '../axis/ticks.ts';
import { TonePatterns } from '../axis/tone_patterns.tsx';
import { type Instant, millisecondsOf } from '../instant.ts';
import type { Correction } from './corrections.ts';
import { MapRectangles } from './map_rectangles.tsx';
import { diagonalOf, type MapAxes, type Rectangle, segmentPath } from './rectangles.ts';

interface MapGroundProps {
  readonly axes: MapAxes;
  readonly rectangles: readonly Rectangle[];
  readonly corrections: readonly Correction[];
  readonly tones: ReadonlyMap<string, number>;
  /** Where record time has its marks; null for round times. */
  readonly changes: readonly Instant[] | null;
  readonly width: number;
  readonly height: number;
}

/** The map without what moves over it, so that it is drawn again for another part of time alone. */
export const MapGround = memo(function MapGround(props: MapGroundProps) {
  const { axes, rectangles, corrections, tones, changes, width, height } = props;
  const words = useWords();
  const { zone } = useModel().service;
  const patterns = useId();
  const { across, down, now } = axes;
  const ends = changes?.map(millisecondsOf) ?? [down.at(0)];
  return (
    <svg width={width} height={height} aria-hidden="true">
      <TonePatterns id={patterns} tones={tones.values()} />
      <clipPath id={`${patterns}clip`}>
        <rect width={across.length} height={down.length} />
      </clipPath>
      <text className="axis-name" x={width - 8} y={15} textAnchor="end">
        {words('timeline.validTime')}
      </text>
      <text className="axis-name" x={10} y={15}>
        {words('timeline.recordTime')}
      </text>
      <g className="axis">
        {downTicksOf(down, { zone, changes }).map(({ place, label }) => (
          <g className="tick" key={place} transform={`translate(0 ${mapAxisHeight + place})`}>
            <line x1={mapGutter - 6} x2={width} />
            <text x={10} dominantBaseline="central">
              {label}
            </text>
          </g>
        ))}
      </g>
      <g transform={`translate(${mapGutter} 0)`}>
        <AxisMarks
          ticks={ticksOf(across, zone, width < 600 ? 70 : 110)}
          top={mapAxisHeight}
          height={mapAxisHeight + down.length}
          width={across.length}
        />
        <g transform={`translate(0 ${mapAxisHeight})`} clipPath={`url(#${patterns}clip)`}>
          <MapRectangles {...{ rectangles, tones, patterns }} />
          <path className="corrections" d={segmentPath(corrections, axes)} />
          <path className="diagonal" d={diagonalOf(axes, ends)} />
          <line className="now-line" x1={across.place(now)} x2={across.place(now)} y1={0} y2={down.length} />
        </g>
        <line
          className="now-line"
          x1={0}
          x2={across.length}
          y1={mapAxisHeight + down.length}
          y2={mapAxisHeight + down.length}
        />
        <text className="axis-name" x={across.length - 4} y={mapAxisHeight + down.length + 14} textAnchor="end">
          {words('timeline.now')}
        </text>
      </g>
    </svg>
  );
});

/** In pixels: the room for the marks of record time, and of valid time. */
export const mapGutter = 104;
export const mapAxisHeight = 48;
