import type { Entry } from '../entries/entry.ts';

/**
 * A number for each value, in the order of time: the same value looks the same everywhere on a page. Of a number `n`,
 * `n % toneCount` is the colour.
 */
export function tonesOf(entries: readonly Entry[]): ReadonlyMap<string, number> {
  return new Map([...new Set(entries.map(({ value }) => value))].map((value, index) => [value, index]));
}

/** How many colours there are, and how many patterns. */
export const toneCount = 8;

/** The pattern of a number: not the same again before all pairs of a colour and a pattern are taken. */
export function patternOf(tone: number): number {
  return (tone + Math.floor(tone / toneCount)) % toneCount;
}
