import { quote } from '../../language/wording.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { longestInteger } from '../value/longest.ts';
import { accept, refuse } from '../value/read_value.ts';

export interface BooleanType {
  readonly kind: 'boolean';
}

export const boolean: FieldTypeWord<BooleanType> = {
  traits: ['equal', 'ordered', 'nullable', 'listed', 'truth'],
  means: 'true or false',
  otherNames: ['bool'],
  facets: {},
  isElement: true,
  build: () => ({ kind: 'boolean' }),
  isPadded: true,
  read: (_, text) =>
    text === 'true' || text === 'false' ? accept(text) : refuse(`${quote(text)} is not a boolean`, 'true or false'),
  misfit: (_, value) =>
    typeof value === 'boolean'
      ? null
      : { steps: [], message: `${quote(value)} is not a boolean`, expected: 'true or false' },
  column: () => 'boolean',
  castNames: ['boolean', 'bool'],
  literal: (_, text) => text,
  isWritten: (text) => `${text} in ('true', 'false')`,
  longest: () => longestInteger,
  schema: () => ({ type: 'boolean' }),
  sent: (_, value) => String(value),
  example: () => true,
  filter: { name: 'boolean', value: '(true|false)' },
  elementPattern: () => '(true|false)',
  typescript: { read: () => 'boolean', filter: () => 'BooleanFilter' },
};
