import { quote } from '../../language/wording.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { textSchema } from '../json_schema/json_schema.ts';
import { formats } from '../value/format.ts';
import { longestUuid } from '../value/longest.ts';
import { textMisfit } from '../value/misfit.ts';
import { accept, type ReadValue, refuse } from '../value/read_value.ts';
import { typedLiteral } from '../value/sql_literal.ts';

export interface UuidType {
  readonly kind: 'uuid';
}

export const uuid: FieldTypeWord<UuidType> = {
  traits: ['equal', 'identifying', 'ordered', 'nullable', 'listed'],
  means: 'UUID',
  otherNames: ['guid'],
  facets: {},
  isElement: true,
  made: 'generated',
  madeSql: () => 'gen_random_uuid()',
  build: () => ({ kind: 'uuid' }),
  read: (_, text) => readUuid(text),
  misfit: (_, value, written) => textMisfit(value, written, readUuid),
  column: () => 'uuid',
  castNames: ['uuid'],
  literal: (_, text) => typedLiteral(text, 'uuid'),
  isWritten: (text) => `${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`,
  longest: () => longestUuid,
  schema: (_, exact) =>
    textSchema(exact, { type: 'string', format: 'uuid' }, (text) => (uuidPattern.test(text) ? null : 'must be a UUID')),
  sent: (_, value) => String(value),
  example: () => formats.uuid.example,
  filter: { name: 'uuid', value: '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}' },
  typescript: { read: () => 'string', filter: () => 'UuidFilter' },
};

function readUuid(text: string): ReadValue {
  return uuidPattern.test(text)
    ? accept(text.toLowerCase())
    : refuse(`${quote(text)} is no UUID`, 'a UUID such as 6f1c0f9e-5a0b-4d52-9d5e-0c6a3f3b7a11');
}

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
