import type { FacetPlace, FacetSchemas, Facets } from './facets.ts';
import type { Json } from './json.ts';
import type { Misfit, Written } from './misfit.ts';
import type { NumberRange } from './number.ts';
import type { ReadValue } from './read_value.ts';
import type { Trait } from './trait.ts';

/** Everything that is particular to one type of fields. */
export interface FieldTypeWord<Type> {
  readonly traits: readonly Trait[];
  /** What it means, in a few words of a definition's reference. */
  readonly means: string;
  /** JSON Schemas of the YAML keys that it has besides those of all types. */
  readonly facets: FacetSchemas;
  /** Those of a field alone, and not of the elements of an array. */
  readonly fieldFacets?: FacetSchemas;
  /** Names of the facets that it does not go without. */
  readonly needs?: readonly string[];
  /** Whether the elements of an array can be of this type. */
  readonly isElement: boolean;
  /** The type with its facets, whose faults are reported. */
  build(facets: Facets, place: FacetPlace): Type;

  /** Reads the text of a value; of facets, only those that a value has no meaning without are checked. */
  read(type: Type, text: string): ReadValue;
  /** Why a value of a definition could not be in a field of this type; null when it could. */
  misfit(type: Type, value: Json, written: Written): Misfit | null;
  /** Of a type of numbers, which they are. */
  number?(type: Type): NumberRange;
}
