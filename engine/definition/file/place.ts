import { isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import type { Place } from './fault.ts';
import type { Source } from './source.ts';

/** Keys and list positions that lead from the top of a file to a part of it. */
export type Path = readonly (string | number)[];

/**
 * Where a part of the file stands: its key with `'key'`, its value otherwise. A value that is not written there stands
 * at its key, and what is not there at all at the nearest part around it.
 */
export function placeOf(source: Source, path: Path, part: 'key' | 'value' = 'value'): Place {
  for (let length = path.length; length >= 0; length -= 1) {
    const upTo = path.slice(0, length);
    const value = part === 'key' && length === path.length ? null : nodeAt(source, upTo);
    const node = value === null || isUnwritten(value) ? (keyAt(source, upTo) ?? value) : value;
    const offset = node?.range?.[0];
    if (offset !== undefined) return source.placeAt(offset);
  }
  return { file: source.file, line: 1, column: 1 };
}

/** Where the key of a map stands that lacks something; the map itself where it has no key. */
export function placeOfMap(source: Source, path: Path): Place {
  return placeOf(source, path, keyAt(source, path) === null ? 'value' : 'key');
}

/** A scalar as it is written in the file; null when there is none at the path. */
export function sourceText(source: Source, path: Path): string | null {
  if (source.isPlain) {
    const value = path.reduce<unknown>(
      (around, step) => (around as Content | null | undefined)?.[step],
      source.content,
    );
    return value === undefined || (typeof value === 'object' && value !== null) ? null : String(value);
  }
  const node = nodeAt(source, path);
  return isScalar(node) && typeof node.source === 'string' ? node.source : null;
}

/** The place of the character at an offset within a text; that of the text itself where escapes hide the character. */
export function placeWithin(source: Source, path: Path, offset: number): Place {
  const node = nodeAt(source, path);
  if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return placeOf(source, path);
  const written = source.text.slice(node.range[0], node.range[1]);
  const isBlock = node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL';
  const isQuoted = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE';
  const begin = isBlock ? written.indexOf('\n') + 1 : isQuoted ? 1 : 0;
  const body = written.slice(begin, isQuoted ? -1 : undefined);
  // Folding and indentation change white space only: the nth other character of the text is the nth in the file.
  if (withoutSpace(body) !== withoutSpace(node.value)) return placeOf(source, path);
  const before = withoutSpace(node.value.slice(0, offset)).length;
  const position = node.value.length <= offset ? body.trimEnd().length : positionOf(body, before);
  return source.placeAt(node.range[0] + begin + position);
}

type Content = Readonly<Record<string | number, unknown>>;

/** Position behind the given number of characters, white space not counted. */
function positionOf(text: string, count: number): number {
  let left = count;
  for (const match of text.matchAll(/\S/g)) {
    if (left === 0) return match.index;
    left -= 1;
  }
  return text.trimEnd().length;
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

function nodeAt(source: Source, path: Path): Node | null {
  let node: unknown = source.document().contents;
  for (const step of path) {
    const at = isAlias(node) ? node.resolve(source.document()) : node;
    if (isMap(at)) node = at.items.findLast(({ key }) => isScalar(key) && key.value === step)?.value;
    else node = isSeq(at) && typeof step === 'number' ? at.items[step] : undefined;
  }
  return (node as Node | null | undefined) ?? null;
}

function keyAt(source: Source, path: Path): Node | null {
  const around = nodeAt(source, path.slice(0, -1));
  const map = isAlias(around) ? around.resolve(source.document()) : around;
  if (path.length === 0 || !isMap(map)) return null;
  const pair = map.items.findLast(({ key }) => isScalar(key) && key.value === path.at(-1));
  return (pair?.key as Node | undefined) ?? null;
}

/** `key:` with nothing after it. */
function isUnwritten(node: Node): boolean {
  return isScalar(node) && node.value === null && (node.source ?? '') === '';
}
