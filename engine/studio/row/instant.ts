import { compareInstants as compare, readInstant } from '../time/instant.ts';

/** Negative if the first instant is the earlier one. Instants may be spelled as answers spell them. */
export function compareInstants(one: string, other: string): number {
  return compare(inAddress(one), inAddress(other));
}

export function earlier(one: string, other: string): string {
  return compareInstants(one, other) <= 0 ? one : other;
}

export function later(one: string, other: string): string {
  return compareInstants(one, other) >= 0 ? one : other;
}

/** An instant of an answer as addresses have it. */
export function inAddress(instant: string): string {
  return readInstant(instant) ?? instant;
}
