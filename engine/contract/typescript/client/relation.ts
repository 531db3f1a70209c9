/** A relation to one row, or none. */
export interface One<N extends string> {
  target: N;
  cardinality: 'one';
}

/**
 * A body that gives references by ids or by unique keys. `Keys` has what may stand in the place of each reference that is
 * required.
 */
export type By<Body, Keys> = Omit<Body, keyof Keys> &
  Together<{ [Field in keyof Keys]: Pick<Body, Field & keyof Body> | Keys[Field] }>;

type Together<Parts> = { [Part in keyof Parts]: (part: Parts[Part]) => void }[keyof Parts] extends (
  part: infer All,
) => void
  ? All
  : never;

/** A relation to any number of rows. */
export interface Many<N extends string> {
  target: N;
  cardinality: 'many';
}
