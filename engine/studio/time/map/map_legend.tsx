import { useId } from 'react';
import { useWords } from '../../words/use_words.ts';
import { TonePatterns } from '../axis/tone_patterns.tsx';
import { patternOf, toneCount } from '../axis/tones.ts';
import type { Belief } from '../entries/entry.ts';

interface MapLegendProps {
  readonly beliefs: readonly Belief[];
  readonly tones: ReadonlyMap<string, number>;
  readonly hasCorrections: boolean;
}

/** Which colour and pattern each value of the map has. */
export function MapLegend({ beliefs, tones, hasCorrections }: MapLegendProps) {
  const words = useWords();
  const id = useId();
  const labels = new Map(beliefs.map(({ value, label }) => [value, label]));
  return (
    <ul className="map-legend" aria-label={words('timeline.legend')}>
      {[...tones].slice(0, mostShown).map(([value, tone]) => (
        <li key={value}>
          <svg width={24} height={16} aria-hidden="true" className={`tone-${tone % toneCount}`}>
            <TonePatterns id={`${id}${tone}`} tones={[tone]} />
            <rect className="body" x={0.5} y={0.5} width={23} height={15} rx={3} />
            <rect
              x={0.5}
              y={0.5}
              width={23}
              height={15}
              rx={3}
              fill={`url(#${id}${tone}${patternOf(tone)}-${tone % toneCount})`}
            />
          </svg>
          {labels.get(value) || words('timeline.valid')}
        </li>
      ))}
      {hasCorrections && (
        <li>
          <svg width={24} height={16} aria-hidden="true">
            <path className="corrections" d="M1 8H23" />
          </svg>
          {words('timeline.correction')}
        </li>
      )}
      <li>
        <svg width={24} height={16} aria-hidden="true">
          <path className="diagonal" d="M1 2L23 14" />
        </svg>
        {words('timeline.diagonal')}
      </li>
    </ul>
  );
}

/** More would fill a page. The others have their labels in the map, and in the table. */
const mostShown = 24;
