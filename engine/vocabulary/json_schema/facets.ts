import type { Misfit, Written } from '../value/misfit.ts';
import type { JsonSchema } from './json_schema.ts';
import type { namedSchemas } from './named_schemas.ts';
import type { ValueOf } from './value_of.ts';

/** JSON Schemas of facets, by name. */
export type FacetSchemas = { readonly [facet: string]: JsonSchema };

/** The facets of a type without facets: none. */
export type NoFacets = { readonly [facet in never]: JsonSchema };

/** The JSON Schema of a field or an element: the name of its type, and any of these facets. */
export interface SchemaWith<Own extends FacetSchemas> extends JsonSchema {
  readonly type: 'object';
  readonly required: readonly ['type'];
  readonly properties: { readonly type: { readonly type: 'string' } } & Own;
}

/** The facets of a type in a definition. For an element, an array only asks for its type. */
export type Facets<Own extends FacetSchemas = NoFacets> = ValueOf<
  SchemaWith<Own>,
  typeof namedSchemas & { readonly element: SchemaWith<NoFacets> }
>;

/** The place in a file that has the facets of a type. */
export interface FacetPlace {
  readonly written: Written;
  readonly report: (fault: Misfit) => void;
}
