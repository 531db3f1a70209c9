import { recipientMap } from '../../definition/language/recipient_language.ts';
import { eventVerbs } from '../../vocabulary/action/actions.ts';
import { object, oneOfNames } from '../../vocabulary/json_schema/schema_parts.ts';

/** The key of a resource's file that says which parties are notified of its events. */
export const notifyKey = {
  name: 'notify',
  after: 'subject',
  words: 'event',
  examples: new Map([['to', 'to: <relation>.<relation>, which leads to party or identity']]),
  schema: {
    type: 'array',
    minItems: 1,
    items: object('Which parties are notified of which events.', ['to'], {
      on: {
        type: 'array',
        items: oneOfNames(eventVerbs),
        minItems: 1,
        uniqueItems: true,
        description: 'The events to notify of. Default: all; delete only if the resource has a history or a timeline.',
      },
      to: {
        description:
          'Who is notified. Relations from the row to a party or an identity, joined by dots: book.owner; a map with a rule; or a list of these.',
        anyOf: [
          { $ref: '#/$defs/recipient' },
          recipientMap,
          {
            type: 'array',
            items: { anyOf: [{ $ref: '#/$defs/recipient' }, recipientMap] },
            minItems: 1,
            uniqueItems: true,
          },
        ],
      },
      when: {
        type: 'string',
        minLength: 1,
        description: 'Rule in the query language: only rows that meet it. Default: all rows.',
      },
    }),
    description:
      'Which parties are notified of events. Each party is notified once, and never the party that made the change.',
  },
} as const;
