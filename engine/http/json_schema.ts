import type { Field, Resource, Table } from '../definition/model.ts';
import { isRequired } from '../definition/required.ts';
import type { FieldType } from '../vocabulary/field_type.ts';
import type { formats } from '../vocabulary/format.ts';
import type { Bounds } from '../vocabulary/number.ts';
import { exampleOf, shownExample } from './field_example.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * How numbers and datetimes are written in a schema. What is published says them in standard keywords; what validates
 * says them in keywords of its own, which see the text of a number and the whole grammar of a datetime.
 */
export interface Dialect {
  readonly number: (type: FieldType & (Bounds | { readonly kind: 'reference' })) => JsonSchema;
  readonly datetime: JsonSchema;
  /** Whether null may stand for a value of the schema. */
  readonly nullable: (schema: JsonSchema) => JsonSchema;
}

/** What a create or update may send. Everything that is required on create is required; an update sends what it changes. */
export function requestSchema(table: Table, operation: 'create' | 'update', dialect: Dialect): JsonSchema {
  const fields = writableFields(table, operation);
  const required = operation === 'create' ? fields.filter(isRequired).map((field) => field.name) : [];
  const choices = fields.flatMap(formatChoices);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, dialect, operation)])),
    ...(required.length === 0 ? {} : { required }),
    ...(choices.length === 0
      ? {}
      : { allOf: choices, dependentRequired: Object.fromEntries(fields.flatMap(sentTogether)) }),
    additionalProperties: false,
  };
}

/** What every answer that shows a row holds. */
export function responseSchema(resource: Resource, dialect: Dialect): JsonSchema {
  const fields = [...resource.fields.values()].map((field) => (resource.kind === 'history' ? onceValid(field) : field));
  return {
    type: 'object',
    ...described(resource),
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, dialect, 'response')])),
    required: fields.filter((field) => isShownToAll(field, resource)).map((field) => field.name),
    ...(resource.deprecated === null ? {} : { deprecated: true }),
  };
}

/** A version may have a value that its enumeration had once. */
function onceValid(field: Field): Field {
  const { type, description } = field;
  const values = type.kind === 'array' ? type.of : type;
  if (values.kind !== 'enum') return field;
  const text = { kind: 'text', minLength: null, maxLength: null, pattern: null, format: null } as const;
  const said = `One of ${values.values.join(', ')}, or what was one when this was recorded.`;
  return {
    ...field,
    type: type.kind === 'array' ? { ...type, of: text } : text,
    description: `${description} ${said}`.trim(),
  };
}

/** Whether every role that may read rows of the resource sees the field in them. */
export function isShownToAll({ access }: Field, resource: Resource): boolean {
  if (access === null) return true;
  const readers = [...(resource.access ?? [])].filter(([, { read }]) => read.kind !== 'nothing');
  return resource.access !== null && readers.every(([role]) => (access.get(role) ?? 'nothing') !== 'nothing');
}

/** Fields that a client may send in the operation. */
export function writableFields(table: Table, operation: 'create' | 'update'): readonly Field[] {
  return [...table.fields.values()].filter((field) => field[operation]);
}

/** RFC 3339 with an offset, or a date, a time and the name of a zone (specification 2.7), by its look. */
export const datetimePattern =
  '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?(Z|[+-]\\d{2}(:\\d{2})?)| \\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)? [A-Za-z][A-Za-z0-9_+/-]*)$';

export const publishedDialect: Dialect = {
  number: publishedNumber,
  datetime: { type: 'string', pattern: datetimePattern },
  nullable: (schema) => {
    if (Array.isArray(schema.enum)) return { ...schema, type: [schema.type, 'null'], enum: [...schema.enum, null] };
    return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema;
  },
};

function fieldSchema(field: Field, dialect: Dialect, use: 'create' | 'update' | 'response'): JsonSchema {
  const schema = typeSchema(field.type, dialect, use === 'response' ? 'response' : 'request');
  const isAnyJson = field.type.kind === 'json';
  const value = use === 'response' ? shownExample(field) : exampleOf(field);
  const example = field.example === undefined ? undefined : value;
  const shaped = field.nullable ? dialect.nullable(schema) : isAnyJson ? { ...schema, not: { type: 'null' } } : schema;
  return {
    ...shaped,
    ...described(
      use === 'response'
        ? field
        : { ...field, description: `${field.description}${digits(field.type)}${defaultOf(field, use)}`.trim() },
    ),
    ...(example === undefined ? {} : { examples: [example] }),
    ...(use === 'response' && !field.create && !field.update ? { readOnly: true } : {}),
    ...(field.deprecated === null ? {} : { deprecated: true }),
  };
}

/** In words: of the keyword `default`, generators of clients make a member that has to be sent. */
function defaultOf({ default: given }: Field, use: 'create' | 'update'): string {
  return given?.kind === 'value' && use === 'create' ? ` Default: ${JSON.stringify(given.value)}.` : '';
}

/** JSON Schema says this with multipleOf, which binary fractions get wrong in most validators. */
function digits(type: FieldType): string {
  return type.kind === 'decimal' ? ` At most ${type.scale} digits after the decimal point.` : '';
}

function typeSchema(type: FieldType, dialect: Dialect, use: 'request' | 'response'): JsonSchema {
  switch (type.kind) {
    case 'text':
      return {
        type: 'string',
        ...lengths(type, 'Length'),
        ...(type.pattern === null ? {} : { pattern: type.pattern }),
        ...(type.format?.kind === 'fixed' ? { format: jsonSchemaFormat(type.format.name) } : {}),
      };
    case 'html':
      return { type: 'string', ...lengths(type, 'Length'), contentMediaType: 'text/html' };
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
    case 'bigint':
    case 'decimal':
    case 'reference':
      return dialect.number(type);
    case 'date':
      return { type: 'string', format: 'date' };
    case 'datetime':
      return use === 'response' ? { type: 'string', format: 'date-time' } : dialect.datetime;
    case 'uuid':
      return { type: 'string', format: 'uuid' };
    case 'enum':
      return { type: 'string', enum: type.values };
    case 'json':
      return {};
    case 'array':
      return { type: 'array', items: typeSchema(type.of, dialect, use), ...lengths(type, 'Items') };
  }
}

function publishedNumber(type: FieldType & (Bounds | { readonly kind: 'reference' })): JsonSchema {
  if (type.kind === 'reference') return { type: 'integer', format: 'int64' };
  const bounds = 'minimum' in type ? type : { minimum: null, maximum: null, multipleOf: null };
  const exact = (keyword: string, text: string | null) => {
    // A bound that a JavaScript number cannot hold is left to the validator.
    const value = text === null ? null : Number(text);
    return value === null || (type.kind === 'bigint' && !Number.isSafeInteger(value)) ? {} : { [keyword]: value };
  };
  return {
    ...(type.kind === 'decimal'
      ? { type: 'number' }
      : { type: 'integer', format: type.kind === 'integer' ? 'int32' : 'int64' }),
    ...exact('minimum', bounds.minimum),
    ...exact('maximum', bounds.maximum),
    ...exact('multipleOf', bounds.multipleOf),
    ...(type.kind === 'decimal' ? digitBounds(type) : {}),
  };
}

/** The digits before the decimal point as bounds, where no narrower ones are given. */
function digitBounds({ precision, scale, minimum, maximum }: FieldType & { readonly kind: 'decimal' }): JsonSchema {
  const bound = 10 ** (precision - scale);
  if (!Number.isSafeInteger(bound)) return {};
  return {
    ...(minimum === null ? { exclusiveMinimum: -bound } : {}),
    ...(maximum === null ? { exclusiveMaximum: bound } : {}),
  };
}

/** A format that a sibling field chooses, as one condition for each of that field's values. */
function formatChoices(field: Field): readonly JsonSchema[] {
  if (field.type.kind !== 'text' || field.type.format?.kind !== 'by') return [];
  const { field: sibling, formats: byValue } = field.type.format;
  return [...byValue].map(([value, format]) => ({
    if: { required: [sibling], properties: { [sibling]: { const: value } } },
    // Said outright: tools that close every schema for additional members would close this part of one.
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
    then: { properties: { [field.name]: { format: jsonSchemaFormat(format) } }, unevaluatedProperties: true },
  }));
}

/** An identifier and the field that chooses its format are sent together: either alone could break the other's rule. */
function sentTogether(field: Field): readonly (readonly [string, readonly string[]])[] {
  if (field.type.kind !== 'text' || field.type.format?.kind !== 'by') return [];
  const sibling = field.type.format.field;
  return [
    [field.name, [sibling]],
    [sibling, [field.name]],
  ];
}

/** The name of a format in JSON Schema, where it has one of its own. */
function jsonSchemaFormat(name: keyof typeof formats): string {
  return name === 'url' ? 'uri' : name;
}

function lengths(
  type: { readonly minLength: number | null; readonly maxLength: number | null },
  of: 'Length' | 'Items',
): JsonSchema {
  return {
    ...(type.minLength === null ? {} : { [`min${of}`]: type.minLength }),
    ...(type.maxLength === null ? {} : { [`max${of}`]: type.maxLength }),
  };
}

type Described = Pick<Field | Resource, 'title' | 'description' | 'deprecated'>;

/** A description and, of what is deprecated, since when, until when and what to use instead. */
export function descriptionOf({ description, deprecated }: Omit<Described, 'title'>): string {
  if (deprecated === null) return description;
  const { since, sunset, replacedBy } = deprecated;
  const facts = [
    since === null ? 'Deprecated' : `Deprecated since ${since}`,
    sunset === null ? null : `to be removed on ${sunset}`,
    replacedBy === null ? null : `replaced by ${replacedBy}`,
  ];
  return `${description} ${facts.filter((fact) => fact !== null).join(', ')}.`.trim();
}

function described(thing: Described): JsonSchema {
  const description = descriptionOf(thing);
  return { title: thing.title, ...(description === '' ? {} : { description }) };
}
