/** A relation to one row, or none. */
export interface One<N extends string> {
  target: N;
  cardinality: 'one';
}

/** A relation to any number of rows. */
export interface Many<N extends string> {
  target: N;
  cardinality: 'many';
}
