/** Of the package, what a diagram is made of; a text by itself is a terminal. */
declare module 'railroad-diagrams' {
  interface Item {
    /** The SVG element. */
    toString(): string;
  }
  interface Railroad {
    Diagram(...items: readonly Item[]): Item;
    Sequence(...items: readonly Item[]): Item;
    Choice(normal: number, ...items: readonly Item[]): Item;
    Optional(item: Item): Item;
    ZeroOrMore(item: Item): Item;
    Terminal(text: string): Item;
    NonTerminal(text: string): Item;
    Skip(): Item;
  }
  const railroad: Railroad;

  export type { Item };
  export default railroad;
}
