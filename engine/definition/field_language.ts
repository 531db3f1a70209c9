import { byRole, name, object, type Schema, when } from './schema_parts.ts';

/** Types of fields: what they mean, the facets that only they have, and which of these they need. */
export const fieldTypes: ReadonlyMap<string, FieldTypeLanguage> = new Map([
  ['text', { means: 'text', facets: ['min_length', 'max_length', 'pattern', 'format'] }],
  ['html', { means: 'rich text, stored as sent', facets: ['min_length', 'max_length'] }],
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
  ['date', { means: 'calendar day', facets: [] }],
  ['datetime', { means: 'instant', facets: [] }],
  ['uuid', { means: 'UUID', facets: [] }],
  ['enum', { means: 'one of a set of values', facets: ['values', 'transitions'], needs: ['values'] }],
  ['json', { means: 'any JSON value', facets: [] }],
  ['reference', { means: 'id of a row of another resource', facets: ['to'], needs: ['to'] }],
  ['array', { means: 'list of scalars', facets: ['of', 'min_length', 'max_length'], needs: ['of'] }],
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
  min_length: { $ref: '#/$defs/length', description: 'Characters (of an array: elements) at least.' },
  max_length: { $ref: '#/$defs/length', description: 'Characters (of an array: elements) at most.' },
  pattern: {
    type: 'string',
    description: 'Regular expression (ECMAScript, unicode) that the text contains a match of.',
  },
  format: {
    description: 'A format with its check digits, or { by: <enum field>, <value>: <format>, ... }.',
    anyOf: [
      { $ref: '#/$defs/format' },
      {
        type: 'object',
        required: ['by'],
        properties: { by: name('The sibling field whose value chooses the format.') },
        additionalProperties: { $ref: '#/$defs/format' },
      },
    ],
  },
  computed: {
    type: 'string',
    minLength: 1,
    description:
      'Rule in the query language: true where the row keeps it. Not stored. For the roles that may read every field it looks at.',
  },
  minimum: { type: 'number', description: 'Smallest value, inclusive.' },
  maximum: { type: 'number', description: 'Largest value, inclusive.' },
  multiple_of: { type: 'number', exclusiveMinimum: 0, description: 'The value is a multiple of this step.' },
  precision: { type: 'integer', minimum: 1, maximum: 1000, description: 'Digits in all.' },
  scale: { type: 'integer', minimum: 0, maximum: 1000, description: 'Digits after the decimal point.' },
  values: {
    type: 'array',
    items: { $ref: '#/$defs/name' },
    minItems: 1,
    uniqueItems: true,
    description: 'The values.',
  },
  transitions: {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    description: 'For each value, those that an update may move to; a value that is left out may not be left.',
  },
  to: name('The resource referred to.'),
  of: {
    description: 'Type of the elements, or { type: ..., facets }.',
    // Types that need facets stand in a map.
    anyOf: [
      { enum: elementTypes.filter((type) => fieldTypes.get(type)?.needs === undefined) },
      { $ref: '#/$defs/element' },
    ],
  },
};

/** The facets that every field has. */
export const commonFacets: Schema = {
  title: { type: 'string', minLength: 1, description: 'Name for people; the field name in words when left out.' },
  description: { type: 'string', description: 'What the value says, in Markdown.' },
  example: { description: 'A value as a client would see it.' },
  nullable: {
    type: 'boolean',
    default: false,
    description: 'Whether null is allowed; what is neither nullable nor has a default is required.',
  },
  default: {
    description: 'Value when a create leaves the field out; for a uuid also "generated", for a datetime "now".',
  },
  backfill: {
    description:
      'What the next migration gives to rows that have no value where one is required from then on: a value, or $other for that of another field of the row. The default when left out.',
  },
  unique: { type: 'boolean', default: false, description: 'No two rows have the same value.' },
  create: { type: 'boolean', default: true, description: 'Whether a create may send it.' },
  update: { type: 'boolean', default: true, description: 'Whether an update may send it.' },
  access: byRole({ enum: ['all', 'read', 'nothing'], description: 'Whether the role reads and writes it.' }),
  deprecated: { $ref: '#/$defs/deprecated' },
  was: name('The name that the field had: the next migration renames it, with its data.'),
};
