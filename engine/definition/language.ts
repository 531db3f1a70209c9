/** Types of fields, and the facets that only they have. */
export const facets: { readonly [type: string]: readonly string[] } = {
  text: ['min_length', 'max_length', 'pattern', 'format'],
  html: ['min_length', 'max_length'],
  boolean: ['computed'],
  integer: ['minimum', 'maximum', 'multiple_of'],
  bigint: ['minimum', 'maximum', 'multiple_of'],
  decimal: ['precision', 'scale', 'minimum', 'maximum', 'multiple_of'],
  date: [],
  datetime: [],
  uuid: [],
  enum: ['values', 'transitions'],
  json: [],
  reference: ['to'],
  array: ['of', 'min_length', 'max_length'],
};

const requiredFacets: { readonly [type: string]: readonly string[] } = {
  decimal: ['precision', 'scale'],
  enum: ['values'],
  reference: ['to'],
  array: ['of'],
};

/** Types that an array's elements can have. */
const elementTypes = ['text', 'boolean', 'integer', 'bigint', 'decimal', 'date', 'datetime', 'uuid', 'enum'];

/** The definition language as a JSON Schema (2020-12): what `almanac schema` writes and what every file is checked by. */
export const languageSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Almanac definition',
  description: 'A resource of an Almanac service, or (with the key "service") the service itself.',
  type: 'object',
  if: { required: ['service'] },
  // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
  then: { $ref: '#/$defs/service' },
  else: { $ref: '#/$defs/resource' },
  $defs: {
    service: object('The service: its title, address, limits and claims.', ['service'], {
      service: { type: 'string', minLength: 1, description: 'Title of the service.' },
      version: { type: 'string', minLength: 1, default: '1.0.0', description: 'Version of the published interface.' },
      description: { type: 'string', description: 'What the service is for, in Markdown.' },
      base_path: {
        type: 'string',
        pattern: '^(/[a-z0-9][a-z0-9._-]*)+$',
        default: '/api/v1',
        description: 'Path before every resource, beginning with a slash and ending without one.',
      },
      limits: object('What one request may ask for.', [], {
        page_default: limit(100, 'Rows of a list that asks for no limit.'),
        page_maximum: limit(10_000, 'Rows of a list at most.'),
        payload_bytes: limit(1_048_576, 'Bytes of a request body at most.'),
        filters: limit(64, 'Filters of a request at most.'),
        embed_depth: limit(8, 'Levels of embedded relations at most.'),
        in_values: limit(200, 'Values of one "in" filter at most.'),
        url_bytes: limit(16_384, 'Bytes of path and query at most.'),
        statement_timeout_seconds: limit(10, 'Seconds that the database may work on one statement.'),
      }),
      claims: object('Names of the claims in the token.', [], {
        identity: {
          type: 'string',
          minLength: 1,
          default: 'identity_id',
          description: 'Integer id to record changes under; without it "sub" is looked up in the resource identity.',
        },
        scope: {
          type: 'string',
          minLength: 1,
          default: 'scope',
          description: 'The scopes: a string with spaces, or an array.',
        },
      }),
    }),
    resource: object('A resource: its fields, relations and rules.', ['resource', 'fields'], {
      resource: name('Name of the resource, singular: table, path and scope are named after it.'),
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
          if: { type: 'array' },
          // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
          then: { type: 'array', items: { $ref: '#/$defs/name' }, minItems: 1, uniqueItems: true },
          else: { $ref: '#/$defs/name' },
        },
      }),
      fields: {
        type: 'object',
        minProperties: 1,
        propertyNames: { $ref: '#/$defs/name' },
        additionalProperties: { $ref: '#/$defs/field' },
        description: 'The fields by name. Every resource also has id, recorded_at and recorded_by.',
      },
      relations: {
        type: 'object',
        propertyNames: { $ref: '#/$defs/name' },
        additionalProperties: object('Rows of another resource that refer to this one.', ['resource', 'by'], {
          resource: name('The resource that refers to this one.'),
          by: name('Its field that does.'),
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
      unique: combinations('Combinations of fields that identify at most one row.'),
      indexes: combinations('Further indexes, each over these fields in this order.'),
      deprecated: { $ref: '#/$defs/deprecated' },
    }),
    name: { type: 'string', pattern: '^[a-z][a-z0-9_]*$', maxLength: 63 },
    deprecated: object('Still there, to be removed.', [], {
      since: {
        type: 'string',
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description: 'Day from which it is deprecated (YYYY-MM-DD).',
      },
      sunset: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Day on which it goes (YYYY-MM-DD).' },
      replaced_by: name('What to use instead.'),
    }),
    format: { enum: ['email', 'url', 'uuid', 'gln', 'gsrn', 'eic', 'org'] },
    decimal_number: { type: 'number' },
    length: { type: 'integer', minimum: 0 },
    ...fieldDefinitions(),
  },
} as const;

function fieldDefinitions(): Record<string, unknown> {
  const types = [
    ['text', 'text'],
    ['html', 'rich text, stored as sent'],
    ['boolean', 'true or false'],
    ['integer', 'whole number of 32 bits'],
    ['bigint', 'whole number of 64 bits'],
    ['decimal', 'exact decimal number'],
    ['date', 'calendar day'],
    ['datetime', 'instant'],
    ['uuid', 'UUID'],
    ['enum', 'one of a set of values'],
    ['json', 'any JSON value'],
    ['reference', 'id of a row of another resource'],
    ['array', 'list of scalars'],
  ] as const;
  const facetSchemas: Record<string, unknown> = {
    min_length: { $ref: '#/$defs/length', description: 'Characters (of an array: elements) at least.' },
    max_length: { $ref: '#/$defs/length', description: 'Characters (of an array: elements) at most.' },
    pattern: {
      type: 'string',
      description: 'Regular expression (ECMAScript, unicode) that the text contains a match of.',
    },
    format: {
      description: 'A format with its check digits, or { by: <enum field>, <value>: <format>, ... }.',
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
      then: {
        type: 'object',
        required: ['by'],
        properties: { by: name('The sibling field.') },
        additionalProperties: { $ref: '#/$defs/format' },
      },
      else: { $ref: '#/$defs/format' },
    },
    computed: {
      type: 'string',
      minLength: 1,
      description: 'Rule in the query language: true where the row keeps it. Not stored.',
    },
    minimum: { $ref: '#/$defs/decimal_number', description: 'Smallest value, inclusive.' },
    maximum: { $ref: '#/$defs/decimal_number', description: 'Largest value, inclusive.' },
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
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
      then: { $ref: '#/$defs/element' },
      else: { enum: elementTypes.filter((type) => requiredFacets[type] === undefined) },
    },
  };
  const common = {
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
    unique: { type: 'boolean', default: false, description: 'No two rows have the same value.' },
    create: { type: 'boolean', default: true, description: 'Whether a create may send it.' },
    update: { type: 'boolean', default: true, description: 'Whether an update may send it.' },
    deprecated: { $ref: '#/$defs/deprecated' },
  };
  const pick = (type: string) => Object.fromEntries((facets[type] ?? []).map((facet) => [facet, facetSchemas[facet]]));
  const branches = (of: readonly string[], suffix: string) =>
    of.map((type) => ({
      if: { required: ['type'], properties: { type: { const: type } } },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
      then: { $ref: `#/$defs/${type}_${suffix}` },
    }));
  const names = types.map(([type]) => type);
  const type = (of: readonly string[]) => ({
    enum: of,
    description: types
      .filter(([known]) => of.includes(known))
      .map(([known, means]) => `${known}: ${means}`)
      .join('\n'),
  });
  return {
    field: { type: 'object', required: ['type'], properties: { type: type(names) }, allOf: branches(names, 'field') },
    element: {
      type: 'object',
      required: ['type'],
      properties: { type: type(elementTypes) },
      allOf: branches(elementTypes, 'element'),
    },
    ...Object.fromEntries(
      types.map(([known, means]) => [
        `${known}_field`,
        object(`A field of type ${known}: ${means}.`, requiredFacets[known] ?? [], {
          type: { const: known },
          ...pick(known),
          ...common,
        }),
      ]),
    ),
    ...Object.fromEntries(
      elementTypes.map((known) => [
        `${known}_element`,
        object(`Elements of type ${known}.`, requiredFacets[known] ?? [], {
          type: { const: known },
          ...Object.fromEntries(
            Object.entries(pick(known)).filter(([facet]) => facet !== 'transitions' && facet !== 'computed'),
          ),
        }),
      ]),
    ),
  };
}

function object(description: string, required: readonly string[], properties: Record<string, unknown>) {
  return { description, type: 'object', required, properties, additionalProperties: false };
}

function name(description: string) {
  return { $ref: '#/$defs/name', description };
}

function limit(value: number, description: string) {
  return { type: 'integer', minimum: 1, default: value, description };
}

function combinations(description: string) {
  return {
    type: 'array',
    items: { type: 'array', items: { $ref: '#/$defs/name' }, minItems: 1, uniqueItems: true },
    description,
  };
}
