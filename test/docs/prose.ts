import { readdirSync, readFileSync } from 'node:fs';
import type { Root } from 'mdast';
import { toNlcst } from 'mdast-util-to-nlcst';
import type { Root as Prose, Sentence, SentenceContent } from 'nlcst';
import { toString as textOf } from 'nlcst-to-string';
import { ParseEnglish } from 'parse-english';
import retextIndefiniteArticle from 'retext-indefinite-article';
import retextRepeatedWords from 'retext-repeated-words';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { VFile } from 'vfile';
import { houseRules } from './house_rules.ts';
import { parseWritten, writtenFiles } from './page.ts';
import { sourceProse } from './source_prose.ts';

/** A place in a text that has to be written otherwise. */
interface ProseFault {
  readonly line: number;
  readonly column: number;
  /** What is wrong, and what to do. */
  readonly message: string;
}

const longestSentence = 25;

/** The faults of a text in Markdown; code and what is generated are left out. */
export function proseFaults(text: string): readonly ProseFault[] {
  const file = new VFile(text);
  const prose = toNlcst(withCells(parseWritten(text)), file, ParseEnglish) as Prose;
  unified().use(retextIndefiniteArticle).use(retextRepeatedWords).runSync(prose, file);
  const faults = file.messages.map(({ line = 0, column = 0, reason }) => ({ line, column, message: `${reason}.` }));
  visit(prose, 'SentenceNode', (sentence: Sentence) => {
    const fault = (word: SentenceContent | undefined, message: string) => {
      const { line = 0, column = 0 } = word?.position?.start ?? {};
      faults.push({ line, column, message });
    };
    for (const words of sentencesIn(sentence.children).map((part) => part.filter(isWord)))
      if (words.length > longestSentence)
        fault(words[0], `A sentence of ${words.length} words; write two of at most ${longestSentence}.`);
    for (const { at, message } of clumsyTurns(sentence.children)) fault(sentence.children[at], message);
  });
  return faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** A cell of a table reads like a paragraph. */
function withCells(tree: Root): Root {
  visit(tree, 'table', (table, index, parent) => {
    const cells = table.children.flatMap((row) => row.children);
    parent?.children.splice(
      index ?? 0,
      1,
      ...cells.flatMap(({ children, position }) =>
        children.length === 0 || position === undefined ? [] : [{ type: 'paragraph' as const, children, position }],
      ),
    );
    return [SKIP, (index ?? 0) + cells.length];
  });
  return tree;
}

/** A sentence that begins with code has no capital by which the parser would know it. */
function sentencesIn(nodes: readonly SentenceContent[]): readonly (readonly SentenceContent[])[] {
  const ends = nodes.flatMap((node, at) =>
    textOf(node).endsWith('.') && nodes[at + 1]?.type === 'WhiteSpaceNode' && nodes[at + 2]?.type === 'SourceNode'
      ? [at]
      : [],
  );
  return [-1, ...ends].map((end, index) => nodes.slice(end + 1, ends[index]));
}

/** A piece of code is read as a word. */
function isWord({ type }: SentenceContent): boolean {
  return type === 'WordNode' || type === 'SourceNode';
}

function clumsyTurns(nodes: readonly SentenceContent[]): readonly { readonly at: number; readonly message: string }[] {
  // Code is no word that a rule could name, and a mark parts what is before it from what is behind it.
  const words = nodes.flatMap((node, at) =>
    node.type === 'WhiteSpaceNode'
      ? []
      : [{ at, word: node.type === 'WordNode' ? textOf(node).toLowerCase().replace(/\.$/, '') : '`' }],
  );
  return words.flatMap(({ at, word }, first) => {
    const rules = (rulesByWord.get(word) ?? []).filter(({ turn, unless }) => {
      const [before = '', after = ''] = [words[first - 1]?.word, words[first + turn.length]?.word];
      const isThere = turn.every((each, index) => each === words[first + index]?.word);
      return isThere && !unless?.before?.includes(before) && !unless?.after?.includes(after);
    });
    const found = rules.map(({ turn, instead }) => ({ at, message: `"${turn.join(' ')}": ${instead}.` }));
    return contraction.test(word) ? [...found, { at, message: `"${word}": write it out.` }] : found;
  });
}

/** The rules by the first word of their turn. */
const rulesByWord = Map.groupBy(
  houseRules.map(([turn, instead, unless]) => ({ turn: turn.split(' '), instead, unless })),
  ({ turn: [word] }) => word,
);

const contraction = /n[’']t$|[’'](?:ll|re|ve|m|d)$|^(?:it|that|there|what|here|let)[’']s$/;

/** Every text that people read, with all faults: pages, messages, and the comments of what is exported. */
export function allProseFaults(): readonly string[] {
  const pages = writtenFiles().flatMap((path) => lines(path, proseFaults(readFileSync(path, 'utf8'))));
  const sources = sourceFiles().flatMap((path) => lines(path, sourceFaults(path, readFileSync(path, 'utf8'))));
  return [...pages, ...sources];
}

function lines(path: string, faults: readonly ProseFault[]): readonly string[] {
  return faults.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`);
}

function sourceFiles(): readonly string[] {
  const files = ['engine', 'codegen', 'db'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return files.filter((file) => /\.tsx?$/.test(file) && !unmended.some((room) => file.startsWith(`${room}/`))).sort();
}

/** Rooms whose sentences are still to be mended. */
const unmended: readonly string[] = [];

/** The faults of what people read of a TypeScript source. */
export function sourceFaults(path: string, source: string): readonly ProseFault[] {
  const pieces = sourceProse(path, source);
  const text = pieces.map((piece) => `${piece.text}\n\n`).join('');
  const places = pieces.flatMap((piece) =>
    piece.text
      .concat('\n')
      .split('\n')
      .map((_, at) => piece.line + at),
  );
  return proseFaults(text).map((fault) => ({ ...fault, line: places[fault.line - 1] ?? 0 }));
}

if (import.meta.main) {
  const faults = allProseFaults();
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
