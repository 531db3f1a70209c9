import { DateTime } from 'luxon';

/**
 * Compares what a page shows with what came. `...` stands for any text, alone on a line for any lines, and in JSON for any
 * other members. What every run has anew may differ: tokens, entity tags, identifiers, and the instants of the run itself.
 */
export function isAsShown(shown: string, actual: string): boolean {
  const [expected, got] = [trimmed(shown), trimmed(actual)];
  if (expected.startsWith('HTTP/')) return isMessage(expected, got);
  const [json, answer] = [readJson(expected), readJson(got)];
  if (json !== null && answer !== null && json.kind !== 'atom') return isSame(json, answer);
  return matches(expected, got);
}

function trimmed(text: string): string {
  return text
    .replaceAll('\r', '')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}

/** An answer of HTTP: its status and body, and of its headers those that are shown. */
function isMessage(shown: string, actual: string): boolean {
  const [head = '', body = ''] = halves(shown);
  const [actualHead = '', actualBody = ''] = halves(actual);
  const [status = '', ...headers] = head.split('\n');
  const [actualStatus = '', ...actualHeaders] = actualHead.split('\n');
  const given = new Map(actualHeaders.map(header));
  return (
    matches(status, actualStatus) &&
    headers
      .filter((line) => line !== '...')
      .every((line) => {
        const [name, value] = header(line);
        return matches(value, given.get(name) ?? '');
      }) &&
    isAsShown(body, actualBody)
  );
}

function halves(message: string): readonly string[] {
  const end = message.indexOf('\n\n');
  return end < 0 ? [message] : [message.slice(0, end), message.slice(end + 2)];
}

function header(line: string): readonly [name: string, value: string] {
  const [name = '', value = ''] = line.split(/:\s*(.*)/s);
  return [name.toLowerCase(), value];
}

const instant = String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)`;
const date = String.raw`\d{4}-\d\d-\d\d`;

/** What every run has anew. */
const volatile = [
  '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', // a UUID
  String.raw`eyJ[\w-]+\.[\w-]+\.[\w-]+`, // a token
  String.raw`"\d+-[\w-]+"`, // an entity tag
  String.raw`(?<!\d)\d{14}(?!\d)`, // the instant in the name of a migration
  String.raw`\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT`,
];
const special = new RegExp(`(${[instant, date, ...volatile].join('|')}|\\.\\.\\.)`);

function matches(shown: string, actual: string): boolean {
  const instants: string[] = [];
  const piece = (text: string) => {
    if (text === '...') return '.*';
    const own = volatile.find((each) => new RegExp(`^${each}$`).test(text));
    if (own !== undefined) return own;
    const kind = [instant, date].find((each) => new RegExp(`^${each}$`).test(text));
    if (kind === undefined) return RegExp.escape(text);
    instants.push(text);
    return `(${kind})`;
  };
  const lines = shown
    .split('\n')
    .map((line) => (line.trim() === '...' ? '(?:.*\n)*?' : `${line.split(special).map(piece).join('')}\n`));
  const [found, ...got] = new RegExp(`^${lines.join('')}$`).exec(`${actual}\n`) ?? [];
  return found !== undefined && got.every((each, index) => each === instants[index] || isOfRun(each));
}

const hour = 3_600_000;

/** Whether it is an instant, the day or the midnight of this run, which nobody can have written down before. */
function isOfRun(text: string): boolean {
  const now = Date.now();
  if (text.length === 10) return [now - hour, now].some((each) => new Date(each).toISOString().startsWith(text));
  return Math.abs(Date.parse(text) - now) < hour || isMidnight(Date.parse(text), now);
}

/** Whether the day of the run begins then, where the register is. */
function isMidnight(instant: number, now: number): boolean {
  return [now - hour, now].some(
    (each) => +DateTime.fromMillis(each, { zone: 'Europe/Oslo' }).startOf('day') === instant,
  );
}

/** JSON in which `...` may stand for what is not shown. Numbers are kept as they are written. */
type Shown =
  | { readonly kind: 'rest' }
  | { readonly kind: 'atom'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Shown[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Shown>; readonly rest: boolean };

/** Null where it is none. */
export function readJson(text: string): Shown | null {
  const tokens = text.match(/\.\.\.|"(?:[^"\\\n]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+|\S/g) ?? [];
  let at = 0;
  const fail = () => new SyntaxError(`unexpected ${tokens[at] ?? 'end'}`);
  const take = (token: string) => {
    if (tokens[at] !== token) throw fail();
    at += 1;
  };
  /** Between brackets; a comma may be missing beside what is not shown. */
  const each = (end: string, one: () => void) => {
    at += 1;
    while (tokens[at] !== end) {
      const isRest = tokens[at] === '...';
      one();
      if (tokens[at] === ',' && tokens[at + 1] !== end) at += 1;
      else if (tokens[at] !== end && !isRest && tokens[at] !== '...') throw fail();
    }
    take(end);
  };
  const value = (): Shown => {
    const token = tokens[at];
    if (token === '[') {
      const items: Shown[] = [];
      each(']', () => items.push(value()));
      return { kind: 'list', items };
    }
    if (token === '{') {
      const members = new Map<string, Shown>();
      let rest = false;
      each('}', () => {
        if (tokens[at] === '...') {
          rest = true;
          at += 1;
          return;
        }
        const name = tokens[at] ?? '';
        if (!name.startsWith('"')) throw fail();
        at += 1;
        take(':');
        members.set(name, value());
      });
      return { kind: 'object', members, rest };
    }
    if (token === undefined || !/^(\.\.\.|".*"|-?\d.*|true|false|null)$/s.test(token)) throw fail();
    at += 1;
    return token === '...' ? { kind: 'rest' } : { kind: 'atom', text: token };
  };
  try {
    const read = value();
    return at === tokens.length ? read : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isSame(shown: Shown, actual: Shown): boolean {
  if (shown.kind === 'rest') return true;
  if (shown.kind === 'atom') return actual.kind === 'atom' && matches(shown.text, actual.text);
  if (shown.kind === 'list') return actual.kind === 'list' && isSameList(shown.items, actual.items);
  if (actual.kind !== 'object') return false;
  const names = [...shown.members.keys()];
  return (
    (shown.rest || actual.members.size === names.length) &&
    names.every((name) => {
      const [one, other] = [shown.members.get(name), actual.members.get(name)];
      return one !== undefined && other !== undefined && isSame(one, other);
    })
  );
}

/** `...` stands for any number of items. */
function isSameList([first, ...shown]: readonly Shown[], actual: readonly Shown[]): boolean {
  if (first === undefined) return actual.length === 0;
  if (first.kind !== 'rest')
    return actual[0] !== undefined && isSame(first, actual[0]) && isSameList(shown, actual.slice(1));
  return Array.from({ length: actual.length + 1 }, (_, at) => at).some((at) => isSameList(shown, actual.slice(at)));
}
