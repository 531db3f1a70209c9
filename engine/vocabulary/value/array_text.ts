/** The text form of a PostgreSQL array, every element quoted (PostgreSQL manual, 8.15.6). */
export function arrayText(elements: readonly (string | null)[]): string {
  if (isPlain(elements)) return `{"${elements.join('","')}"}`;
  let text = '';
  // Added up: an array of thousands of texts would cost several times as much.
  for (const element of elements) text += `${text === '' ? '' : ','}${element === null ? 'null' : quoted(element)}`;
  return `{${text}}`;
}

/** Whether there are elements, all of them texts that stand between quotes as they are. Most columns are so. */
function isPlain(elements: readonly (string | null)[]): boolean {
  return elements.length > 0 && !elements.includes(null) && !special.test(elements.join(''));
}

function quoted(element: string): string {
  return special.test(element) ? `"${element.replace(/["\\]/g, '\\$&')}"` : `"${element}"`;
}

const special = /["\\]/;

/** The elements of a one-dimensional array in its text form, `{a,"b, c",null}`; null for any other text. */
export function readArrayText(text: string): readonly (string | null)[] | null {
  const inside = braces.exec(text)?.[1];
  if (inside === undefined) return null;
  if (/^[ \t-\r]*$/.test(inside)) return [];
  const elements: (string | null)[] = [];
  element.lastIndex = 0;
  while (true) {
    const match = element.exec(inside);
    if (match === null) return null;
    const [, quoted, bare = '', separator] = match;
    if (quoted !== undefined) elements.push(quoted.replace(/\\([\s\S])/g, '$1'));
    else elements.push(bare.toLowerCase() === 'null' ? null : bare.replace(/\\([\s\S])/g, '$1'));
    if (element.lastIndex >= inside.length) return separator === ',' ? null : elements;
  }
}

// Up to its comma or the end: in double quotes, or bare without braces and quotes, space around it left off. Space is
// what it is to PostgreSQL: a no-break space belongs to the element.
const element =
  /[ \t-\r]*(?:"((?:[^"\\]|\\[\s\S])*)"|((?:[^ \t-\r{}",\\]|\\[\s\S])(?:(?:[^{}",\\]|\\[\s\S])*(?:[^ \t-\r{}",\\]|\\[\s\S]))?))[ \t-\r]*(,|$)/y;
const braces = /^[ \t-\r]*\{([\s\S]*)\}[ \t-\r]*$/;
