import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { nearest } from '../../language/nearest.ts';
import { quote } from '../../language/wording.ts';
import type { Fault, Place } from './fault.ts';

const deepest = 50;
const largest = 100_000;

/**
 * Faults that YAML allows but a definition does not: repeated keys, tags, and numbers and characters that cannot be
 * stored. Also aliases that lead nowhere, into themselves, or to a huge document (a "YAML bomb"). Do not convert an
 * unreadable document: the content could be endless.
 */
export function findNodeFaults(
  document: Document,
  placeAt: (offset: number) => Place,
): { readonly faults: readonly Fault[]; readonly isReadable: boolean } {
  const faults: Fault[] = [];
  const anchors = new Map<string, unknown>();
  /** Of the nodes that have been left; one that is missing here while it is referred to contains the reference. */
  const sizes = new Map<unknown, number>();
  let isReadable = true;

  const report = (node: Node, message: string, expected: string | null, near: string | null = null): void => {
    faults.push({ ...placeAt(node.range?.[0] ?? 0), message, expected, nearest: near });
  };
  const stop = (...fault: Parameters<typeof report>): number => {
    if (isReadable) report(...fault);
    isReadable = false;
    return 0;
  };

  const visit = (node: unknown, depth: number): number => {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) {
        const near = nearest(node.source, anchors.keys());
        return stop(node, `no anchor &${node.source} stands before *${node.source}`, 'an anchor', near);
      }
      const size = sizes.get(target);
      return size ?? stop(node, `*${node.source} stands within what it refers to`, 'the text itself');
    }
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return 1;
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (node.tag !== undefined)
      report(node, `the tag ${node.tag.replace('tag:yaml.org,2002:', '!!')} stands here`, 'a value without a tag');
    if (depth > deepest) return stop(node, 'this is nested too deeply', `at most ${deepest} levels`);
    let size = 1;
    if (isScalar(node)) checkScalar(node.value, node.source, (...fault) => report(node, ...fault));
    if (isMap(node)) checkKeys(node, placeAt, report);
    if (isSeq(node)) for (const item of node.items) size += visit(item, depth + 1);
    if (isMap(node)) for (const { key, value } of node.items) size += visit(key, depth + 1) + visit(value, depth + 1);
    sizes.set(node, size);
    if (size > largest)
      stop(node, 'aliases make this too large', `at most ${largest} values, with all aliases followed`);
    return size;
  };
  visit(document.contents, 1);
  return { faults, isReadable };
}

function checkScalar(
  value: unknown,
  written: string | undefined,
  report: (message: string, expected: string) => void,
): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    report(`${written ?? value} is not a number that can be stored`, 'a finite number');
  }
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    report(`${quote(value)} has a character that PostgreSQL cannot store`, 'no NUL and no lone surrogate');
  }
}

function checkKeys(
  map: YAMLMap,
  placeAt: (offset: number) => Place,
  report: (node: Node, message: string, expected: string) => void,
): void {
  const first = new Map<unknown, Node>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    const earlier = first.get(key.value);
    if (earlier === undefined) first.set(key.value, key);
    else {
      const { line } = placeAt(earlier.range?.[0] ?? 0);
      report(key, `the key ${quote(key.value)} stands here a second time`, `each key once; line ${line} has it`);
    }
  }
}
