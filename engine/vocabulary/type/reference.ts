import { quote } from '../../language/wording.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { shortFacets } from '../shorthand.ts';
import { longestInteger } from '../value/longest.ts';
import { exactNumber, numberText, unbound } from '../value/number.ts';
import { numberLiteral } from '../value/sql_literal.ts';
import { bits64, readWhole, wholePattern } from '../value/whole_number.ts';

/** Ids of rows. */
export interface ReferenceType {
  readonly kind: 'reference';
  /** The resource of the rows. */
  readonly to: string;
}

const facets = { to: { $ref: '#/$defs/name', description: 'The resource that the id belongs to.' } } as const;

export const reference: FieldTypeWord<ReferenceType, typeof facets> = {
  traits: ['equal', 'identifying', 'ordered', 'nullable', 'listed'],
  means: 'id of a row of a resource',
  otherNames: ['ref', 'relation', 'foreign_key'],
  facets,
  needs: ['to'],
  isElement: false,
  shorthand: (written, field) => shortFacets({ to: written ?? field.replace(/_id$/, '') }),
  build: ({ to = '' }) => ({ kind: 'reference', to }),
  read: (_, text) => readWhole(text, bits64.bounds),
  misfit: (_, value) =>
    Number.isSafeInteger(value)
      ? null
      : { steps: [], message: `${quote(value)} is not an id`, expected: 'a whole number' },
  number: () => bits64,
  column: () => 'bigint',
  literal: (_, text) => numberLiteral(text, 'bigint'),
  longest: () => longestInteger,
  schema: (_, exact) => exactNumber(exact, { type: 'integer', format: 'int64' }, bits64, unbound),
  sent: numberText,
  example: () => 1,
  filter: { name: 'whole_number', value: wholePattern },
  elementPattern: () => wholePattern,
  typescript: {
    read: () => 'Bigint',
    sent: () => 'BigintInput',
    filter: () => 'BigintFilter',
    isExact: () => true,
  },
  words: ({ to }) => `reference to ${to}`,
};
