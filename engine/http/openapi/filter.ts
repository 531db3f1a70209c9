import { arrayText } from '../../definition/array_text.ts';
import type { Field, FieldType, Limits, Model, Resource } from '../../definition/model.ts';
import { languages } from '../../definition/operand.ts';
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
  return [...fields, ...relationFilters(resource, model), ...trees.map(({ name }) => refer('parameters', name))];
}

/** Whether there are related rows; what is asked of these is told in words, since it may go through any number of relations. */
function relationFilters(resource: Resource, model: Model): readonly OpenapiObject[] {
  return [...resource.relations.values()].map(({ alias, target, cardinality }) => ({
    name: alias,
    in: 'query',
    description: `Rows that have no ${cardinality === 'one' ? 'row' : 'rows'} of ${target} (\`is.null\`) or have some (\`not.is.null\`). \`${alias}.<field>\` filters by its fields.`,
    schema: refer('schemas', schemaName(model, 'relation_filter')),
    example: 'not.is.null',
  }));
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
    [...model.resources.values()].flatMap(({ fields }) => [...fields.values()].map(({ type }) => filterKind(type))),
  );
  const { limits } = model.service;
  const byKind = Object.entries(patterns).filter(([kind]) => used.has(kind as FilterKind));
  return Object.fromEntries([
    ...byKind.map(([kind, pattern]) => [schemaName(model, `${kind}_filter`), repeatable(pattern, limits)]),
    [schemaName(model, 'tree_filter'), repeatable('^\\(.+\\)$', limits)],
    ...(hasRelations(model)
      ? [[schemaName(model, 'relation_filter'), repeatable(`^(not\\.)?${isNull}$`, limits)]]
      : []),
  ]);
}

function hasRelations({ resources }: Model): boolean {
  return [...resources.values()].some(({ relations, operations }) => relations.size > 0 && operations.has('list'));
}

type FilterKind = keyof typeof patterns | 'enum' | 'array';

const trees = [
  { name: 'and', description: 'Conditions that all hold.', example: '(id.gte.1,id.lte.100)' },
  { name: 'or', description: 'Conditions of which one holds.', example: '(id.eq.1,id.gt.100)' },
  { name: 'not.and', description: 'Conditions that do not all hold.', example: '(id.gte.1,id.lte.100)' },
  { name: 'not.or', description: 'Conditions none of which holds.', example: '(id.eq.1,id.gt.100)' },
] as const;

const isNull = 'is\\.(null|not_null)';
const quantifier = '\\((any|all)\\)';
const languagesPattern = `(\\((${languages.join('|')})\\))?`;
const textual = ['like', 'ilike', 'match', 'imatch'].join('|');

// A text may hold anything, so only what stands before it is told.
const textOperators = `(${textual})\\.|(${textual})${quantifier}\\.\\{.*\\}$|(fts|plfts|phfts|wfts)${languagesPattern}\\.`;

const number = '-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?';

const patterns = {
  text: `^(not\\.)?((eq|neq|lt|lte|gt|gte|isdistinct)\\.|(eq|lt|lte|gt|gte)${quantifier}\\.\\{.*\\}$|${textOperators}|${isNull}$|in\\.\\(.*\\)$)`,
  boolean: comparisons('(true|false)', { is: 'is\\.(null|not_null|true|false|unknown)' }),
  whole_number: comparisons('-?\\d+'),
  decimal: comparisons('[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?'),
  date: comparisons('\\d{4}-\\d{2}-\\d{2}'),
  datetime: comparisons(datetimePattern.slice(1, -1)),
  uuid: comparisons('[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'),
  // JSON by its look, whatever is between its ends.
  json: comparisons(`(null|true|false|${number}|".*"|\\[.*\\]|\\{(".*)?\\})`, { further: 'cs|cd' }),
} as const;

interface Further {
  /** What `is` asks. */
  readonly is?: string;
  /** Other operators that take one such value, with bars between them. */
  readonly further?: string;
  /** Whatever else stands behind `not.`. */
  readonly others?: string;
  /** Whether `in` applies. */
  readonly listed?: boolean;
}

/** The operators of every type, on a value. */
function comparisons(value: string, { is = isNull, further = '', others = '', listed = true }: Further = {}): string {
  const item = `("${value}"|${value})`;
  const alternatives = [
    `(eq|neq|lt|lte|gt|gte|isdistinct${further === '' ? '' : `|${further}`})\\.${value}$`,
    `(eq|lt|lte|gt|gte)${quantifier}\\.\\{((null|${item})(,(null|${item}))*)?\\}$`,
    `${is}$`,
    ...(listed ? [`in\\.\\((${item}(,${item})*)?\\)$`] : []),
    ...(others === '' ? [] : [others]),
  ];
  return `^(not\\.)?(${alternatives.join('|')})`;
}

function filterSchema(field: Field, model: Model): JsonSchema {
  const { type } = field;
  const { limits } = model.service;
  const kind = filterKind(type);
  if (type.kind === 'enum') return repeatable(comparisons(valuePattern(type), { others: textOperators }), limits);
  if (type.kind === 'array') {
    const element = valuePattern(type.of);
    const elements = element === '.*' ? '.*' : `((null|"${element}"|${element})(,(null|"${element}"|${element}))*)?`;
    return repeatable(comparisons(`\\{${elements}\\}`, { further: 'cs|cd|ov', listed: false }), limits);
  }
  return refer('schemas', schemaName(model, `${kind}_filter`));
}

/** One value of a type. */
function valuePattern(type: FieldType): string {
  switch (type.kind) {
    case 'enum':
      return `(${type.values.join('|')})`;
    case 'boolean':
      return '(true|false)';
    case 'integer':
    case 'bigint':
    case 'reference':
      return '-?\\d+';
    default:
      return '.*';
  }
}

/** A filter that stands once, or several times, when all have to hold. */
function repeatable(pattern: string, limits: Limits): JsonSchema {
  const one = { type: 'string', pattern };
  return { anyOf: [one, { type: 'array', items: one, maxItems: limits.filters }] };
}

function filterKind(type: FieldType): FilterKind {
  switch (type.kind) {
    case 'text':
    case 'html':
      return 'text';
    case 'integer':
    case 'bigint':
    case 'reference':
      return 'whole_number';
    case 'boolean':
    case 'decimal':
    case 'date':
    case 'datetime':
    case 'uuid':
    case 'enum':
    case 'json':
    case 'array':
      return type.kind;
  }
}

function filterExample(field: Field): string {
  const { type } = field;
  const value = exampleOf(field);
  if (type.kind === 'json' || type.kind === 'html' || value === undefined || value === null) return 'not.is.null';
  if (Array.isArray(value)) return `cs.${arrayText(value.map(String))}`;
  // Z, since the plus of an offset means a space in a URL.
  if (type.kind === 'datetime') return `gte.${String(value).replace(/\+00:00$/, 'Z')}`;
  return `eq.${value}`;
}
