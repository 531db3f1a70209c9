import { durationPattern, signedDurationPattern } from '../../language/time/duration.ts';
import { declaredActions } from '../../vocabulary/action/actions.ts';
import { byRole, name, object, oneOfNames } from '../../vocabulary/json_schema/schema_parts.ts';
import { accessRule } from './access_rule_language.ts';
import { stateRecipients } from './recipient_language.ts';

// An index of PostgreSQL has 32 columns at most.
const combination = {
  type: 'array',
  items: { $ref: '#/$defs/name' },
  minItems: 1,
  maxItems: 32,
  uniqueItems: true,
} as const;

const makeRoom = {
  enum: ['own', 'anybody'],
  description:
    'own: the caller must be allowed to update an entry that is cut, and to delete a covered one. anybody: every entry makes room.',
} as const;

const roleChoice = {
  roles: {
    type: 'array',
    items: { $ref: '#/$defs/name' },
    minItems: 1,
    uniqueItems: true,
    description: 'The rule is for callers with these roles only.',
  },
  except: {
    type: 'array',
    items: { $ref: '#/$defs/name' },
    minItems: 1,
    uniqueItems: true,
    description: 'The rule is for everybody but callers with these roles.',
  },
} as const;

const freezeAfter = {
  type: 'string',
  pattern: durationPattern,
  description: 'ISO 8601 duration, such as P7D or PT12H.',
} as const;

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

/** The part of the definition language that describes a resource. */
export const resourceSchema = object('A resource: its fields, relations and rules.', ['resource', 'fields'], {
  resource: { $ref: '#/$defs/resource_name' },
  title: {
    type: 'string',
    minLength: 1,
    description: 'Name for people. Default: the resource name in words.',
  },
  description: { type: 'string', description: 'What a row stands for, in Markdown.' },
  operations: {
    type: 'array',
    items: oneOfNames(declaredActions),
    uniqueItems: true,
    minItems: 1,
    description: 'What clients may do. Default: everything.',
  },
  history: {
    type: 'boolean',
    default: false,
    description: 'Keep every version of each row. The resource <resource>_history lists them.',
  },
  temporal: object('Rows are valid for a time: they get the fields valid_from and valid_to.', ['timeline'], {
    timeline: {
      description:
        'The field, or the list of fields, that identifies a timeline. Rows with the same values never overlap in time. The first field is a reference.',
      anyOf: [
        { $ref: '#/$defs/name' },
        { type: 'array', items: { $ref: '#/$defs/name' }, minItems: 1, maxItems: 16, uniqueItems: true },
      ],
    },
    overlap: {
      enum: ['make_room', 'reject'],
      default: 'make_room',
      description:
        'What happens if a write overlaps other entries. make_room: they are cut or deleted. reject: the write is refused.',
    },
    make_room: {
      description:
        'Which entries make room: own or anybody, for all callers or by role. The default is own, also for roles that you do not list.',
      anyOf: [makeRoom, byRole('Which entries make room for the callers of each role.', makeRoom)],
    },
    align: {
      type: 'string',
      minLength: 1,
      description: 'IANA time zone, such as Europe/Oslo. Entries must begin and end at midnight there.',
    },
    freeze: {
      description:
        'ISO 8601 duration, such as P7D or PT12H. What was valid longer ago than this cannot be changed. A map says for whom.',
      anyOf: [freezeAfter, object('The duration, and for whom.', ['after'], { after: freezeAfter, ...roleChoice })],
    },
    start_window: {
      ...object('How far from now an entry may begin when it is created, restored or moved: from, to, or both.', [], {
        from: {
          type: 'string',
          pattern: signedDurationPattern,
          description: 'Earliest beginning, as an ISO 8601 duration from now. P1D is tomorrow, -P7D a week ago.',
        },
        to: {
          type: 'string',
          pattern: signedDurationPattern,
          description: 'Latest beginning, as an ISO 8601 duration from now, such as P90D.',
        },
        ...roleChoice,
      }),
      minProperties: 1,
    },
  }),
  fields: {
    type: 'object',
    minProperties: 1,
    propertyNames: { $ref: '#/$defs/name' },
    additionalProperties: { $ref: '#/$defs/field' },
    description: 'The fields, by name. Every resource also has id, recorded_at and recorded_by.',
  },
  subject: name('The reference field to the parent row. Events of this resource name that row as their subject.'),
  relations: {
    type: 'object',
    propertyNames: { $ref: '#/$defs/name' },
    additionalProperties: object(
      'Rows of a resource that refer to this one (resource, by), or rows that links lead to, each once (through, by, to).',
      ['by'],
      {
        resource: name('The resource that refers to this one.'),
        through: name(
          'For many to many: the resource of the links. Each of its rows refers to one row of this resource and to one row at the other end.',
        ),
        by: name('The reference field of that resource, or of the link, that refers to this resource.'),
        to: name('With "through": the reference field of the link that refers to the rows at the other end.'),
        was: name('The former alias of the relation.'),
      },
    ),
    description:
      'Names (aliases) for related rows, used in embeds, filters and rules. A reference field party_id makes the relation party by itself.',
  },
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
  access: byRole(
    'What each role may do. Roles that you do not list have no access. Without this key only scopes decide.',
    {
      description: 'all, nothing, or a map of operations.',
      anyOf: [
        { enum: ['all', 'nothing'] },
        object('For each operation all, nothing (the default), or a rule in the query language.', [], {
          read: {
            description:
              'Rows that the role may read, in every answer. With a map, callers also find rows that they may no longer read.',
            anyOf: [
              accessRule('Rows that the role may read, in every answer.'),
              object(
                'A rule, and what callers find of a row once the rule no longer holds for them.',
                ['that', 'former'],
                {
                  that: accessRule('Rows that the role may read, in every answer.'),
                  former: {
                    enum: ['last_state'],
                    description:
                      'last_state: lists and reads show the row as it was in the last moment in which the rule held. It needs history.',
                  },
                },
              ),
            ],
          },
          create: accessRule('Rows that the role may create.'),
          update: {
            description:
              'Rows that the role may update. One rule must hold before and after the change. A map says different rules for both.',
            anyOf: [
              accessRule('Rows that the role may update. A row must meet the rule before and after the change.'),
              {
                ...object('Rules for the row before and after the change. A rule that you leave out is all.', [], {
                  before: accessRule('Rows that the role may update, as they are before the change.'),
                  after: accessRule('Rows that an update of the role may make.'),
                }),
                minProperties: 1,
              },
            ],
          },
          delete: accessRule('Rows that the role may delete.'),
          history: {
            description:
              'Rows of the past that the role may read, in the history and with as_of: all, nothing, or rules that must both hold. Default: the rule for read, applied to the row as it was.',
            anyOf: [
              { enum: ['all', 'nothing'] },
              {
                ...object('Rules for the past: then, present, or both.', [], {
                  // biome-ignore lint/suspicious/noThenProperty: a word of the language; nothing awaits the object
                  then: accessRule('Replaces the rule for read. It applies to the row as it was. Default: all.'),
                  present: accessRule('Applies to the row as it is now. Default: all.'),
                }),
                minProperties: 1,
              },
            ],
          },
        }),
      ],
    },
  ),
  unique: {
    type: 'array',
    items: {
      anyOf: [
        combination,
        object('Fields whose values are unique among some rows.', ['fields', 'where'], {
          fields: {
            ...combination,
            description: 'The fields. No two rows for which the rule holds may have the same values in all of them.',
          },
          where: {
            type: 'string',
            minLength: 1,
            description:
              'Rule in the query language over the fields of the row: which rows are compared. It looks at no relation, at no caller and not at the time.',
          },
        }),
      ],
    },
    description:
      'Lists of fields. No two rows may have the same values in all fields of a list. { fields: [name], where: rule } compares only the rows for which the rule holds.',
  },
  indexes: {
    type: 'array',
    items: {
      anyOf: [
        combination,
        object('An index that finds a text by how it begins.', ['starts'], { starts: name('The text field.') }),
      ],
    },
    description:
      'Further indexes: lists of fields, in the order of the index; or { starts: name } to find a text by how it begins.',
  },
  deprecated: { $ref: '#/$defs/deprecated' },
  was: name('The former name of the resource. The next migration renames it and keeps its data.'),
});
