import type { RunEnd } from './run_end.ts';

/** How long handlers take, by their files. */
export interface Times {
  /** Whether a handler is thought to take less than it takes to wake a process up for it. */
  isShort(file: string): boolean;
  note(file: string, end: RunEnd): void;
}

const shortMilliseconds = 0.25;

/** Of the last runs, so many must have been short. The machine may hold a short one up. */
const enough = 0.75;

/** How much the last run counts. */
const weight = 0.1;

export function createTimes(): Times {
  const shares = new Map<string, number>();
  return {
    isShort: (file) => (shares.get(file) ?? 0) > enough,
    note: (file, end) => {
      const isShort = end.kind === 'answer' && end.milliseconds < shortMilliseconds;
      const share = shares.get(file) ?? 0;
      shares.set(file, share + (Number(isShort) - share) * weight);
    },
  };
}
