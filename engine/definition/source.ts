import { basename } from 'node:path';
import { type Document, isMap, LineCounter, parseAllDocuments } from 'yaml';
import { checkNodes } from './document_fault.ts';
import type { Fault, Place } from './fault.ts';
import { syntaxFaults } from './syntax_fault.ts';

/** A YAML file as it was written, with the means to find any part of it again. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly content: unknown;
  readonly document: Document;
  readonly lines: LineCounter;
  /** What is wrong with it as YAML, though its content could be read. */
  readonly faults: readonly Fault[];
}

/** A file of which nothing could be made; `resource` is the one that it most likely defines. */
export interface Unreadable {
  readonly file: string;
  readonly resource: string;
  readonly faults: readonly Fault[];
}

/** Parses one file; whatever it holds, the outcome is its content or at least one fault. */
export function readSource(file: string, bytes: Uint8Array): Source | Unreadable {
  const resource = basename(file).replace(/\..*$/, '');
  const unreadable = (faults: readonly Fault[]): Unreadable => ({ file, resource, faults });
  if (!file.endsWith('.yaml')) return unreadable([misnamed(file)]);
  const text = decode(bytes);
  if (text === null) return unreadable([notUtf8(file, bytes)]);

  const lines = new LineCounter();
  // Duplicate keys are found by checkNodes, which can say where the first one stands.
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    stringKeys: true,
    logLevel: 'error',
  });
  const [document, second] = documents;
  const placeAt = (offset: number): Place => placeOfOffset(file, lines, offset);
  if (document !== undefined && document.errors.length > 0) {
    const faults = syntaxFaults(document.errors, text, placeAt);
    const named = isMap(document.contents) ? document.contents.get('resource') : null;
    return { file, resource: typeof named === 'string' ? named : resource, faults };
  }
  if (document === undefined || document.contents === null || document.toJS({ maxAliasCount: -1 }) === null) {
    return unreadable([empty(file)]);
  }
  const { faults, isReadable } = checkNodes(document, placeAt);
  if (!isReadable) return unreadable(faults);
  const further = second === undefined ? [] : [secondDocument(placeAt(second.range[0]))];
  return { file, text, content: document.toJS(), document, lines, faults: [...faults, ...further] };
}

/** The place of a character; lines and columns count from 1. */
export function placeOfOffset(file: string, lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { file, line: Math.max(1, line), column: Math.max(1, col) };
}
