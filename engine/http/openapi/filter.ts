import type { Field, Limits, Model, Resource } from '../../definition/model.ts';
import { exampleOf } from '../field_example.ts';
import { datetimePattern, descriptionOf, type JsonSchema } from '../json_schema.ts';
import { type OpenapiObject, refer, schemaName } from './component.ts';

/** The filters of a list: one parameter for each field, then the trees. */
export function filterParameters(resource: Resource, model: Model): readonly OpenapiObject[] {
  const fields = [...resource.fields.values()].map((field) => ({
    name: field.name,
    in: 'query',
    description: descriptionOf(field) || field.title,
    ...(field.deprecated === null ? {} : { deprecated: true }),
    schema: filterSchema(field, model),
    example: filterExample(field),
  }));
  return [...fields, ...trees.map(({ name }) => refer('parameters', name))];
}

/** Those that all lists share. */
export function treeParameters(model: Model): OpenapiObject {
  const schema = refer('schemas', schemaName(model, 'tree_filter'));
  return Object.fromEntries(
    trees.map(({ name, description, example }) => [name, { name, in: 'query', description, schema, example }]),
  );
}

/** The schemas of filters that the fields of the model use, by name. */
export function filterSchemas(model: Model): OpenapiObject {
  const used = new Set(
    [...model.resources.values()].flatMap(({ fields }) => [...fields.values()].map((field) => filterKind(field))),
  );
  const { limits } = model.service;
  const byKind = Object.entries(patterns).filter(([kind]) => used.has(kind as FilterKind));
  return Object.fromEntries([
    ...byKind.map(([kind, pattern]) => [schemaName(model, `${kind}_filter`), repeatable(pattern, limits)]),
    [schemaName(model, 'tree_filter'), repeatable('^\\(.+\\)$', limits)],
  ]);
}

type FilterKind = keyof typeof patterns | 'enum';

const trees = [
  { name: 'and', description: 'Conditions that all hold.', example: '(id.gte.1,id.lte.100)' },
  { name: 'or', description: 'Conditions of which one holds.', example: '(id.eq.1,id.gt.100)' },
  { name: 'not.and', description: 'Conditions that do not all hold.', example: '(id.gte.1,id.lte.100)' },
  { name: 'not.or', description: 'Conditions none of which holds.', example: '(id.eq.1,id.gt.100)' },
] as const;

const isNull = 'is\\.(null|not_null)';

const patterns = {
  // A text may hold anything, so only what stands before it is told.
  text: `^(not\\.)?((eq|neq|lt|lte|gt|gte|like|ilike)\\.|${isNull}$|in\\.\\(.*\\)$)`,
  boolean: comparisons('(true|false)', 'is\\.(null|not_null|true|false|unknown)'),
  whole_number: comparisons('-?\\d+'),
  decimal: comparisons('[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?'),
  date: comparisons('\\d{4}-\\d{2}-\\d{2}'),
  datetime: comparisons(datetimePattern.slice(1, -1)),
  uuid: comparisons('[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'),
  presence: `^(not\\.)?${isNull}$`,
} as const;

function comparisons(value: string, is = isNull, further = ''): string {
  const item = `("${value}"|${value})`;
  return `^(not\\.)?((eq|neq|lt|lte|gt|gte)\\.${value}|${is}|in\\.\\((${item}(,${item})*)?\\)${further})$`;
}

function filterSchema(field: Field, model: Model): JsonSchema {
  const kind = filterKind(field);
  if (kind !== 'enum') return refer('schemas', schemaName(model, `${kind}_filter`));
  const values = field.type.kind === 'enum' ? field.type.values : [];
  return repeatable(comparisons(`(${values.join('|')})`, isNull, '|(like|ilike)\\..*'), model.service.limits);
}

/** A filter that stands once, or several times, when all have to hold. */
function repeatable(pattern: string, limits: Limits): JsonSchema {
  const one = { type: 'string', pattern };
  return { anyOf: [one, { type: 'array', items: one, maxItems: limits.filters }] };
}

function filterKind({ type }: Field): FilterKind {
  switch (type.kind) {
    case 'text':
    case 'html':
      return 'text';
    case 'integer':
    case 'bigint':
    case 'reference':
      return 'whole_number';
    case 'json':
    case 'array':
      return 'presence';
    case 'boolean':
    case 'decimal':
    case 'date':
    case 'datetime':
    case 'uuid':
    case 'enum':
      return type.kind;
  }
}

function filterExample(field: Field): string {
  const kind = filterKind(field);
  const value = exampleOf(field);
  if (kind === 'presence' || field.type.kind === 'html' || value === undefined || value === null) return 'not.is.null';
  // Z, since the plus of an offset means a space in a URL.
  if (kind === 'datetime') return `gte.${String(value).replace(/\+00:00$/, 'Z')}`;
  return `eq.${value}`;
}
