/**
 * Whether a regular expression certainly accepts everything that another one accepts. This is known if the two differ
 * only in alternatives, and the wider one has all alternatives of the narrower. Otherwise false.
 */
export function takesAllOf(wider: string, narrower: string): boolean {
  if (wider === narrower) return true;
  return !looksAround.test(wider + narrower) && includesAll(parse(wider), parse(narrower));
}

// Of what must not follow, more is narrower.
const looksAround = /\(\?(?!:)/;

/** Alternatives, each a sequence. */
type Alternatives = readonly (readonly Atom[])[];

/** A literal, or a group. The text of a group is its end, with the quantifier. */
interface Atom {
  readonly text: string;
  readonly group: Alternatives | null;
}

function includesAll(wider: Alternatives, narrower: Alternatives): boolean {
  return narrower.every((sequence) => wider.some((other) => includesSequence(other, sequence)));
}

function includesSequence(wider: readonly Atom[], narrower: readonly Atom[]): boolean {
  return wider.length === narrower.length && wider.every((atom, index) => includesAtom(atom, narrower[index]));
}

function includesAtom(wider: Atom, narrower: Atom | undefined): boolean {
  if (narrower === undefined || wider.text !== narrower.text) return false;
  if (wider.group === null || narrower.group === null) return wider.group === narrower.group;
  return includesAll(wider.group, narrower.group);
}

// A character class, the beginning or end of a group, an escape or a character; then what repeats it.
const token = /(?:\[(?:\\.|[^\]\\])*\]|\((?:\?:)?|\\.|.)(?:(?:[*+?]|\{\d*,?\d*\})\??)?/sy;

function parse(pattern: string): Alternatives {
  let place = 0;
  const next = (): string => {
    token.lastIndex = place;
    const [text = ''] = token.exec(pattern) ?? [];
    place += text.length;
    return text;
  };
  const alternatives = (): Alternatives => {
    const all: Atom[][] = [[]];
    while (place < pattern.length && pattern[place] !== ')') {
      const text = next();
      if (text === '|') all.push([]);
      else all.at(-1)?.push(/^\((\?:)?$/.test(text) ? group() : { text, group: null });
    }
    return all;
  };
  const group = (): Atom => {
    const inside = alternatives();
    return { text: next(), group: inside };
  };
  return alternatives();
}
