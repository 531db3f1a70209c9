import { type ElementFacets, type FieldType, fieldTypes, type OwnFacets } from '../../vocabulary/field_type.ts';
import type { FieldTypeWord } from '../../vocabulary/field_type_word.ts';
import type { SchemaWith } from '../../vocabulary/json_schema/facets.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { byRole, name, object, when } from '../../vocabulary/json_schema/schema_parts.ts';
import { callValueFacets } from './call_language.ts';

/** Types that an array's elements can have. */
export const elementTypes = [...fieldTypes].filter(([, { isElement }]) => isElement).map(([type]) => type);

/** Names of the facets that only some types have. */
export function facetsOf({ facets, fieldFacets }: FieldTypeWord<FieldType>): readonly string[] {
  return Object.keys({ ...facets, ...fieldFacets });
}

/**
 * The type of these schemas: to the compiler, a field may have the facets of any type. Files are checked against the
 * facets of their type.
 */
export type FieldSchemas = {
  readonly field: SchemaWith<OwnFacets & typeof commonFacets>;
  readonly element: SchemaWith<ElementFacets>;
  readonly call_value: SchemaWith<OwnFacets & typeof callValueFacets>;
};

/** The part of the language's schema for `fields`, by name of the definition. */
export function fieldSchemas(): JsonSchema {
  return {
    field: byType([...fieldTypes.keys()], 'field'),
    element: byType(elementTypes, 'element'),
    call_value: byType([...fieldTypes.keys()], 'call_value'),
    ...Object.fromEntries([...fieldTypes].map(([type, word]) => [`${type}_field`, fieldSchema(type, word)])),
    ...Object.fromEntries(elementTypes.map((type) => [`${type}_element`, elementSchema(type)])),
    ...Object.fromEntries([...fieldTypes].map(([type, word]) => [`${type}_call_value`, callValueSchema(type, word)])),
  };
}

/** A map whose key `type` decides which other keys it has. */
function byType(types: readonly string[], suffix: string): JsonSchema {
  const meanings = types.map((type) => `${type}: ${fieldTypes.get(type)?.means}`);
  return {
    type: 'object',
    required: ['type'],
    properties: { type: { enum: types, description: meanings.join('\n') } },
    allOf: types.map((type) =>
      when(
        { type: 'object', required: ['type'], properties: { type: { const: type } } },
        { $ref: `#/$defs/${type}_${suffix}` },
      ),
    ),
  };
}

function fieldSchema(type: string, { means, facets, fieldFacets, needs = [] }: FieldTypeWord<FieldType>): JsonSchema {
  const keys = { ...typeKey(type), ...facets, ...fieldFacets, ...commonFacets };
  return object(`A field of type ${type}: ${means}.`, needs, keys);
}

function elementSchema(type: string): JsonSchema {
  const { facets = {}, needs = [] } = fieldTypes.get(type) ?? {};
  return object(`Elements of type ${type}.`, needs, { ...typeKey(type), ...facets });
}

/** A value that stands in no row: nothing of a row can be said of it. */
function callValueSchema(type: string, { means, facets, needs = [] }: FieldTypeWord<FieldType>): JsonSchema {
  return object(`A value of type ${type}: ${means}.`, needs, { ...typeKey(type), ...facets, ...callValueFacets });
}

function typeKey(type: string): JsonSchema {
  return { type: { const: type, description: fieldTypes.get(type)?.means } };
}

/** The facets that every field has. */
export const commonFacets = {
  title: { type: 'string', minLength: 1, description: 'Name for people. Default: the field name in words.' },
  description: { type: 'string', description: 'What the value means, in Markdown.' },
  example: { description: 'A value as a client sends or gets it, for the documentation.' },
  nullable: {
    type: 'boolean',
    default: false,
    description: 'The value may be null. A field that is not nullable and has no default is required in a create.',
  },
  default: {
    description:
      'Value for a create that does not send the field. The type uuid also takes "generated", a datetime "now", a date "today". {party_id} is a claim of the caller: any claim of service.yaml, or {identity}. { number: CASE-{year}-{00000} } counts texts without gaps.',
  },
  backfill: {
    description:
      'For a field that becomes required: what the next migration writes to rows that have no value. A value, or $other for the value of the field other. Without this key it writes the default.',
  },
  unique: {
    type: 'boolean',
    default: false,
    description: 'No two rows may have the same value. Any number of rows may have null.',
  },
  create: { type: 'boolean', default: true, description: 'Clients may send the field in a create.' },
  update: { type: 'boolean', default: true, description: 'Clients may change the field in an update.' },
  computed: {
    type: 'string',
    minLength: 1,
    description:
      'Computes the field instead of storing it. A boolean takes a rule in the query language: it is true if the row meets the rule. Any type takes a value of related rows: relation.field, count(relation), sum(relation.field), min, max, or first(relation.field,order=field). Rows show a value of related rows only if select names it. Only roles that may read every field that it is made of can read it.',
  },
  access: byRole(
    'What each role may do with the field. Roles that you do not list do not see it. Without this key the field follows its resource.',
    {
      description: 'all, read, nothing, or a map of operations.',
      anyOf: [
        {
          enum: ['all', 'read', 'nothing'],
          description: 'all: the role reads and writes the field. read: it only reads it. nothing: it does not see it.',
        },
        {
          ...object('What the role may do with the field. An operation that you leave out is false.', [], {
            read: {
              description:
                'Whether the role sees the field, or a rule: in rows for which it does not hold, it is null.',
              anyOf: [
                { type: 'boolean', description: 'The role sees the field.' },
                { type: 'string', minLength: 1, description: 'Rule in the query language, over the row.' },
              ],
            },
            create: { type: 'boolean', description: 'The role may send the field in a create.' },
            update: { type: 'boolean', description: 'The role may change the field in an update.' },
          }),
          minProperties: 1,
        },
      ],
    },
  ),
  deprecated: { $ref: '#/$defs/deprecated' },
  was: name('The former name of the field. The next migration renames it and keeps its data.'),
} as const;
