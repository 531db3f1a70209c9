import { durationPattern, signedDurationPattern } from './duration.ts';
import { fieldSchemas } from './field_language.ts';
import { recipientPattern } from './recipient_pattern.ts';
import { byRole, name, object, type Schema, when } from './schema_parts.ts';
import { serviceSchema } from './service_language.ts';

const noticeRecipient = {
  way: {
    type: 'string',
    minLength: 1,
    description: 'Aliases with dots between them: accounting_point.system_operator.',
  },
  former: object('Through a timeline: by the entry that ended last instead of the one that is valid.', ['former'], {
    former: { type: 'string', minLength: 1, description: 'As without former: service_provider.service_provider.' },
  }),
} as const;

/** The definition language as a JSON Schema (2020-12): what `almanac schema` writes and what every file is checked by. */
export const languageSchema: Schema & { readonly $defs: Schema } = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Almanac definition',
  description: 'A resource of an Almanac service, or (with the key "service") the service itself.',
  type: 'object',
  ...when(
    { required: ['service'] },
    { $ref: '#/$defs/service' },
    when({ required: ['resource'] }, { $ref: '#/$defs/resource' }, { $ref: '#/$defs/beginning' }),
  ),
  $defs: {
    beginning: {
      description: 'What a file begins with, so that it is known what it defines.',
      required: ['resource'],
      properties: {
        resource: { $ref: '#/$defs/resource_name' },
        service: { $ref: '#/$defs/service_title' },
      },
    },
    resource_name: name('Name of the resource, singular: table, path and scope are named after it.'),
    service_title: { type: 'string', minLength: 1, description: 'Title of the service.' },
    service: serviceSchema,
    resource: object('A resource: its fields, relations and rules.', ['resource', 'fields'], {
      resource: { $ref: '#/$defs/resource_name' },
      title: {
        type: 'string',
        minLength: 1,
        description: 'Name for people; the resource name in words when left out.',
      },
      description: { type: 'string', description: 'What a row stands for, in Markdown.' },
      operations: {
        type: 'array',
        items: { enum: ['list', 'read', 'create', 'update', 'delete'] },
        uniqueItems: true,
        minItems: 1,
        description: 'What clients can do; everything when left out.',
      },
      history: {
        type: 'boolean',
        default: false,
        description: 'Keep every version, as the resource <resource>_history.',
      },
      temporal: object('Rows are valid for a time: adds valid_from and valid_to.', ['timeline'], {
        timeline: {
          description: 'Field or fields that identify a timeline; the first is a reference. Its entries never overlap.',
          anyOf: [
            { $ref: '#/$defs/name' },
            { type: 'array', items: { $ref: '#/$defs/name' }, minItems: 1, maxItems: 16, uniqueItems: true },
          ],
        },
        overlap: {
          enum: ['make_room', 'reject'],
          default: 'make_room',
          description: 'What becomes of a write that overlaps other entries: they make room for it, or it is refused.',
        },
        make_room: {
          enum: ['anybody'],
          description:
            'Let every entry make room, whoever writes. When left out, a write fails if an entry that the caller may not update (or delete, where it is covered) would have to make room.',
        },
        align: {
          type: 'string',
          minLength: 1,
          description: 'IANA time zone in which entries begin and end with a day (Europe/Oslo).',
        },
        freeze: {
          type: 'string',
          pattern: durationPattern,
          description: 'What was valid longer ago than this ISO 8601 duration stays as it is (P7D, PT12H).',
        },
        start_window: {
          ...object('How far from now an entry may begin, either or both of:', [], {
            from: {
              type: 'string',
              pattern: signedDurationPattern,
              description: 'Not before now and this ISO 8601 duration (P1D; -P7D is in the past).',
            },
            to: {
              type: 'string',
              pattern: signedDurationPattern,
              description: 'Not after now and this ISO 8601 duration (P90D).',
            },
          }),
          minProperties: 1,
        },
      }),
      fields: {
        type: 'object',
        minProperties: 1,
        propertyNames: { $ref: '#/$defs/name' },
        additionalProperties: { $ref: '#/$defs/field' },
        description: 'The fields by name. Every resource also has id, recorded_at and recorded_by.',
      },
      subject: name('The reference field to the row that an event of this resource is about: its parent.'),
      notify: {
        type: 'array',
        minItems: 1,
        items: object('Whom an event of a row concerns.', ['to'], {
          on: {
            type: 'array',
            items: { enum: ['create', 'update', 'delete'] },
            minItems: 1,
            uniqueItems: true,
            description:
              'Of which events; of all when left out (of a delete only where a row that is deleted is kept).',
          },
          to: {
            description:
              'Aliases of relations, with dots between them, that lead to party or identity (accounting_point.system_operator); or several such ways.',
            anyOf: [
              { $ref: '#/$defs/recipient' },
              { type: 'array', items: { $ref: '#/$defs/recipient' }, minItems: 1, uniqueItems: true },
            ],
          },
          when: {
            type: 'string',
            minLength: 1,
            description: 'A rule in the query language: for which rows; for all when left out.',
          },
        }),
        description: 'Who is notified of events: each party once, and never that of who acted.',
      },
      relations: {
        type: 'object',
        propertyNames: { $ref: '#/$defs/name' },
        additionalProperties: object('Rows of another resource that refer to this one.', ['resource', 'by'], {
          resource: name('The resource that refers to this one.'),
          by: name('Its field that does.'),
          was: name('The alias that the relation had.'),
        }),
        description: 'Embed aliases. A reference field x_id gives the alias x by itself.',
      },
      checks: {
        type: 'array',
        items: object('A rule that every row keeps.', ['that', 'message'], {
          that: {
            type: 'string',
            minLength: 1,
            description: 'The rule in the query language, over the fields of the row.',
          },
          message: { type: 'string', minLength: 1, description: 'What a client reads that breaks the rule.' },
        }),
        description: 'Rules across fields.',
      },
      access: byRole({
        description: 'all, nothing, or what the role may do.',
        anyOf: [
          { enum: ['all', 'nothing'] },
          object('For each operation all, nothing (when left out), or a rule in the query language.', [], {
            read: accessRule('Rows that the role sees, wherever they appear.'),
            create: accessRule('Rows that the role may make.'),
            update: accessRule('Rows that the role may change, as they are before and after.'),
            delete: accessRule('Rows that the role may delete.'),
          }),
        ],
      }),
      notices: {
        type: 'array',
        items: object('What a party is shown of a row for as long as it is so.', ['type', 'when', 'to', 'message'], {
          type: {
            type: 'string',
            pattern: '^[a-z][a-z0-9_]*([.][a-z][a-z0-9_]*)*$',
            maxLength: 63,
            description: 'What is the matter: the type of the notice is <prefix>.<resource>.<type>.',
          },
          when: {
            type: 'string',
            minLength: 1,
            description:
              'A rule in the query language. Of what is time-dependent it sees what is valid now; valid_at=<datetime> or <relation>.valid_at=<datetime> names another instant.',
          },
          to: {
            description: 'Who is shown it: a way through relations to a party or identity, or a list of such ways.',
            anyOf: [
              noticeRecipient.way,
              {
                type: 'array',
                items: { anyOf: [noticeRecipient.way, noticeRecipient.former] },
                minItems: 1,
                maxItems: 16,
              },
            ],
          },
          message: {
            type: 'string',
            minLength: 1,
            description: 'What people read: what is the matter, and what to do.',
          },
          data: {
            type: 'array',
            items: { $ref: '#/$defs/name' },
            uniqueItems: true,
            description: 'Fields of the row that are shown with the message.',
          },
        }),
        description: 'What somebody is expected to act on. The resource notice lists it, until it is done.',
      },
      unique: combinations('Combinations of fields that identify at most one row.'),
      indexes: combinations('Further indexes, each over these fields in this order.'),
      deprecated: { $ref: '#/$defs/deprecated' },
      was: name('The name that the resource had: the next migration renames it, with its data.'),
    }),
    name: { type: 'string', pattern: '^[a-z][a-z0-9_]*$', maxLength: 63 },
    recipient: { type: 'string', pattern: recipientPattern },
    deprecated: object('Still there, to be removed.', [], {
      since: { $ref: '#/$defs/day', description: 'Day from which it is deprecated (YYYY-MM-DD).' },
      sunset: { $ref: '#/$defs/day', description: 'Day on which it goes (YYYY-MM-DD).' },
      replaced_by: name('What to use instead.'),
    }),
    day: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    ...fieldSchemas(),
  },
};

function accessRule(description: string): Schema {
  return {
    type: 'string',
    minLength: 1,
    description: `${description} {name} stands for a claim of the caller: a value, never a pattern.`,
  };
}

function combinations(description: string): Schema {
  return {
    type: 'array',
    // An index of PostgreSQL has 32 columns at most.
    items: { type: 'array', items: { $ref: '#/$defs/name' }, minItems: 1, maxItems: 32, uniqueItems: true },
    description,
  };
}
