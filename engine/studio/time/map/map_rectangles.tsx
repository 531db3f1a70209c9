import { memo } from 'react';
import { patternOf, toneCount } from '../axis/tones.ts';
import { isRoomy, pathOf, type Rectangle } from './rectangles.ts';

interface MapRectanglesProps {
  readonly rectangles: readonly Rectangle[];
  readonly tones: ReadonlyMap<string, number>;
  /** What the ids of the patterns begin with. */
  readonly patterns: string;
}

/** What was believed, by colour and pattern. Each value is two paths, however many versions it has. */
export const MapRectangles = memo(function MapRectangles({ rectangles, tones, patterns }: MapRectanglesProps) {
  const byValue = Map.groupBy(rectangles, ({ belief }) => belief.value);
  return (
    <g className="beliefs">
      {[...byValue].map(([value, own]) => {
        const tone = tones.get(value) ?? 0;
        const path = pathOf(own.filter(isRoomy));
        return (
          <g key={value} className={`tone-${tone % toneCount}`}>
            <path className="narrow" d={pathOf(own.filter((each) => !isRoomy(each)))} />
            <path className="body" d={path} />
            <path className="pattern" d={path} fill={`url(#${patterns}${patternOf(tone)}-${tone % toneCount})`} />
          </g>
        );
      })}
      {labelled(rectangles).map(({ belief, left, right, top, bottom }) => {
        const letters = Math.floor((right - left - 16) / letterWidth);
        const text = belief.label.length > letters ? `${belief.label.slice(0, letters - 1)}…` : belief.label;
        return (
          <text
            key={`${left} ${top}`}
            className="map-label"
            x={left + 8}
            y={(top + bottom) / 2}
            dominantBaseline="central"
          >
            {text}
          </text>
        );
      })}
    </g>
  );
});

const letterWidth = 7.4;

/** Of each entry the largest rectangle, where a label fits. */
function labelled(rectangles: readonly Rectangle[]): readonly Rectangle[] {
  const sizeOf = ({ left, right, top, bottom }: Rectangle) => (right - left) * (bottom - top);
  const roomy = rectangles.filter(({ left, right, top, bottom }) => right - left > 44 && bottom - top > 18);
  return [...Map.groupBy(roomy, ({ belief }) => `${belief.id} ${belief.value}`).values()].flatMap(
    (own) => own.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? [],
  );
}
