import { patternOf, toneCount } from './tones.ts';

interface TonePatternsProps {
  /** What the ids begin with. */
  readonly id: string;
  readonly tones: Iterable<number>;
}

/** The patterns by which values differ for people who do not tell their colours apart. */
export function TonePatterns({ id, tones }: TonePatternsProps) {
  const pairs = new Map([...tones].map((tone) => [`${patternOf(tone)}-${tone % toneCount}`, tone]));
  return (
    <defs>
      {[...pairs].map(([name, tone]) => (
        <pattern
          key={name}
          id={`${id}${name}`}
          className={`tone-${tone % toneCount}`}
          width={10}
          height={10}
          patternUnits="userSpaceOnUse"
        >
          <path className="hatch" d={hatches[patternOf(tone)]} />
        </pattern>
      ))}
    </defs>
  );
}

/** Strokes of a square of ten pixels. The first pattern is plain. */
const hatches = [
  '',
  'M-2 2L2 -2M0 10L10 0M8 12L12 8',
  'M5 5h.01',
  'M0 5h10',
  'M-2 8L2 12M0 0L10 10M8 -2L12 2',
  'M5 0v10',
  'M0 5h10M5 0v10',
  'M0 0L10 10M10 0L0 10',
] as const;
