import { tokensOf } from '../../../sql/token.ts';

/** The ids of the first and the last row of a batch, as SQL writes them. */
export interface IdRange {
  readonly first: string;
  readonly last: string;
}

/**
 * A statement for each range of ids. The words :first and :last in its text, function bodies included, stand for the
 * ends. Text within quotes is a value.
 */
export function batchStatement(text: string): (range: IdRange) => string {
  const parts = partsOf(text);
  return (range) => parts.map((part) => (typeof part === 'string' ? part : range[part.end])).join('');
}

type Part = string | { readonly end: keyof IdRange };

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  const tokens = tokensOf(text);
  tokens.forEach((token, index) => {
    const [, open, body] = /^(\$\w*\$)([\s\S]*)\$\w*\$$/.exec(token.text) ?? [];
    if (open !== undefined && body !== undefined) {
      const from = token.from + open.length;
      parts.push(text.slice(at, from), ...partsOf(body));
      at = from + body.length;
      return;
    }
    const before = tokens[index - 1];
    const isEnd = token.text === 'first' || token.text === 'last';
    // Two colons make a cast.
    if (!isEnd || before?.to !== token.from || !/(^|[^:]):$/.test(before.text)) return;
    parts.push(text.slice(at, token.from - 1), { end: token.text as keyof IdRange });
    at = token.to;
  });
  return [...parts, text.slice(at)];
}
