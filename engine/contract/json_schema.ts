import { oneOf } from '../language/wording.ts';
import { isOfRelated } from '../model/computed.ts';
import { computedWords } from '../model/computed_words.ts';
import type { Field } from '../model/field.ts';
import { mayBeHidden, readsEverywhere } from '../model/field_access.ts';
import { formatChooser } from '../model/format_chooser.ts';
import { mask } from '../model/mask.ts';
import type { Resource, Table } from '../model/model.ts';
import { exampleNumber } from '../model/number_form.ts';
import { isRequired } from '../model/required.ts';
import { isAnyJson, targetOf, wordOf } from '../vocabulary/field_type.ts';
import type { ExactSchema, JsonSchema } from '../vocabulary/json_schema/json_schema.ts';
import { jsonSchemaFormat } from '../vocabulary/value/format.ts';
import { exampleOf, shownExample } from './field_example.ts';
import { saidToBeSet } from './set_by_service.ts';

/**
 * How a schema says what standard keywords say only roughly, and that null may stand for a value. What is published has
 * standard keywords alone; what validates has keywords of its own.
 */
export interface Dialect {
  readonly exact: ExactSchema;
  readonly nullable: (schema: JsonSchema) => JsonSchema;
}

/** What a create or update may send. Everything that is required on create is required; an update sends what it changes. */
export function requestSchema(table: Table, action: 'create' | 'update', dialect: Dialect): JsonSchema {
  const fields = writableFields(table, action);
  const required = action === 'create' ? fields.filter(isRequired).map((field) => field.name) : [];
  const choices = fields.flatMap(formatChoices);
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, fieldSchema(saidToBeSet(field, table), dialect, action)]),
    ),
    ...(required.length === 0 ? {} : { required }),
    ...(choices.length === 0
      ? {}
      : { allOf: choices, dependentRequired: Object.fromEntries(fields.flatMap(sentTogether)) }),
    additionalProperties: false,
  };
}

/** What every answer that shows a row holds. */
export function responseSchema(resource: Resource, dialect: Dialect): JsonSchema {
  const fields = [...resource.fields.values()]
    .map((field) => saidToBeSet(field, resource))
    .map((field) => (resource.kind === 'history' ? onceValid(field) : field));
  return {
    type: 'object',
    ...described(resource),
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, dialect, 'response')])),
    required: fields.filter((field) => isShownToAll(field, resource)).map((field) => field.name),
    ...(resource.deprecated === null ? {} : { deprecated: true }),
  };
}

/** A version may have a value that its enumeration had once, and JSON from before its schema. */
function onceValid(field: Field): Field {
  const { type, description } = field;
  if (type.kind === 'json') return { ...field, type: { kind: 'json' } };
  const values = type.kind === 'array' ? type.of : type;
  if (values.kind !== 'enum') return field;
  const text = { kind: 'text', minLength: null, maxLength: null, pattern: null, format: null } as const;
  const said = `${oneOf(values.values).replace(/^o/, 'O')}, or what was one when this was recorded.`;
  return {
    ...field,
    type: type.kind === 'array' ? { ...type, of: text } : text,
    description: `${description} ${said}`.trim(),
  };
}

/** Whether every role that may read rows of the resource sees the field in them, without asking for it. */
export function isShownToAll(field: Field, resource: Resource): boolean {
  if (isOfRelated(field)) return false;
  if (field.access === null) return true;
  const readers = [...(resource.access ?? [])].filter(([, { read }]) => read.kind !== 'nothing');
  return resource.access !== null && readers.every(([role]) => readsEverywhere(field, role));
}

/** Fields that a client may send in the action. */
export function writableFields(table: Table, action: 'create' | 'update'): readonly Field[] {
  return [...table.fields.values()].filter((field) => field[action]);
}

export const publishedDialect: Dialect = {
  exact: (published) => published,
  nullable: (schema) => {
    if (Array.isArray(schema.enum)) {
      const { 'x-enum-descriptions': words } = schema;
      const described = Array.isArray(words) ? { 'x-enum-descriptions': [...words, 'No value'] } : {};
      return { ...schema, type: [schema.type, 'null'], enum: [...schema.enum, null], ...described };
    }
    return typeof schema.type === 'string' && schema.type !== 'null'
      ? { ...schema, type: [schema.type, 'null'] }
      : schema;
  },
};

function fieldSchema(field: Field, dialect: Dialect, use: 'create' | 'update' | 'response'): JsonSchema {
  if (field.writeOnly && use === 'response') return { type: 'string', const: mask, ...described(field) };
  const schema = wordOf(field.type).schema(field.type, dialect.exact, use === 'response' ? 'response' : 'request');
  const holdsNull = isAnyJson(field.type);
  const value = use === 'response' ? shownExample(field) : exampleOf(field);
  const example = field.example === undefined ? undefined : value;
  // An update may send back what a role was shown.
  const isShown = use === 'response' || (use === 'update' && dialect === publishedDialect);
  const isNull = field.nullable || (isShown && mayBeHidden(field));
  const isAny = holdsNull && Object.keys(schema).length > 0;
  const shaped =
    isNull && isAny
      ? { anyOf: [schema, { type: 'null' }] }
      : isNull
        ? dialect.nullable(schema)
        : holdsNull
          ? { ...schema, not: { type: 'null' } }
          : schema;
  // An update may send back what it was shown.
  const isMaskTaken = field.writeOnly && use === 'update' && dialect === publishedDialect;
  return {
    ...(isMaskTaken ? { anyOf: [shaped, { const: mask }] } : shaped),
    ...described(
      use === 'response'
        ? { ...field, description: `${field.description}${madeOf(field)}`.trim() }
        : {
            ...field,
            description:
              `${field.description}${wordOf(field.type).remark?.(field.type) ?? ''}${whereOf(field)}${defaultOf(field, use)}`.trim(),
          },
    ),
    ...(example === undefined ? {} : { examples: [example] }),
    ...(field.writeOnly ? writeOnlyParts(dialect, use) : {}),
    ...(use === 'response' && !field.create && !field.update ? { readOnly: true } : {}),
    ...(field.deprecated === null ? {} : { deprecated: true }),
  };
}

/** Which rows a client may send the ids of, as the filter of a list of them. */
function whereOf({ type, where }: Field): string {
  const to = targetOf(type);
  if (where === null || to === null) return '';
  return type.kind === 'array' ? ` Only rows of ${to} with ${where}.` : ` Only a row of ${to} with ${where}.`;
}

/** How a value of related rows is made. */
function madeOf({ computed }: Field): string {
  return computed?.kind === 'value' ? ` Computed: ${computedWords(computed)}. Shown if select names it.` : '';
}

/** The mask of answers is not the value: an update leaves it alone, and a create refuses it. */
function writeOnlyParts(dialect: Dialect, use: 'create' | 'update' | 'response'): JsonSchema {
  if (dialect === publishedDialect) return { writeOnly: true };
  const fault = (value: unknown) =>
    value === mask ? 'must be the value itself: this stands for a value that is never shown' : null;
  return use === 'create' ? { allOf: [dialect.exact({}, fault)] } : {};
}

/** In words: of the keyword `default`, generators of clients make a member that has to be sent. */
function defaultOf({ default: given }: Field, use: 'create' | 'update'): string {
  if (use === 'update') return '';
  switch (given?.kind) {
    case 'value':
      return ` Default: ${JSON.stringify(given.value)}.`;
    case 'claim':
      return ` Default: the claim ${given.claim} of the caller.`;
    case 'number':
      return ` Default: the next number, as in ${exampleNumber(given.form)}.`;
    case 'now':
      return ' Default: the instant of the write.';
    case 'today':
      return ` Default: the day of the write in ${given.zone}.`;
    default:
      return '';
  }
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
  const sibling = formatChooser(field);
  if (sibling === null) return [];
  return [
    [field.name, [sibling]],
    [sibling, [field.name]],
  ];
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
