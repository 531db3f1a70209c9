/** A value in double quotes, in which nothing has a meaning of its own in a filter. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
