import { type HtmlNode, readHtml } from '../../parts/html.ts';
import { jsonText } from '../../parts/value_text.ts';
import type { Difference } from './differences.ts';

/** The two texts of a difference that is shown word by word; null for values that are short or no texts. */
export function longTexts({
  field,
  before,
  after,
}: Difference): { readonly before: string; readonly after: string } | null {
  if (before === null || after === null || field.isArray || field.values !== null) return null;
  const [left, right] = [textOf(field.type, before), textOf(field.type, after)];
  if (left === null || right === null) return null;
  // Only the marks of a rich text have changed: they are all that there is to see.
  if (left === right) return { before: String(before), after: String(after) };
  return Math.max(left.length, right.length) < shortest ? null : { before: left, after: right };
}

/** Characters from which on a reader looks for what has changed. */
const shortest = 48;

function textOf(type: string, value: unknown): string | null {
  if (type === 'json') return typeof value === 'object' ? jsonText(value, 2) : null;
  if (typeof value !== 'string') return null;
  if (type === 'html') return readHtml(value).map(plain).join('').trim();
  return type === 'text' ? value : null;
}

/** The text of rich text, with its paragraphs and items on lines of their own. */
function plain(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  if (node.name === 'br') return '\n';
  const within = node.children.map(plain).join('');
  return /^(p|li|h\d|blockquote|pre)$/.test(node.name) ? `${within}\n` : within;
}
