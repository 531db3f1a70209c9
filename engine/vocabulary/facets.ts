import type { FormatName } from './format.ts';
import type { Misfit, Written } from './misfit.ts';

/** What a definition may say of a type: which of these it may, the facets of the type say. */
export interface Facets {
  readonly type: string;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly pattern?: string;
  readonly format?: FormatName | ({ readonly by: string } & { readonly [value: string]: FormatName });
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multiple_of?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly values?: readonly string[];
  readonly transitions?: { readonly [value: string]: readonly string[] };
  readonly to?: string;
  readonly of?: string | Facets;
}

/** JSON Schemas of facets, by name. */
export type FacetSchemas = { readonly [facet: string]: { readonly [keyword: string]: unknown } };

/** The place in a file that has the facets of a type. */
export interface FacetPlace {
  readonly written: Written;
  readonly report: (fault: Misfit) => void;
}
