import { parseSync, Visitor } from 'oxc-parser';

/** What people read of a source: a doc comment, or a text that looks like a sentence. */
export interface SourceProse {
  /** Of the source, where the text begins. */
  readonly line: number;
  /** As Markdown. What is put in when the program runs is code. */
  readonly text: string;
}

/** The doc comments and the messages of a TypeScript source, in their order. */
export function sourceProse(file: string, source: string): readonly SourceProse[] {
  const { program, comments } = parseSync(file, source);
  const pieces: { readonly at: number; readonly text: string }[] = comments
    .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ value, start }) => ({ at: start, text: commentText(value) }));
  const readAll = isCatalogue.test(file);
  const add = (at: number, text: string) => {
    for (const message of readAll ? catalogueTexts(text) : messagesIn(text)) pieces.push({ at, text: message });
  };
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') add(start, value);
    },
    TemplateLiteral: ({ quasis, start }) => {
      add(start, quasis.map(({ value }) => value.cooked ?? '').join(inserted));
    },
  }).visit(program);
  return pieces
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }) => ({ line: source.slice(0, at).split('\n').length, text }));
}

const inserted = '`…`';

/** A comment without its frame. Of a tag, the words behind its name are read. */
function commentText(comment: string): string {
  return comment
    .replaceAll(/^[ \t]*\*? ?/gm, '')
    .replaceAll(/^@(?:throws|returns|param|see|example|deprecated)(?: [A-Z]\w+)?/gm, inserted)
    .replaceAll(/\{@link ([^}]*)\}/g, inserted);
}

/** Files of texts for people, and of nothing else. */
const isCatalogue = /\/studio\/words\//;

/** What is said of one and what is said of many; what is put in is code. */
function catalogueTexts(text: string): readonly string[] {
  return text.split('||||').map((each) => messageText(each).replaceAll(/%\{\w+\}/g, inserted));
}

/** A text itself if it is one for people; of SQL, the texts that it quotes. */
function messagesIn(text: string): readonly string[] {
  if (isStyle.test(text) || isShell.test(text)) return [];
  const texts = isSql.test(text)
    ? [...text.matchAll(/'((?:[^']|'')*)'/g)].map(([, quoted = '']) => quoted)
    : text.split(block);
  return texts.filter((each) => isSentence.test(each)).map(messageText);
}

const isStyle = /\{[^}]*[a-z-]+: [^}]*;/;

const isShell = /^(?:\w+=\$|curl )/m;

const isSql =
  /\b(?:select|insert into|delete from|create (?:or replace|table|index|function|trigger|unlogged)|alter (?:table|role|function)|drop (?:table|index|function)|comment on|lateral|order by|group by|where|returning|raise exception|:=|coalesce\(|for (?:no key )?update|pg_catalog|almanac\.|primary key|references|using gist|begin|end if|then|grant|revoke)\b|::/;

/** Three words in a row, or two at the end. */
const isSentence = /(?:^|[\s(`"'])[A-Za-z]?[a-z]+,? [a-z]+,? [a-z]{2,}/;

const block = /<\/?(?:a|body|div|footer|form|h[1-6]|head|header|html|input|li|main|nav|p|table|td|title)\b[^<>]*>/g;

/** Blocks of HTML are read apart. Its other marks, and names that stand for a value, are read like code. Marks of Markdown have no meaning here. */
function messageText(text: string): string {
  return text.replaceAll(/<[^<>]*>/g, inserted).replaceAll(/^[ \t]+|[*_#]+(?= )/gm, '');
}
