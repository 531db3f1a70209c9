import type { Program, Programs } from './programs.ts';

/** What a trial stands on. */
export interface Ground {
  readonly programs: Programs;
  /** A new folder that belongs to the user postgres, with a folder `log`. */
  readonly folder: string;
  /** How often the trial does what it is about. */
  readonly times: number;
  readonly progress: (text: string) => void;
}

/** A promise, and what came of it. */
export interface Finding {
  /** What was done, and what was measured. */
  readonly what: string;
  readonly promised: string;
  readonly measured: string;
  readonly isKept: boolean;
}

/** Real programs do what they may do in production, while clients use the service. */
export interface Trial {
  readonly needs: readonly Program[];
  /** It is ended after so many seconds. */
  readonly mostSeconds: (times: number) => number;
  readonly run: (ground: Ground) => Promise<readonly Finding[]>;
}

/** A count of what must not happen. */
export function none(what: string, found: readonly unknown[] | number): Finding {
  const count = typeof found === 'number' ? found : found.length;
  const shown =
    typeof found === 'number' || count === 0
      ? ''
      : `: ${found
          .slice(0, 3)
          .map((each) => String(each).slice(0, 200))
          .join('; ')}`;
  return { what, promised: '0', measured: `${count}${shown}`, isKept: count === 0 };
}

/** Durations of which none may be longer than promised. */
export function atMost(what: string, seconds: number, milliseconds: readonly number[]): Finding {
  const isKept = milliseconds.length > 0 && Math.max(...milliseconds) <= seconds * 1000;
  return { what, promised: `at most ${seconds} s`, measured: duration(milliseconds), isKept };
}

/** The longest one and the median, in words. */
export function duration(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const shown = (value = Number.NaN) => `${(value / 1000).toFixed(value < 1000 ? 2 : 1)} s`;
  return `${shown(sorted.at(-1))} (median ${shown(sorted[Math.floor(sorted.length / 2)])})`;
}

/** A figure without a promise. */
export function figure(what: string, measured: string | number): Finding {
  return { what, promised: '', measured: String(measured), isKept: true };
}
