/** Negative if the first instant is the earlier one. Microseconds count, which a Date does not keep. */
export function compareInstants(one: string, other: string): number {
  return new Date(one).getTime() - new Date(other).getTime() || microseconds(one) - microseconds(other);
}

export function earlier(one: string, other: string): string {
  return compareInstants(one, other) <= 0 ? one : other;
}

export function later(one: string, other: string): string {
  return compareInstants(one, other) >= 0 ? one : other;
}

/** An instant of an answer as addresses have it. */
export function inAddress(instant: string): string {
  return instant.replace(/\+00:00$/, 'Z');
}

function microseconds(instant: string): number {
  return Number((/\.(\d+)/.exec(instant)?.[1] ?? '').padEnd(6, '0').slice(0, 6));
}
