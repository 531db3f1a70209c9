import { type ReadValue, refuse } from '../value/read_value.ts';

/** Why PostgreSQL cannot read an operand; null where nothing is known. */
type Refusal = ReadValue | null;

/** Why PostgreSQL would fail to read a regular expression. It says so only when the expression is asked. */
export function unreadableExpression(text: string): Refusal {
  // Options at the beginning, and comments, are not for JavaScript, whose syntax is otherwise nearly the same.
  const bare = text
    .replace(/^\(\?[a-z]*\)/, '')
    .replaceAll(/\(\?#[^)]*\)/g, '')
    .replaceAll(brackets, bracketOfJavaScript);
  const [unknown] = unknownClass.exec(bare) ?? unknownPart.exec(bare.replaceAll(brackets, escapeOrNothing)) ?? [];
  if (unknown !== undefined)
    return refuse(`the regular expression has ${unknown}, which PostgreSQL cannot read`, 'one without it');
  try {
    new RegExp(bare);
    return null;
  } catch (cause) {
    const said = (cause instanceof Error ? cause.message : '').split(': ').at(-1)?.toLowerCase();
    return refuse(`the regular expression cannot be read: ${said}`, 'a regular expression of PostgreSQL');
  }
}

/** Escapes, and bracket expressions. */
const brackets = /\\[\s\S]|\[\^?\]?(?:\[[:.=][^\]]*[:.=]\]|\\[\s\S]|[^\]\\])*\]/g;

/** In JavaScript a bracket at the beginning ends the expression, and classes have no names. */
function bracketOfJavaScript(part: string): string {
  if (part.startsWith('\\')) return part;
  return part
    .replace(/^\[(\^?)\]/, '[$1\\]')
    .replaceAll(
      /\[(?::(?:alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):|[.=][^\]]+[.=])\]/g,
      'a',
    );
}

function escapeOrNothing(part: string): string {
  return /^\\[a-zA-Z0-9]/.test(part) ? part : 'x';
}

const unknownClass = /(?<=\[[^\]]*)\[:\w*:\]/;

/** An escape that PostgreSQL does not have, a brace without its end, or a group of another kind. */
const unknownPart =
  /\\(?:[ghijklopqzCEFGHIJKLNOPQRTVX]|x(?![\da-fA-F])|u(?![\da-fA-F]{4})|U(?![\da-fA-F]{8})|c$)|\{\d(?!\d*(?:,\d*)?\})\d*|\(\?(?!:)./;

/** Why PostgreSQL would fail to read words with operators between them. */
export function unreadableSearch(text: string): Refusal {
  let shape = text
    .replaceAll(/'(?:[^'\\]|''|\\[\s\S])*'/g, 'w')
    .replaceAll(/<(?:-|\d+)>|\|/g, '&')
    .replaceAll(/[^\s&!()<>':]+(?::[A-Da-d*]+)?/g, 'w')
    .replaceAll(/w:[A-Da-d*]+/g, 'w')
    .replaceAll(/\s*([&!()])\s*/g, '$1')
    .trim();
  for (let before = ''; before !== shape; ) {
    before = shape;
    shape = shape.replaceAll(/!+w|w&w|\(w\)/g, 'w');
  }
  return shape === 'w' || shape === ''
    ? null
    : refuse('the search cannot be read', 'words with &, | or ! between them, or plfts for words alone');
}
