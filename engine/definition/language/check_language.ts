import { object, oneOfNames } from '../../vocabulary/json_schema/schema_parts.ts';
import { stateRecipients } from './recipient_language.ts';
import { roleChoice } from './role_choice_language.ts';

const otherwise = object(
  'Accept rows that break the rule, and show a notice of each while it does. Rules through two or more relations need it.',
  ['notice', 'to'],
  {
    notice: {
      type: 'string',
      pattern: '^[a-z][a-z0-9_]*([.][a-z][a-z0-9_]*)*$',
      maxLength: 63,
      description: 'What the notice is about. Its full type is <prefix>.<resource>.<notice>.',
    },
    to: stateRecipients,
  },
);

/** The keys of a resource for the rules that its rows keep. */
export const checkKeys = {
  checks: {
    type: 'array',
    items: object('A rule that every row must meet.', ['that', 'message'], {
      that: {
        type: 'string',
        minLength: 1,
        description: 'Rule in the query language, over the fields of the row and of related rows.',
      },
      message: { type: 'string', minLength: 1, description: 'What a client reads if a row breaks the rule.' },
      when: {
        type: 'string',
        minLength: 1,
        description:
          'Ask that only of rows for which this rule holds after the write. With when, before, on, roles or except, no later write to other rows breaks the rule.',
      },
      before: {
        type: 'string',
        minLength: 1,
        description:
          'Ask that only of rows for which this rule held before the write. It uses fields of the row itself. A new row was nothing before, and is asked.',
      },
      on: {
        type: 'array',
        items: oneOfNames(['create', 'update', 'delete']),
        minItems: 1,
        uniqueItems: true,
        description:
          'The writes after which that is asked. Default: create and update. Of a row that is deleted, that is asked as it was.',
      },
      ...roleChoice,
      otherwise,
    }),
    description: 'Rules over several fields, or over related rows.',
  },
  covered_by: {
    type: 'array',
    minItems: 1,
    items: object(
      'Entries that must cover the whole validity of each entry of this resource.',
      ['relation', 'message'],
      {
        relation: {
          type: 'string',
          minLength: 1,
          description:
            'The way from an entry to its cover: one relation, or two joined by a dot. Of two, the first is that of a reference field, and the second leads to many rows.',
        },
        where: {
          type: 'string',
          minLength: 1,
          description:
            'Rule in the query language: which entries count. $field is a value of the covered entry. Default: all of them.',
        },
        message: { type: 'string', minLength: 1, description: 'What a client reads if an entry is not covered.' },
        otherwise: {
          ...otherwise,
          description:
            'Accept entries that are not covered, and show a notice of each while it is not. Longer ways, and rules that look at further rows, need it.',
        },
      },
    ),
    description:
      'For a resource with temporal: entries of other timelines that must cover the whole validity of an entry, without a gap. A write to either side that breaks this is refused.',
  },
} as const;
