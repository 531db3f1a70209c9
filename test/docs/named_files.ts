import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { visit } from 'unist-util-visit';
import { parseWritten } from './page.ts';

/** A file or folder that a text names, by the pattern of the paths that it may have. */
interface Named {
  readonly name: string;
  readonly line: number;
  readonly paths: readonly string[];
}

/**
 * The files and folders of the project that a page names: in words by their path, or as `name.ts` where the section names the
 * folder; in a block of code as a tree, each line deeper than the folder that holds it.
 */
export function namedFiles(text: string): readonly Named[] {
  const named: Named[] = [];
  let folders = new Set<string>();
  const add = (name: string, line: number, paths: readonly string[]) => {
    named.push({ name, line, paths });
    for (const path of paths) folders.add(/\.\w+$/.test(path) ? posix.dirname(path) : path);
  };
  visit(parseWritten(text), (node) => {
    const line = node.position?.start.line ?? 0;
    if (node.type === 'heading') folders = new Set();
    if (node.type === 'inlineCode') {
      for (const [path] of node.value.matchAll(fullPath)) add(path, line, [patternOf(path)]);
      if (ownName.test(node.value)) {
        add(
          node.value,
          line,
          [...folders].map((folder) => posix.join(folder, patternOf(node.value))),
        );
      }
    }
    if (node.type === 'code' && !node.lang) {
      for (const [at, path] of pathsOfTree(node.value)) add(path, line + at, [patternOf(path)]);
    }
  });
  return named;
}

/** Those of them that are nowhere. */
export function missingFiles(text: string): readonly string[] {
  return namedFiles(text)
    .filter(({ paths }) => globSync([...paths]).length === 0)
    .map(({ name, line }) => `${line}: ${name}`);
}

const fullPath = /(?<![\w./]|# )(?:engine|codegen|db|test|docs|resources)(?:\/[\w.*<>-]+)+/g;
const ownName = /^[\w*<>]+(?:\.\w+)*\.(?:ts|sql)$/;

/** `<name>` stands for any name. */
function patternOf(path: string): string {
  return path.replace(/<\w+>/g, '*');
}

/** The paths that a tree stands for: the name at the beginning of a line, and names of files in its words. */
function pathsOfTree(text: string): readonly (readonly [line: number, path: string])[] {
  const above: { readonly depth: number; readonly path: string }[] = [];
  return text.split('\n').flatMap((line, at) => {
    const [, indent = '', name, words = ''] = /^( *)([\w*<>/.-]+(?:\/|\.\w+))((?: .*)?)$/.exec(line) ?? [];
    if (name === undefined) return [];
    while ((above.at(-1)?.depth ?? -1) >= indent.length) above.pop();
    const path = posix.join(above.at(-1)?.path ?? '', name).replace(/\/$/, '');
    above.push({ depth: indent.length, path });
    const folder = name.endsWith('/') ? path : posix.dirname(path);
    const others = [...words.matchAll(/(?<![\w/])\w+\.ts\b/g)].map(([other]) => posix.join(folder, other));
    return [path, ...others].map((each) => [at, each] as const);
  });
}
