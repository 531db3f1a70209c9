import type { Json } from './value/json.ts';

/** The facets behind a type on a command line, as in `price:decimal=9,3`; or what is wrong with them. */
export type Shorthand =
  | { readonly ok: true; readonly facets: Readonly<Record<string, Json>> }
  | { readonly ok: false; readonly message: string };

export function shortFacets(facets: Readonly<Record<string, Json>>): Shorthand {
  return { ok: true, facets };
}

export function noShorthand(message: string): Shorthand {
  return { ok: false, message };
}
