import { byRole, name, object, type Schema, when } from './schema_parts.ts';

/** Types of fields: what they mean, the facets that only they have, and which of these they need. */
export const fieldTypes: ReadonlyMap<string, FieldTypeLanguage> = new Map([
  ['text', { means: 'text', facets: ['min_length', 'max_length', 'pattern', 'format'] }],
  [
    'html',
    { means: 'rich text (HTML), stored as sent: sanitise it before you show it', facets: ['min_length', 'max_length'] },
  ],
  ['boolean', { means: 'true or false', facets: ['computed'] }],
  ['integer', { means: 'whole number of 32 bits', facets: ['minimum', 'maximum', 'multiple_of'] }],
  ['bigint', { means: 'whole number of 64 bits', facets: ['minimum', 'maximum', 'multiple_of'] }],
  [
    'decimal',
    {
      means: 'exact decimal number',
      facets: ['precision', 'scale', 'minimum', 'maximum', 'multiple_of'],
      needs: ['precision', 'scale'],
    },
  ],
  ['date', { means: 'calendar day, such as 2026-01-31', facets: [] }],
  ['datetime', { means: 'instant, such as 2026-01-31T12:00:00+01:00', facets: [] }],
  ['uuid', { means: 'UUID', facets: [] }],
  ['enum', { means: 'one of the listed values', facets: ['values', 'transitions'], needs: ['values'] }],
  ['json', { means: 'any JSON value', facets: [] }],
  ['reference', { means: 'id of a row of a resource', facets: ['to'], needs: ['to'] }],
  ['array', { means: 'list of values of one type', facets: ['of', 'min_length', 'max_length'], needs: ['of'] }],
] satisfies [string, FieldTypeLanguage][]);

export interface FieldTypeLanguage {
  readonly means: string;
  readonly facets: readonly string[];
  readonly needs?: readonly string[];
}

/** Types that an array's elements can have. */
export const elementTypes = ['text', 'boolean', 'integer', 'bigint', 'decimal', 'date', 'datetime', 'uuid', 'enum'];

/** The part of the language's schema that says what stands below `fields`, by name of the definition. */
export function fieldSchemas(): Schema {
  return {
    field: byType([...fieldTypes.keys()], 'field'),
    element: byType(elementTypes, 'element'),
    ...Object.fromEntries([...fieldTypes].map(([type, language]) => [`${type}_field`, fieldSchema(type, language)])),
    ...Object.fromEntries(elementTypes.map((type) => [`${type}_element`, elementSchema(type)])),
    format: { enum: ['email', 'url', 'uuid', 'gln', 'gsrn', 'eic', 'org'] },
    length: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
  };
}

/** A map whose key `type` decides which other keys it has. */
function byType(types: readonly string[], suffix: string): Schema {
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

function fieldSchema(type: string, { means, facets, needs = [] }: FieldTypeLanguage): Schema {
  return object(`A field of type ${type}: ${means}.`, needs, { ...typeKey(type), ...pick(facets), ...commonFacets });
}

function elementSchema(type: string): Schema {
  const { facets = [], needs = [] } = fieldTypes.get(type) ?? {};
  const own = facets.filter((facet) => facet !== 'transitions' && facet !== 'computed');
  return object(`Elements of type ${type}.`, needs, { ...typeKey(type), ...pick(own) });
}

function typeKey(type: string): Schema {
  return { type: { const: type, description: fieldTypes.get(type)?.means } };
}

function pick(facets: readonly string[]): Schema {
  return Object.fromEntries(facets.map((facet) => [facet, typeFacets[facet]]));
}

const typeFacets: Schema = {
  min_length: { $ref: '#/$defs/length', description: 'Least number of characters; of an array, of elements.' },
  max_length: { $ref: '#/$defs/length', description: 'Greatest number of characters; of an array, of elements.' },
  pattern: {
    type: 'string',
    description:
      'Regular expression (ECMAScript, unicode). Some part of the text must match it; use ^ and $ for the whole text.',
  },
  format: {
    description:
      'A known form of text, with its check digit if it has one. Or a map: by names an enum field, and each of its values names a format.',
    anyOf: [
      { $ref: '#/$defs/format' },
      {
        type: 'object',
        required: ['by'],
        properties: { by: name('The enum field whose value chooses the format.') },
        additionalProperties: { $ref: '#/$defs/format' },
      },
    ],
  },
  computed: {
    type: 'string',
    minLength: 1,
    description:
      'Rule in the query language. The field is true if the row meets it; it is not stored. Only roles that may read every field in the rule can read it.',
  },
  minimum: { type: 'number', description: 'Smallest value, inclusive.' },
  maximum: { type: 'number', description: 'Largest value, inclusive.' },
  multiple_of: { type: 'number', exclusiveMinimum: 0, description: 'The value must be a multiple of this number.' },
  precision: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'Number of digits, before and after the decimal point together.',
  },
  scale: { type: 'integer', minimum: 0, maximum: 1000, description: 'Number of digits after the decimal point.' },
  values: {
    type: 'array',
    items: { $ref: '#/$defs/name' },
    minItems: 1,
    uniqueItems: true,
    description: 'The allowed values.',
  },
  transitions: {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    description:
      'For each value, the values that an update may change it to. A value that you do not list is final. Without this key every change is allowed.',
  },
  to: name('The resource that the id belongs to.'),
  of: {
    description: 'Type of the elements; or a map such as { type: enum, values: [a, b] }.',
    // Types that need facets stand in a map.
    anyOf: [
      { enum: elementTypes.filter((type) => fieldTypes.get(type)?.needs === undefined) },
      { $ref: '#/$defs/element' },
    ],
  },
};

/** The facets that every field has. */
export const commonFacets: Schema = {
  title: { type: 'string', minLength: 1, description: 'Name for people. Default: the field name in words.' },
  description: { type: 'string', description: 'What the value means, in Markdown.' },
  example: { description: 'A value as a client sends or gets it, for the documentation.' },
  nullable: {
    type: 'boolean',
    default: false,
    description: 'The value may be null. A field that is not nullable and has no default is required in a create.',
  },
  default: {
    description: 'Value for a create that does not send the field. A uuid also takes "generated", a datetime "now".',
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
  access: byRole(
    'What each role may do with the field. Roles that you do not list do not see it. Without this key the field follows its resource.',
    {
      enum: ['all', 'read', 'nothing'],
      description: 'all: the role reads and writes the field. read: it only reads it. nothing: it does not see it.',
    },
  ),
  deprecated: { $ref: '#/$defs/deprecated' },
  was: name('The former name of the field. The next migration renames it and keeps its data.'),
};
