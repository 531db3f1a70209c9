/** A sentence as a part of a longer message: without its full stop, its first word in lower case. */
export function phrase(sentence: string): string {
  const text = sentence.replace(/\.$/, '');
  return /^[A-Z][a-z]/.test(text) || /^A /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** A text as a message shows it: in double quotes, and cut if it is long. */
export function quote(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  return shortened(JSON.stringify(value) ?? String(value));
}

/** Says that one of some words was expected. */
export function oneOf(words: Iterable<string>): string {
  const [first = 'another', ...others] = words;
  if (others.length === 0) return first;
  const cut = others.length > mostNamed ? [`... (${others.length - mostNamed} more)`] : [];
  return `one of ${[first, ...others.slice(0, mostNamed), ...cut].join(', ')}`;
}

/** So many words of a list say what it is like. */
const mostNamed = 100;

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}
