/** A sentence of another room as a part of a message: without its full stop, its first word in small letters. */
export function phrase(sentence: string): string {
  const text = sentence.replace(/\.$/, '');
  return /^[A-Z][a-z]/.test(text) || /^A /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** What was written, as a message shows it: in double quotes, the start of it if it is long. */
export function quote(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  return shortened(JSON.stringify(value) ?? String(value));
}

/** What was expected: one of some words. */
export function oneOf(words: Iterable<string>): string {
  const [first = 'another', ...others] = words;
  return others.length === 0 ? first : `one of ${[first, ...others].join(', ')}`;
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}
