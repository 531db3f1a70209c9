/** How values of one type become values of another, as SQL over an expression. */
export interface Conversion {
  readonly value: (of: string) => string;
  /** Whether a value has a like in the other type: without that, converting it may fail. Null where each value has. */
  readonly fits: ((of: string) => string) | null;
}
