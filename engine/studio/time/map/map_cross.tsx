import { type Instant, millisecondsOf } from '../instant.ts';
import type { MapAxes } from './rectangles.ts';

interface MapCrossProps {
  readonly kind: 'chosen' | 'pointed';
  readonly axes: MapAxes;
  /** Null: any time. */
  readonly validAt: Instant | null;
  /** Null: now. */
  readonly asOf: Instant | null;
}

/** The lines through a point of the map. */
export function MapCross({ kind, axes: { across, down, now }, validAt, asOf }: MapCrossProps) {
  const x = validAt === null ? null : across.place(millisecondsOf(validAt));
  // The line of now is the edge of the map, where half of it would be cut off.
  const y = Math.min(down.place(asOf === null ? now : millisecondsOf(asOf)), down.length - 1);
  return (
    <g className={`cross ${kind}`}>
      {x !== null && <line x1={x} x2={x} y1={0} y2={down.length} />}
      <line x1={0} x2={across.length} y1={y} y2={y} />
      {x !== null && <circle cx={x} cy={y} r={kind === 'chosen' ? 5 : 3} />}
    </g>
  );
}
