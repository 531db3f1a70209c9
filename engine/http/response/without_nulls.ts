/**
 * A JSON text without the members that are null, at any depth, as json_strip_nulls of PostgreSQL makes it. Elements of
 * arrays stay. Every other value keeps its text, and so its digits.
 */
export function withoutNulls(json: string): string {
  let out = '';
  /** What is open: whether it is an object, and whether something stands in it. */
  const open: { readonly isObject: boolean; isEmpty: boolean }[] = [];
  let key: string | null = null;
  for (let at = 0; at < json.length; ) {
    const end = endOfToken(json, at);
    const token = json.slice(at, end);
    at = end;
    const level = open.at(-1);
    if (isBetween(token)) continue;
    if (token === '}' || token === ']') {
      open.pop();
      out += token;
    } else if (level?.isObject && key === null) key = token;
    else {
      if (level?.isObject && token === 'null') {
        key = null;
        continue;
      }
      out += `${level === undefined || level.isEmpty ? '' : ','}${key === null ? '' : `${key}:`}${token}`;
      key = null;
      if (level !== undefined) level.isEmpty = false;
      if (token === '{' || token === '[') open.push({ isObject: token === '{', isEmpty: true });
    }
  }
  return out;
}

function isBetween(token: string): boolean {
  return token === ',' || token === ':' || /^\s/.test(token);
}

function endOfToken(json: string, at: number): number {
  const first = json[at];
  if (first === '"') return endOfString(json, at);
  if (first !== undefined && '{}[],:'.includes(first)) return at + 1;
  const run = first !== undefined && /\s/.test(first) ? space : word;
  run.lastIndex = at;
  run.test(json);
  return Math.max(run.lastIndex, at + 1);
}

const space = /\s+/y;
const word = /[^\s"{}[\],:]+/y;

function endOfString(json: string, at: number): number {
  for (let end = json.indexOf('"', at + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  throw new Error('a text of JSON does not end');
}
