// Record time as the API writes it, to the microsecond: more digits than a JavaScript date keeps.

const pattern = /^(.{19})(?:\.(\d{1,6}))?\+00:00$/;

/** Microseconds since 1970 of a datetime of an answer. */
export function microsecondsOf(datetime: string): bigint {
  const [, seconds, fraction = ''] = pattern.exec(datetime) ?? [];
  if (seconds === undefined) throw new Error(`${datetime} is not a datetime of an answer`);
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

export function datetimeOf(microseconds: bigint): string {
  const seconds = new Date(Number(microseconds / 1_000_000n) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(microseconds % 1_000_000n).padStart(6, '0')}+00:00`;
}

/** The datetime so many microseconds later. */
export function later(datetime: string, microseconds: number): string {
  return datetimeOf(microsecondsOf(datetime) + BigInt(microseconds));
}

/** The datetime halfway between two. */
export function between(a: string, b: string): string {
  return datetimeOf((microsecondsOf(a) + microsecondsOf(b)) / 2n);
}

/** A query string: `?` and the parameters, encoded. */
export function query(parameters: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `?${pairs.join('&')}`;
}
