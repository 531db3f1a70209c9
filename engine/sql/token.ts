/** Whether two SQL texts have the same tokens, in any layout. A quoted text and a comment are one token each. */
export function sameSql(a: string, b: string): boolean {
  if (a === b) return true;
  const [these, those] = [words(a), words(b)];
  return these.length === those.length && these.every((word, at) => word === those[at]);
}

/** A token and its place in the text. A function's body is one token. */
export interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The tokens of an SQL text. */
export function tokensOf(sql: string): readonly Token[] {
  return [...sql.matchAll(token)].map(({ 0: text, index }) => ({ text, from: index, to: index + text.length }));
}

/** The tokens, with the tokens of function bodies. Within a body, text in dollar quotes is one token. */
function words(sql: string): readonly string[] {
  return tokensOf(sql).flatMap(({ text }) => {
    const body = /^\$(\w*)\$([\s\S]*)\$\1\$$/.exec(text)?.[2];
    if (body === undefined) return [text.trimEnd()];
    return ['$$', ...tokensOf(body).map((inner) => inner.text.trimEnd()), '$$'];
  });
}

// In order: comments, texts in dollar quotes, texts with escapes, texts, quoted names, words and numbers, operators (which
// end where a comment begins), and any other sign.
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}\p{N}_$.]+|(?:(?!--|\/\*)[-+*/<>=~!@#%^&|`?:])+|\S/gu;
