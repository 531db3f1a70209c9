/** The text of one value in a filter, as a regular expression. */
export type FilterForm<Type> =
  /** Fields of the type share a schema of this name. */
  | { readonly name: string; readonly value: string }
  /** Each field has a schema of its own. */
  | { readonly name: null; valueOf(type: Type): string };

/** Any text. A dot would stop at the end of a line. */
export const anything = '[\\s\\S]*';
