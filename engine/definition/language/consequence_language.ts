import { name, object, oneOfNames } from '../../vocabulary/json_schema/schema_parts.ts';
import { roleChoice } from './role_choice_language.ts';

const moment = {
  on: {
    type: 'array',
    items: oneOfNames(['create', 'update']),
    minItems: 1,
    uniqueItems: true,
    description: 'The writes from which it follows. Default: create and update.',
  },
  when: {
    type: 'string',
    minLength: 1,
    description: 'Only for rows for which this rule holds after the write.',
  },
  before: {
    type: 'string',
    minLength: 1,
    description:
      'Only for rows for which this rule held before the write. It uses fields of the row itself. It keeps out no new row.',
  },
  ...roleChoice,
} as const;

/** The keys of a resource for what follows from a write of its rows. */
export const consequenceKeys = {
  sets: {
    type: 'array',
    minItems: 1,
    items: object('Fields of the row that the database sets when the row is written.', ['set'], {
      ...moment,
      set: {
        type: 'object',
        minProperties: 1,
        propertyNames: { $ref: '#/$defs/name' },
        additionalProperties: {},
        description:
          'Values by field: a value, null, now, today+P14D, $other_field, $relation.field, {identity} or {party_id}. They replace what the client sends.',
      },
    }),
    description: 'Fields that the database sets in rows that are written, in this order, for every writer.',
  },
  creates: {
    type: 'array',
    minItems: 1,
    items: object('Rows that the database creates when a row is written.', ['resource'], {
      ...moment,
      resource: name('The resource of the new row.'),
      for_each: name(
        'A relation of this resource: one new row for each of its rows. $relation.field is a value of that row.',
      ),
      unless: {
        type: 'string',
        minLength: 1,
        description:
          'Rule in the query language over rows of the other resource. If there is a row for which it holds, none is created. $field is a value of this row.',
      },
      with: {
        type: 'object',
        propertyNames: { $ref: '#/$defs/name' },
        additionalProperties: {},
        description:
          'Values of the new row by field: a value, null, now, today+P14D, $field, $relation.field, {identity} or {party_id}. Other fields get their default.',
      },
    }),
    description:
      'Rows that the database creates when a row is written, in this order, for every writer, by the rights of the service.',
  },
} as const;
