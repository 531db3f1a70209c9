import { type Document, isAlias, isMap, isScalar, parseAllDocuments, visit } from 'yaml';
import type { Fault, Place } from './fault.ts';
import { findNodeFaults } from './node_fault.ts';
import { syntaxFault } from './syntax_fault.ts';

/** A YAML file as it was written, with the means to find any part of it again. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly content: unknown;
  /** Its nodes, to look up places and texts. */
  readonly document: () => Document;
  /** Whether its content says how each value is written. */
  readonly isPlain: boolean;
  /** The place of a character of the text. */
  readonly placeAt: (offset: number) => Place;
  /** What is wrong with it as YAML, though its content could be read. */
  readonly faults: readonly Fault[];
}

/** A file of which nothing could be made. */
export interface Unreadable {
  readonly file: string;
  readonly content: null;
  readonly faults: readonly Fault[];
  /** The resource that it most likely defines. */
  readonly resource: string;
}

/** Parses one file. This never throws: it returns content, or at least one fault. */
export function readSource(file: string, bytes: Uint8Array): Source | Unreadable {
  const unreadable = (faults: readonly Fault[], resource = nameOf(file)): Unreadable => ({
    file,
    content: null,
    faults,
    resource,
  });
  const start = { file, line: 1, column: 1 };
  if (!file.endsWith('.yaml')) {
    const expected = `the name ${nameOf(file)}.yaml`;
    return unreadable([{ ...start, message: 'a file of this name is not read', expected, nearest: null }]);
  }
  const text = decode(bytes);
  if (text === null) {
    const expected = 'a text file in UTF-8';
    return unreadable([{ ...notUtf8(file, bytes), message: 'this is not UTF-8', expected, nearest: null }]);
  }
  const placeAt = placesOf(file, text);
  const [document, second] = documentsOf(text);
  const [error, ...furtherErrors] = document?.errors ?? [];
  if (error !== undefined) {
    const named = isMap(document?.contents) ? document.contents.get('resource') : undefined;
    const fault = syntaxFault([error, ...furtherErrors], text, placeAt);
    return unreadable([fault], typeof named === 'string' ? named : undefined);
  }
  const isEmpty =
    document === undefined ||
    document.contents === null ||
    (isScalar(document.contents) && document.contents.value === null);
  if (isEmpty) {
    const expected = 'a definition that begins with "resource:" or "service:"';
    return unreadable([{ ...start, message: 'the file is empty', expected, nearest: null }]);
  }
  const { faults, isReadable } = findNodeFaults(document, placeAt);
  if (!isReadable) return unreadable(faults);
  const further =
    second === undefined
      ? []
      : [
          {
            ...placeAt(second.range[0]),
            message: 'a second document begins here',
            expected: 'one definition in a file',
            nearest: null,
          },
        ];
  const content: unknown = document.toJS({ maxAliasCount: -1 });
  return { file, text, content, document: () => document, isPlain: false, placeAt, faults: [...faults, ...further] };
}

/** The same for a file that another thread has parsed: see plainContent. */
export function knownSource(file: string, bytes: Uint8Array, content: unknown): Source {
  const text = new TextDecoder().decode(bytes);
  let document: Document | undefined;
  // As a rule nobody asks where anything stands.
  const parsed = (): Document => {
    document ??= documentsOf(text)[0];
    if (document === undefined) throw new Error(`${file} has no document, though it has content`);
    return document;
  };
  return { file, text, content, document: parsed, isPlain: true, placeAt: placesOf(file, text), faults: [] };
}

/** What a file has, if nothing is wrong in it as YAML and each value is written as String writes it; undefined otherwise. */
export function plainContent(source: Source | Unreadable): unknown {
  if (!('text' in source) || source.faults.length > 0) return undefined;
  let isPlain = true;
  visit(source.document(), (_key, node) => {
    if (!isAlias(node) && !(isScalar(node) && node.source !== String(node.value))) return undefined;
    isPlain = false;
    return visit.BREAK;
  });
  return isPlain ? source.content : undefined;
}

/** The documents of a text: one, if it is a definition. */
function documentsOf(text: string): readonly Document.Parsed[] {
  // Keys that stand twice are found with the other faults of nodes, which can say where the first one is.
  return parseAllDocuments(text, { prettyErrors: false, uniqueKeys: false, stringKeys: true, logLevel: 'error' });
}

/** Not by yaml's LineCounter, which misses the ends of lines within some faulty tokens. */
function placesOf(file: string, text: string): Source['placeAt'] {
  return (offset) => {
    const before = text.slice(0, offset);
    return { file, line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
  };
}

/** The name of a definition file without its ending, which as a rule is that of its resource. */
function nameOf(file: string): string {
  return file.replace(/\.ya?ml$/i, '');
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The position of the first byte that is not UTF-8. */
function notUtf8(file: string, bytes: Uint8Array): Place {
  const before = new TextDecoder('utf-8').decode(bytes).split('\uFFFD')[0] ?? '';
  const lines = before.split('\n');
  return { file, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
