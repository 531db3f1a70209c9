import type { FieldTypeWord } from '../field_type_word.ts';
import { longestInteger } from '../value/longest.ts';
import { type Bounds, boundFacets, buildBounds, numberWord } from '../value/number.ts';
import { numberLiteral } from '../value/sql_literal.ts';
import { bits64, readWhole, wholePattern, wholeSchema } from '../value/whole_number.ts';

/** Whole numbers of 64 bits. */
export interface BigintType extends Bounds {
  readonly kind: 'bigint';
}

export const bigint: FieldTypeWord<BigintType, typeof boundFacets> = {
  ...numberWord<BigintType>(
    () => bits64,
    (type) => wholeSchema(type, 'int64'),
  ),
  traits: ['equal', 'identifying', 'ordered', 'nullable', 'listed'],
  means: 'whole number of 64 bits',
  otherNames: ['long', 'int8'],
  facets: boundFacets,
  isElement: true,
  build: (facets, place) => ({ kind: 'bigint', ...buildBounds(bits64, facets, place) }),
  read: (_, text) => readWhole(text, bits64.bounds),
  column: () => 'bigint',
  castNames: ['bigint', 'int8'],
  literal: (_, text) => numberLiteral(text, 'bigint'),
  longest: () => longestInteger,
  filter: { name: 'whole_number', value: wholePattern },
  elementPattern: () => wholePattern,
  typescript: {
    read: () => 'Bigint',
    sent: () => 'BigintInput',
    filter: () => 'BigintFilter',
    isExact: () => true,
  },
};
