/** The text form of a PostgreSQL array, every element quoted (PostgreSQL manual, 8.15.6). */
export function arrayText(elements: readonly (string | null)[]): string {
  const quoted = elements.map((element) => (element === null ? 'null' : `"${element.replace(/["\\]/g, '\\$&')}"`));
  return `{${quoted.join(',')}}`;
}
