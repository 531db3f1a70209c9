import type { TestService } from './service.ts';

/** An entry as the tests write it: points on a line; null is open. */
export interface Interval {
  readonly from: number;
  readonly to: number | null;
}

const origin = Date.UTC(2026, 0, 1);
const hour = 3_600_000;

/** Point 0 is the beginning of 2026, and a point is an hour. */
export function instantOf(point: number): string {
  return new Date(origin + point * hour).toISOString().replace('.000Z', '+00:00');
}

export function pointOf(instant: string | null): number | null {
  return instant === null ? null : (Date.parse(instant) - origin) / hour;
}

/** The members of a body for the bounds that are given. */
export function bounds({
  from,
  to,
}: {
  readonly from?: number;
  readonly to?: number | null;
}): Record<string, string | null> {
  return {
    ...(from !== undefined && { valid_from: instantOf(from) }),
    ...(to !== undefined && { valid_to: to === null ? null : instantOf(to) }),
  };
}

export async function newOwner({ ask }: TestService): Promise<number> {
  const { status, body, text } = await ask('POST', '/owner', { body: {} });
  if (status !== 201) throw new Error(text);
  return body.id;
}
