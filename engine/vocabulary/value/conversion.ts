/** How values of one type become values of another, as SQL over an expression. */
export interface Conversion {
  readonly value: (of: string) => string;
  /**
   * Whether a value can be converted; the conversion of any other value may fail. Null if every value can be converted.
   */
  readonly fits: ((of: string) => string) | null;
}
