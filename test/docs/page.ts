import { readdirSync, readFileSync } from 'node:fs';
import type { Code, Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';

/** What the commands of a page run against. */
type Ground = 'library' | 'register' | 'nothing';

/** A page of the documentation, as far as it can be tried. */
export interface Page {
  readonly file: string;
  /** Null where the page does not say it. */
  readonly ground: Ground | null;
  /** From top to bottom, without what is generated and what the page says cannot run. */
  readonly fences: readonly Fence[];
}

export interface Fence {
  readonly language: string;
  readonly text: string;
  /** Of its first line of text. */
  readonly line: number;
  /** What the request or command of the fence before it is answered; nothing stands between them. */
  readonly isAnswer: boolean;
}

/** The pages written for readers, README.md first. */
export function pageFiles(): readonly string[] {
  const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.map((name) => `docs/${name}`)];
}

/** Every text that is written for people: the pages, the READMEs of templates, and what is for those who work on Almanac. */
export function writtenFiles(): readonly string[] {
  const templates = readdirSync('codegen/template').map((name) => `codegen/template/${name}/README.md`);
  return [...pageFiles(), 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...templates];
}

export function readPage(file: string, text = readFileSync(file, 'utf8')): Page {
  const tree = parseWritten(text);
  const ground = /^<!-- run: (library|register|nothing) -->$/m.exec(text)?.[1] as Ground | undefined;
  const fences: Fence[] = [];
  const leftOut = new Set<Nodes>();
  visit(tree, 'code', (node: Code, index, parent) => {
    const before = parent?.children[(index ?? 0) - 1];
    const isAnswer = before?.type === 'code' && isAnswerTo(before, node);
    if ((before?.type === 'html' && before.value.startsWith('<!-- not run: ')) || (isAnswer && leftOut.has(before))) {
      leftOut.add(node);
      return;
    }
    const line = (node.position?.start.line ?? 0) + 1;
    fences.push({ language: node.lang ?? '', text: node.value, line, isAnswer });
  });
  return { file, ground: ground ?? null, fences };
}

function isAnswerTo({ lang: asked }: Code, { lang, value }: Code): boolean {
  if (asked !== 'http' && asked !== 'sh') return false;
  return lang === 'json' || (lang === 'http' && value.startsWith('HTTP/'));
}

const markdown = unified().use(remarkParse).use(remarkGfm);

/** A text as CommonMark with tables. */
export function parseMarkdown(text: string): Root {
  return markdown.parse(text);
}

/** The same, without what is generated: that has tests of its own. */
export function parseWritten(text: string): Root {
  const tree = parseMarkdown(text);
  let isGenerated = false;
  visit(tree, (node, index, parent) => {
    if (node.type === 'html' && node.value.startsWith('<!-- generated: ')) isGenerated = true;
    else if (node.type === 'html' && node.value === '<!-- end -->') isGenerated = false;
    else if (isGenerated && parent !== undefined && index !== undefined) {
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    return undefined;
  });
  return tree;
}
