import { languages } from '../../model/condition/operand.ts';
import { declaredActions } from '../../vocabulary/action/actions.ts';
import { byRole, name, object, oneOfNames } from '../../vocabulary/json_schema/schema_parts.ts';
import { accessRule } from './access_rule_language.ts';
import { callKeys } from './call_language.ts';
import { checkKeys } from './check_language.ts';
import { consequenceKeys } from './consequence_language.ts';
import { temporal } from './temporal_language.ts';
import { view } from './view_language.ts';

// An index of PostgreSQL has 32 columns at most.
const combination = {
  type: 'array',
  items: { $ref: '#/$defs/name' },
  minItems: 1,
  maxItems: 32,
  uniqueItems: true,
} as const;

/** The part of the definition language that describes a resource. */
export const resourceSchema = object('A resource: its fields, relations and rules.', ['resource', 'fields'], {
  resource: { $ref: '#/$defs/resource_name' },
  title: {
    type: 'string',
    minLength: 1,
    description: 'Name for people. Default: the resource name in words.',
  },
  description: { type: 'string', description: 'What a row stands for, in Markdown.' },
  group: {
    type: 'string',
    minLength: 1,
    maxLength: 60,
    description: 'The heading under which Studio shows the resource. Default: Resources.',
  },
  label: {
    description:
      'The field, or the list of fields, by whose values people tell rows apart. Default: the field name, title or label; else a unique text or UUID, required texts first; else the first required text.',
    anyOf: [
      { $ref: '#/$defs/name' },
      { type: 'array', items: { $ref: '#/$defs/name' }, minItems: 1, maxItems: 8, uniqueItems: true },
    ],
  },
  operations: {
    type: 'array',
    items: oneOfNames(declaredActions),
    uniqueItems: true,
    minItems: 1,
    description: 'What clients may do. Default: everything.',
  },
  view,
  history: {
    type: 'boolean',
    default: false,
    description: 'Keep every version of each row. The resource <resource>_history lists them.',
  },
  temporal,
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
      'Related rows. Either rows that refer to this one (resource, by), or rows behind links, each once (through, by, to). Or the rows above or below in a tree (ancestors or descendants, depth).',
      [],
      {
        resource: name('The resource that refers to this one.'),
        through: name(
          'For many to many: the resource of the links. Each of its rows refers to one row of this resource and to one row at the other end.',
        ),
        by: name('The reference field of that resource, or of the link, that refers to this resource.'),
        to: name('With "through": the reference field of the link that refers to the rows at the other end.'),
        ancestors: name(
          'For trees: an acyclic reference of this resource. The relation leads to the rows above this one.',
        ),
        descendants: name(
          'For trees: an acyclic reference of this resource. The relation leads to the rows below this one.',
        ),
        depth: {
          type: 'integer',
          minimum: 1,
          maximum: 100,
          description: 'With ancestors or descendants: how many steps away the rows are at most. Default: 10.',
        },
        was: name('The former alias of the relation.'),
      },
    ),
    description:
      'Names (aliases) for related rows, used in embeds, filters and rules. A reference field party_id makes the relation party by itself.',
  },
  ...checkKeys,
  ...consequenceKeys,
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
  ...callKeys,
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
  search: object('A full-text search over several fields: the filter search=wfts.<words>.', ['fields'], {
    fields: {
      ...combination,
      description:
        'The text fields in which it searches, the most important first. Rows that fit well come first in a list without "order".',
    },
    language: {
      enum: languages,
      default: 'simple',
      description:
        'The language of their words, whose forms count as one word. With simple, words are found as they are written.',
    },
  }),
  reads_from: {
    enum: ['any', 'primary'],
    default: 'any',
    description:
      'Where reads of its rows go, if the service has read replicas: any server, or the primary alone. The primary then also serves reads of other rows that look at these.',
  },
  deprecated: { $ref: '#/$defs/deprecated' },
  was: name('The former name of the resource. The next migration renames it and keeps its data.'),
});
