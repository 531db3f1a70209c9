/** A way that may be taken at once, which the statement that tries all of them took before. */
export type RecalledWay = SeenWay | { readonly way: 'ahead'; readonly looksFirst: false };

/** A way to the rows that a rule leaves (see firstServed), alone or behind the look at the first rows. */
export interface SeenWay {
  readonly way: 'found' | 'together' | 'few' | 'near';
  /** Whether the first rows of the list are looked at before, as `found` looks at them. */
  readonly looksFirst: boolean;
}

/**
 * Those under a rule in each of their forms. Each costs at most a few times what another would where another is better, which
 * the values of the filters decide. That is not so of `more` and `all`.
 */
export const seenWays: readonly SeenWay[] = [
  { way: 'found', looksFirst: false },
  { way: 'together', looksFirst: true },
  { way: 'together', looksFirst: false },
  { way: 'few', looksFirst: false },
  { way: 'near', looksFirst: true },
  { way: 'near', looksFirst: false },
];

/** And the one to a page as of an instant (see nearPage), which costs a part of the whole list. */
export const recalledWays: readonly RecalledWay[] = [...seenWays, { way: 'ahead', looksFirst: false }];
