/** The bounds of a range, as an answer writes them: `[1,10)`. */
export interface Range {
  /** Null where the range has no bound. */
  readonly from: string | null;
  readonly to: string | null;
  readonly hasFrom: boolean;
  readonly hasTo: boolean;
}

/** Reads a range of an answer; `empty` for the range of nothing, and null for any other text. */
export function rangeOf(text: string): Range | 'empty' | null {
  if (text === 'empty') return 'empty';
  const [, open, from, to, close] = /^([[(])"?([^",]*)"?,"?([^",]*)"?([\])])$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return null;
  return {
    from: from === '' ? null : from,
    to: to === '' ? null : to,
    hasFrom: open === '[',
    hasTo: close === ']',
  };
}

/** The last value of a range of whole numbers or days, which the range names by the one after it. */
export function lastOf(type: string, { to, hasTo }: Range): string | null {
  if (to === null || hasTo) return to;
  if (type === 'integer_range') return String(BigInt(to) - 1n);
  if (type !== 'date_range') return null;
  const day = new Date(`${to}T00:00Z`);
  return Number.isNaN(day.getTime()) ? null : new Date(day.getTime() - 86_400_000).toISOString().slice(0, 10);
}
