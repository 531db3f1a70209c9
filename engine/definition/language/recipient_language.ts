import { name, object } from '../../vocabulary/json_schema/schema_parts.ts';

const way = {
  type: 'string',
  minLength: 1,
  description:
    'Relations that lead to a party or an identity, joined by dots: book.owner. They lead from the row, or from the rows of all.',
} as const;

const where = {
  type: 'string',
  minLength: 1,
  description:
    'Rule in the query language for the row at the end of the way, or for the rows of all. $field is a value of the row that the message is about. Default: all rows.',
} as const;

const all = name('Begin with all rows of this resource, instead of the row that the message is about.');

const former = {
  type: 'string',
  minLength: 1,
  description:
    'A way that follows a timeline to the entry that ended last, instead of the entry that is valid now: loan.borrower.',
} as const;

/** A recipient with a rule, or with another beginning than the row. */
export const recipientMap = object('Parties at the end of a way, or among all rows of a resource.', [], {
  way,
  all,
  where,
});

const stateRecipientMap = object('Parties at the end of a way, or among all rows of a resource.', [], {
  way,
  former,
  all,
  where,
});

/** Who gets the notices of a state, which lasts: a timeline may have led elsewhere before. */
export const stateRecipients = {
  description:
    'Who gets the notice. Relations that lead to a party or an identity, joined by dots; a map with a rule; or a list of these.',
  anyOf: [
    { type: 'string', minLength: 1 },
    stateRecipientMap,
    {
      type: 'array',
      items: { anyOf: [{ type: 'string', minLength: 1 }, stateRecipientMap] },
      minItems: 1,
      maxItems: 16,
    },
  ],
} as const;
