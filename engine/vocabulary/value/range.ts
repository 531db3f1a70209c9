import { quote } from '../../language/wording.ts';
import { accept, type ReadValue, refuse } from './read_value.ts';

/** What the bounds of a range are. */
export interface BoundWord {
  /** A bound in its canonical text. */
  readonly read: (text: string) => ReadValue;
  /** Negative, zero or positive, of two canonical texts. */
  readonly compare: (one: string, other: string) => number;
  /** The next value, or null after the last one; without it, there is another value between any two. */
  readonly next?: (bound: string) => string | null;
  /** A range as an example. */
  readonly example: string;
}

/**
 * Reads a range in PostgreSQL's notation (manual, 8.17.5): `[from,to)`, in which a bound without an end is left out. The
 * result is the one text that PostgreSQL writes for all equal ranges, apart from the form of datetimes.
 */
export function readRange(text: string, word: BoundWord): ReadValue {
  if (text === 'empty') return accept(text);
  const expected = `a range such as ${word.example}`;
  const [, open, first, last, close] = shape.exec(text) ?? [];
  if (open === undefined || first === undefined || last === undefined)
    return refuse(`${quote(text)} is not a range`, expected);
  const [from, to] = [readBound(first, word), readBound(last, word)];
  for (const bound of [from, to]) {
    if (bound?.ok === false) return refuse(`${quote(text)} is not a range: ${bound.message}`, expected);
  }
  const bounds = { from: from?.value ?? null, to: to?.value ?? null, hasFrom: open === '[', hasTo: close === ']' };
  if (bounds.from !== null && bounds.to !== null && word.compare(bounds.from, bounds.to) > 0)
    return refuse(`${quote(text)} ends before it begins`, expected);
  return written(bounds, text, word);
}

/** The range that has one value alone. */
export function readAlone(text: string, word: BoundWord): ReadValue {
  const read = word.read(text);
  if (!read.ok) return read;
  const { value } = read;
  // After the last value there is none at which its range could end.
  return word.next?.(value) === null ? accept(`[${value},)`) : readRange(`[${value},${value}]`, word);
}

interface Bounds {
  readonly from: string | null;
  readonly to: string | null;
  /** Whether the bounds themselves are in the range. */
  readonly hasFrom: boolean;
  readonly hasTo: boolean;
}

const shape = /^\s*([[(])([^,]*),([^,]*)([\])])\s*$/;

function readBound(text: string, { read }: BoundWord): (ReadValue & { readonly value?: string }) | null {
  const bound = text.trim().replace(/^"(.*)"$/s, '$1');
  return bound === '' ? null : read(bound);
}

function written(bounds: Bounds, text: string, word: BoundWord): ReadValue {
  const isNothing = ({ from, to, hasFrom, hasTo }: Bounds) =>
    from !== null && to !== null && word.compare(from, to) >= (hasFrom && hasTo ? 1 : 0);
  if (isNothing(bounds)) return accept('empty');
  const { next } = word;
  if (next === undefined) return accept(textOf(bounds));
  const step = (bound: string | null, isMoved: boolean) => (bound !== null && isMoved ? next(bound) : bound);
  const from = step(bounds.from, !bounds.hasFrom);
  const to = step(bounds.to, bounds.hasTo);
  if ((from === null && bounds.from !== null) || (to === null && bounds.to !== null))
    return refuse(`${quote(text)} has a bound with no value after it`, 'no bound at that end');
  const steps = { from, to, hasFrom: true, hasTo: false };
  return accept(isNothing(steps) ? 'empty' : textOf(steps));
}

/** A bound that is left out is never part of the range. */
function textOf({ from, to, hasFrom, hasTo }: Bounds): string {
  return `${from !== null && hasFrom ? '[' : '('}${from ?? ''},${to ?? ''}${to !== null && hasTo ? ']' : ')'}`;
}
