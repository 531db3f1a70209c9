import type { Many, One } from './relation.ts';
import type { Resources } from './resources.ts';
import type { Name, Row } from './row.ts';

/** A row with its embedded relations, such as RowWith<'book', 'author!,copy(loan)'>. */
export type RowWith<N extends Name, Embed extends string> = string extends Embed
  ? Row<N> & { [Alias in Aliases<N>]?: unknown }
  : Simplified<Row<N> & Embedded<N, Embed>>;

/** The members that an embed adds to a row. */
export type Embedded<N extends Name, Embed extends string> =
  EmbedTree<Embed> extends infer Nodes extends EmbedNode[] ? EmbeddedNodes<N, Nodes> : unknown;

/** The embed itself where it can be read and has no unknown relation; otherwise what is wrong with it. */
export type CheckedEmbed<N extends Name, Embed extends string> = string extends Embed
  ? Embed
  : EmbedTree<Embed> extends infer Nodes extends EmbedNode[]
    ? [UnknownRelation<N, Nodes[number]>] extends [never]
      ? Embed
      : UnknownRelation<N, Nodes[number]>
    : 'an embed has relations with commas between them, as in a,b!(c)';

/** The embed aliases of a resource. */
export type Aliases<N extends Name> = keyof Resources[N]['relations'] & string;

/** The resource of a relation. */
export type Target<N extends Name, Alias extends Aliases<N>> = Resources[N]['relations'][Alias] extends {
  target: infer T extends Name;
}
  ? T
  : never;

interface EmbedNode {
  alias: string;
  inner: boolean;
  below: EmbedNode[];
}

type EmbeddedNodes<N extends Name, Nodes extends EmbedNode[]> = {
  [Node in Nodes[number] as Node['alias']]: Node['alias'] extends Aliases<N>
    ? EmbeddedNode<N, Node['alias'], Node>
    : never;
};

type EmbeddedNode<N extends Name, Alias extends Aliases<N>, Node extends EmbedNode> =
  Resources[N]['relations'][Alias] extends Many<infer T extends Name>
    ? RowWithNodes<T, Node['below']>[]
    : Resources[N]['relations'][Alias] extends One<infer T extends Name>
      ? RowWithNodes<T, Node['below']> | (Node['inner'] extends true ? never : null)
      : never;

type RowWithNodes<N extends Name, Nodes extends EmbedNode[]> = Nodes extends []
  ? Row<N>
  : Simplified<Row<N> & EmbeddedNodes<N, Nodes>>;

type UnknownRelation<N extends Name, Node extends EmbedNode> = Node extends EmbedNode
  ? Node['alias'] extends Aliases<N>
    ? UnknownRelation<Target<N, Node['alias']>, Node['below'][number]>
    : `there is no relation ${Node['alias']} of ${N}`
  : never;

type EmbedTree<Text extends string> = Text extends '' ? [] : ReadEmbeds<Text> extends [infer Nodes, ''] ? Nodes : null;

/** Reads relations up to something else; returns the relations and the rest. */
type ReadEmbeds<Text extends string, Nodes extends EmbedNode[] = []> =
  ReadEmbed<Text> extends [infer Node extends EmbedNode, infer Rest extends string]
    ? Rest extends `,${infer More}`
      ? ReadEmbeds<More, [...Nodes, Node]>
      : [[...Nodes, Node], Rest]
    : null;

/** A name, then `!`, `!(...)`, `(...)` or `(...)!`. */
type ReadEmbed<Text extends string> =
  ReadName<Trimmed<Text>> extends [infer Alias extends string, infer Rest extends string]
    ? Rest extends `!${infer After}`
      ? Trimmed<After> extends `(${infer Below}`
        ? ReadBelow<Below> extends [infer Nodes extends EmbedNode[], infer End extends string]
          ? [{ alias: Alias; inner: true; below: Nodes }, End]
          : null
        : [{ alias: Alias; inner: true; below: [] }, Trimmed<After>]
      : Rest extends `(${infer Below}`
        ? ReadBelow<Below> extends [infer Nodes extends EmbedNode[], infer End extends string]
          ? End extends `!${infer After}`
            ? [{ alias: Alias; inner: true; below: Nodes }, Trimmed<After>]
            : [{ alias: Alias; inner: false; below: Nodes }, End]
          : null
        : [{ alias: Alias; inner: false; below: [] }, Rest]
    : null;

/** Reads relations and the parenthesis that ends them. */
type ReadBelow<Text extends string> =
  ReadEmbeds<Text> extends [infer Nodes, `)${infer Rest}`] ? [Nodes, Trimmed<Rest>] : null;

type ReadName<Text extends string, Read extends string = ''> = Text extends `${infer Character}${infer Rest}`
  ? Character extends '!' | '(' | ')' | ',' | ' '
    ? [Read, Trimmed<Text>]
    : ReadName<Rest, `${Read}${Character}`>
  : [Read, ''];

type Trimmed<Text extends string> = Text extends ` ${infer Rest}` ? Trimmed<Rest> : Text;

type Simplified<T> = { [Member in keyof T]: T[Member] };
