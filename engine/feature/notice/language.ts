import { stateRecipients } from '../../definition/language/recipient_language.ts';
import { object } from '../../vocabulary/json_schema/schema_parts.ts';

/** The key of a resource's file that declares the notices of its rows. */
export const noticesKey = {
  name: 'notices',
  after: 'access',
  examples: new Map([
    ['type', 'type: <what is the matter>'],
    ['when', 'when: <rule>'],
    ['to', 'to: <relation>.<relation>, which leads to party or identity'],
    ['message', 'message: <what people read>'],
  ]),
  schema: {
    type: 'array',
    items: object(
      'A notice exists while a row meets the rule. Then it is removed.',
      ['type', 'when', 'to', 'message'],
      {
        type: {
          type: 'string',
          pattern: '^[a-z][a-z0-9_]*([.][a-z][a-z0-9_]*)*$',
          maxLength: 63,
          description: 'What the notice is about. Its full type is <prefix>.<resource>.<type>.',
        },
        when: {
          type: 'string',
          minLength: 1,
          description:
            'Rule in the query language. Rows of a timeline count while they are valid now; valid_at=<instant> or <relation>.valid_at=<instant> chooses another instant, such as now+P14D. Time alone brings a notice about and removes it: due_on=lt.today.',
        },
        to: stateRecipients,
        message: {
          type: 'string',
          minLength: 1,
          description: 'What people read: what is wrong, and what to do.',
        },
        data: {
          type: 'array',
          items: { $ref: '#/$defs/name' },
          uniqueItems: true,
          description: 'Fields of the row to show with the message.',
        },
      },
    ),
    description: 'What a party has to do something about. The resource notice lists it until it is done.',
  },
} as const;
