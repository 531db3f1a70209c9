/**
 * SQL on one line that the source lays out on several. A line break of the source is a space, or nothing at the ends and within
 * the edge of parentheses. The values stand in it as they are.
 */
export function line(source: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const [first = '', ...rest] = laidOut(source);
  return rest.reduce((text, part, at) => `${text}${values[at]}${part}`, first);
}

const known = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The parts of a template between its values, on one line. They are made once: a template has the same parts each time. */
export function laidOut(source: TemplateStringsArray): readonly string[] {
  const joined = known.get(source);
  if (joined !== undefined) return joined;
  const made = source.map(joinedPart);
  known.set(source, made);
  return made;
}

function joinedPart(part: string, at: number, { length }: readonly string[]): string {
  const begun = at === 0 ? part.replace(/^\s*\n\s*/, '') : part;
  const ended = at === length - 1 ? begun.replace(/\s*\n\s*$/, '') : begun;
  return ended.replace(/(\()?\s*\n\s*(\))?/g, (_, open = '', close = '') => `${open}${close}` || ' ');
}
