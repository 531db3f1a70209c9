/**
 * SQL on one line that the source lays out on several. A line break of the source is a space, or nothing within the edge of
 * parentheses. The values stand in it as they are.
 */
export function line(source: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const [first = '', ...rest] = joinedLines(source);
  return rest.reduce((text, part, at) => `${text}${values[at]}${part}`, first);
}

const known = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The parts between the values. A template of the source has the same parts each time. */
function joinedLines(source: TemplateStringsArray): readonly string[] {
  const joined = known.get(source) ?? source.map(joinedPart);
  known.set(source, joined);
  return joined;
}

function joinedPart(part: string, at: number, { length }: readonly string[]): string {
  const text = part.replace(/(\()?\s*\n\s*(\))?/g, (_, open = '', close = '') => `${open}${close}` || ' ');
  const begun = at === 0 ? text.trimStart() : text;
  return at === length - 1 ? begun.trimEnd() : begun;
}
