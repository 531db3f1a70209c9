/** The row that a key leads to from another one, of a number of rows; null for keys that lead nowhere. */
export function rowAfterKey(
  key: string,
  from: number,
  { count, page }: { count: number; page: number },
): number | null {
  const to = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? null : Math.max(0, Math.min(to, count - 1));
}
