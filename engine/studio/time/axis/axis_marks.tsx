import type { Tick } from './ticks.ts';

interface AxisMarksProps {
  readonly ticks: readonly Tick[];
  readonly top: number;
  readonly height: number;
  readonly width: number;
}

/** The round times of an axis that runs across, with a line down from each. */
export function AxisMarks({ ticks, top, height, width }: AxisMarksProps) {
  return (
    <g className="axis">
      {ticks.map(({ place, label, isMain }) => (
        <g key={place} className={isMain ? 'tick is-main' : 'tick'}>
          <line x1={place} x2={place} y1={top} y2={height} />
          {place + label.length * 7 < width && (
            <text x={place + 5} y={top - 9}>
              {label}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
