import type { FieldTypeWord } from '../field_type_word.ts';
import { type Bounds, boundFacets, buildBounds, numberWord } from '../value/number.ts';
import { bits64, wholeSchema, wholeWord64 } from '../value/whole_number.ts';

/** Whole numbers of 64 bits. */
export interface BigintType extends Bounds {
  readonly kind: 'bigint';
}

export const bigint: FieldTypeWord<BigintType, typeof boundFacets> = {
  ...numberWord<BigintType>(
    () => bits64,
    (type) => wholeSchema(type, 'int64'),
  ),
  ...wholeWord64,
  traits: ['equal', 'identifying', 'ordered', 'nullable', 'listed', 'summed', 'ranked'],
  means: 'whole number of 64 bits',
  otherNames: ['long', 'int8'],
  facets: boundFacets,
  isElement: true,
  build: (facets, place) => ({ kind: 'bigint', ...buildBounds(bits64, facets, place) }),
  castNames: ['bigint', 'int8'],
};
