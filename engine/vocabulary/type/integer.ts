import type { FieldTypeWord } from '../field_type_word.ts';
import { longestInteger } from '../value/longest.ts';
import { type Bounds, boundFacets, buildBounds, numberWord } from '../value/number.ts';
import { numberLiteral } from '../value/sql_literal.ts';
import { bits, readWhole, wholePattern, wholeSchema } from '../value/whole_number.ts';

/** Whole numbers of 32 bits. */
export interface IntegerType extends Bounds {
  readonly kind: 'integer';
}

const bits32 = bits(32);

export const integer: FieldTypeWord<IntegerType, typeof boundFacets> = {
  ...numberWord<IntegerType>(
    () => bits32,
    (type) => wholeSchema(type, 'int32'),
  ),
  traits: ['equal', 'identifying', 'ordered', 'nullable', 'listed', 'summed', 'ranked'],
  means: 'whole number of 32 bits',
  otherNames: ['int', 'int4', 'smallint'],
  facets: boundFacets,
  isElement: true,
  build: (facets, place) => ({ kind: 'integer', ...buildBounds(bits32, facets, place) }),
  read: (_, text) => readWhole(text, bits32.bounds),
  column: () => 'integer',
  castNames: ['smallint', 'int2', 'integer', 'int', 'int4'],
  literal: (_, text) => numberLiteral(text, 'integer'),
  longest: () => longestInteger,
  filter: { name: 'whole_number', value: wholePattern },
  elementPattern: () => wholePattern,
  typescript: {
    read: () => 'number',
    filter: () => 'IntegerFilter',
  },
};
