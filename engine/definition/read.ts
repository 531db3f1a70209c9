import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Document, isMap, isPair, isScalar, LineCounter, type Node, parseAllDocuments } from 'yaml';
import type { Fault } from './fault.ts';

/** A YAML file as it was written, with the means to find any part of it again. */
export interface Source {
  /** Path for messages: the folder as it was named, and the file. */
  readonly file: string;
  readonly content: unknown;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The bytes of every `.yaml` file, in order of name; a `.yml` file comes along to be reported. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** @throws the file system's error when the folder cannot be read. */
export async function readFiles(folder: string): Promise<Files> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml') || name.endsWith('.yml')).sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}

/** Parses the files of a folder, whose name is for messages. */
export function readSources(files: Files, folder: string): { sources: Source[]; faults: Fault[] } {
  const sources: Source[] = [];
  const faults: Fault[] = [];
  for (const [name, bytes] of files) {
    const file = join(folder, name);
    if (name.endsWith('.yml')) {
      faults.push({
        ...start(file),
        message: 'is not read',
        expected: `the name ${basename(name, '.yml')}.yaml`,
        nearest: null,
      });
      continue;
    }
    const read = readSource(file, bytes);
    if ('content' in read) sources.push(read);
    else faults.push(...read);
  }
  return { sources, faults };
}

/** Parses one file; everything that YAML itself forbids is a fault. */
function readSource(file: string, bytes: Uint8Array): Source | readonly Fault[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return [{ ...start(file), message: 'is not encoded as UTF-8', expected: 'a text file in UTF-8', nearest: null }];
  }
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const document = Array.isArray(documents) ? documents[0] : undefined;
  if (document === undefined || document.contents === null) {
    return [
      {
        ...start(file),
        message: 'is empty',
        expected: 'a definition that begins with "resource:" or "service:"',
        nearest: null,
      },
    ];
  }
  const second = Array.isArray(documents) ? documents[1] : undefined;
  if (second !== undefined) {
    return [
      {
        ...placeAt(file, lines, second.range[0]),
        message: 'begins a second document',
        expected: 'one definition in a file',
        nearest: null,
      },
    ];
  }
  if (document.errors.length > 0) {
    return document.errors.map((error) => ({
      ...placeAt(file, lines, error.pos[0]),
      ...describe(error.code, error.message, text, error.pos[0]),
    }));
  }
  try {
    return { file, content: document.toJS({ maxAliasCount: 100 }), document: document as Document.Parsed, lines };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return [
      {
        ...start(file),
        message: 'expands aliases (*name) beyond all measure',
        expected: 'the text itself, or a few aliases',
        nearest: null,
      },
    ];
  }
}

/** Where a part of the file stands: its key with `'key'`, its value otherwise; the nearest part around it when it is not there. */
export function placeOf(source: Source, path: readonly (string | number)[], part: 'key' | 'value' = 'value'): Place {
  for (let length = path.length; length >= 0; length -= 1) {
    const node =
      length === path.length && part === 'key' ? keyNode(source, path) : valueNode(source, path.slice(0, length));
    const offset = node?.range?.[0];
    if (offset !== undefined) return placeAt(source.file, source.lines, offset);
  }
  return start(source.file);
}

/** A scalar as it is written in the file; null when there is none at the path. */
export function sourceText(source: Source, path: readonly (string | number)[]): string | null {
  const node = source.document.getIn(path, true);
  return isScalar(node) && typeof node.source === 'string' ? node.source : null;
}

/** The place of the character at an offset within a scalar's text; exact for plain and quoted text on one line. */
export function placeWithin(source: Source, path: readonly (string | number)[], offset: number): Place {
  const node = source.document.getIn(path, true);
  const place = placeOf(source, path);
  if (!isScalar(node) || node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL') return place;
  const quote = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE' ? 1 : 0;
  return { ...place, column: place.column + quote + offset };
}

function keyNode(source: Source, path: readonly (string | number)[]): Node | null {
  const key = path.at(-1);
  const map = source.document.getIn(path.slice(0, -1), true) ?? source.document.contents;
  if (!isMap(map)) return valueNode(source, path);
  const pair = map.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key);
  return isPair(pair) ? (pair.key as Node) : null;
}

function valueNode(source: Source, path: readonly (string | number)[]): Node | null {
  return (
    (path.length === 0 ? source.document.contents : (source.document.getIn(path, true) as Node | undefined)) ?? null
  );
}

function placeAt(file: string, lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { file, line: Math.max(1, line), column: Math.max(1, col) };
}

function start(file: string): Place {
  return { file, line: 1, column: 1 };
}

function describe(code: string, message: string, text: string, offset: number): Omit<Fault, keyof Place> {
  if (code === 'DUPLICATE_KEY')
    return { message: 'the same key stands here a second time', expected: 'each key once', nearest: null };
  if (code === 'TAB_AS_INDENT' || text[offset] === '\t') {
    return { message: 'a tab indents this line', expected: 'spaces: YAML allows no tabs there', nearest: null };
  }
  return { message: `is not YAML: ${message.replace(/\s+at line.*$/s, '')}`, expected: null, nearest: null };
}
