import type { Field, Limits, Model, Resource } from '../../definition/model.ts';
import { languages } from '../../definition/operand.ts';
import { arrayText } from '../../vocabulary/array_text.ts';
import { type FieldType, hasTrait } from '../../vocabulary/field_type.ts';
import type { JsonSchema } from '../../vocabulary/json_schema.ts';
import { operatorGroups } from '../../vocabulary/operator/groups.ts';
import { datetimePattern } from '../../vocabulary/type/datetime.ts';
import { exampleOf } from '../field_example.ts';
import { descriptionOf } from '../json_schema.ts';
import { type OpenapiObject, refer, schemaName } from './component.ts';

/** The filters of a list: one parameter for each field, then the trees. */
export function filterParameters(resource: Resource, model: Model): readonly OpenapiObject[] {
  const fields = [...resource.fields.values()].map((field) => ({
    name: field.name,
    in: 'query',
    description: descriptionOf(field) || field.title,
    ...(field.deprecated === null ? {} : { deprecated: true }),
    schema: refer('schemas', filterName(field, resource, model)),
    example: filterExample(field),
  }));
  return [
    ...fields,
    ...relationFilters(resource, model),
    ...periodFilter(resource, model),
    ...trees.map(({ name }) => refer('parameters', name)),
    ...pathParameters(resource, model),
  ];
}

/**
 * The parameters whose names are paths, as an object whose members are parameters (OpenAPI 3.1.0, style form, explode): on a
 * list the filters through relations and into JSON, and everywhere what is asked of embedded relations.
 */
export function pathParameters(resource: Resource, model: Model, isList = true): readonly OpenapiObject[] {
  const [relation] = resource.relations.values();
  const json = [...resource.fields.values()].find(({ type }) => hasTrait(type, 'parted'));
  const names = [...(relation === undefined ? [] : ['\\.']), ...(isList && json !== undefined ? ['->'] : [])];
  if (names.length === 0) return [];
  const embedded = `\`<relation>.<field>\`, \`<relation>.or\` and the like filter what is embedded, and \`<relation>.order\`, \`<relation>.limit\`, \`<relation>.offset\` and \`<relation>.valid_at\` page it`;
  const sentences = [
    ...(relation === undefined ? [] : [`${embedded}.`]),
    ...(relation === undefined || !isList
      ? []
      : [`A filter of a relation that is not embedded keeps the rows that have such a related row.`]),
    ...(isList && json !== undefined ? ['`<field>->a->>b` filters by what is in JSON or an array.'] : []),
  ];
  return [
    {
      name: pathsName(resource),
      in: 'query',
      description: `Parameters whose names are paths, each by itself in the URL: ${sentences.join(' ')}`,
      style: 'form',
      explode: true,
      schema: {
        type: 'object',
        patternProperties: { [names.join('|')]: refer('schemas', schemaName(model, 'path_filter')) },
        additionalProperties: false,
      },
      // What is embedded, another parameter says: by itself no path means anything to the read of one row.
      ...(isList
        ? { example: relation === undefined ? { [`${json?.name}->>a`]: 'eq.b' } : { [`${relation.alias}.id`]: 'eq.1' } }
        : {}),
    },
  ];
}

/** The name is not sent, and yet is that of no other parameter. */
function pathsName({ fields, relations }: Resource): string {
  let name = 'paths';
  while (fields.has(name) || relations.has(name)) name = `${name}_`;
  return name;
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

/** The period from valid_from until valid_to. */
function periodFilter({ fields }: Resource, model: Model): readonly OpenapiObject[] {
  if (!fields.has('valid_from')) return [];
  return [
    {
      name: 'validity',
      in: 'query',
      description:
        'The period from valid_from until valid_to, compared with one (`[from,to)`, a bound left out where it has none) or with an instant: contains (`cs`), is contained (`cd`), overlaps (`ov`), is left or right of (`sl`, `sr`), does not extend to the right or left of (`nxr`, `nxl`), is adjacent (`adj`).',
      schema: refer('schemas', schemaName(model, 'period_filter')),
      example: 'ov.[2026-01-01T00:00Z,2026-02-01T00:00Z)',
    },
  ];
}

/** Those that all lists share. */
export function treeParameters(model: Model): OpenapiObject {
  const schema = refer('schemas', schemaName(model, 'tree_filter'));
  return Object.fromEntries(
    trees.map(({ name, description, example }) => [name, { name, in: 'query', description, schema, example }]),
  );
}

/** The schemas of filters, by name: those of a type, and those of a field whose values are its own. */
export function filterSchemas(model: Model): OpenapiObject {
  const { limits } = model.service;
  const tables = [...model.resources.values()].filter(({ kind }) => kind === 'table');
  return Object.fromEntries([
    ...Object.entries(patterns).map(([kind, pattern]) => [
      schemaName(model, `${kind}_filter`),
      repeatable(text(pattern), limits),
    ]),
    ...tables.flatMap((table) =>
      [...table.fields.values()].flatMap((field) => {
        const value = ownValue(field, model);
        return value === null ? [] : [[filterName(field, table, model), repeatable(value, limits)]];
      }),
    ),
    [schemaName(model, 'period_filter'), repeatable(text(periodPattern), limits)],
    [schemaName(model, 'text_search'), text(`^(not\\.)?(${textOperators})`)],
    [schemaName(model, 'tree_filter'), repeatable(text(`^\\(${anything}\\)$`), limits)],
    [schemaName(model, 'relation_filter'), repeatable(text(`^(not\\.)?${isNull}$`), limits)],
    [schemaName(model, 'path_filter'), repeatable(text(), limits)],
  ]);
}

/** The schema of a field's filter; versions have those of their rows. */
function filterName(field: Field, resource: Resource, model: Model): string {
  if (!hasOwnValues(field)) return schemaName(model, `${filterKind(field.type)}_filter`);
  const owner = resource.kind === 'history' ? resource.of.name : resource.name;
  return schemaName(model, `${owner}_${field.name}_filter`);
}

function hasOwnValues({ type }: Field): boolean {
  return type.kind === 'enum' || type.kind === 'array';
}

type FilterKind = keyof typeof patterns | 'enum' | 'array';

const trees = [
  { name: 'and', description: 'Conditions that all hold.', example: '(id.gte.1,id.lte.100)' },
  { name: 'or', description: 'Conditions of which one holds.', example: '(id.eq.1,id.gt.100)' },
  { name: 'not.and', description: 'Conditions that do not all hold.', example: '(id.gte.1,id.lte.100)' },
  { name: 'not.or', description: 'Conditions none of which holds.', example: '(id.eq.1,id.gt.100)' },
] as const;

const isNull = `is\\.(${anyCase('null')}|${anyCase('not_null')})`;
const quantifier = '\\((any|all)\\)';
const languagesPattern = `(\\((${languages.join('|')})\\))?`;
// A dot would stop at the end of a line.
const anything = '[\\s\\S]*';

/** The names of operators, between which a pattern chooses. */
const comparedNames = operatorGroups.compared.join('|');
const quantifiedNames = operatorGroups.quantified.join('|');
const containedNames = operatorGroups.contained.join('|');
const overlappingNames = operatorGroups.overlapping.join('|');
const patternNames = operatorGroups.patterns.join('|');
const searchNames = operatorGroups.searches.join('|');
const periodNames = operatorGroups.periods.join('|');
const quantifiedInPeriods = operatorGroups.quantifiedPeriods.join('|');

// A text may hold anything, so only what stands before it is told.
const textOperators = `(${patternNames})\\.|(${patternNames})${quantifier}\\.\\{${anything}\\}$|(${searchNames})${languagesPattern}\\.`;

const number = '-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?';

const patterns = {
  text: `^(not\\.)?((${comparedNames})\\.|(${quantifiedNames})${quantifier}\\.\\{${anything}\\}$|${textOperators}|${isNull}$|in\\.\\(${anything}\\)$)`,
  boolean: comparisons('(true|false)', {
    is: `is\\.(${['null', 'not_null', 'true', 'false', 'unknown'].map(anyCase).join('|')})`,
  }),
  whole_number: comparisons('-?\\d+'),
  decimal: comparisons('[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?'),
  date: comparisons('\\d{4}-\\d{2}-\\d{2}'),
  datetime: comparisons(datetimePattern),
  uuid: comparisons('[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'),
  // JSON by its look, whatever is between its ends.
  json: comparisons(`(null|true|false|${number}|"${anything}"|\\[${anything}\\]|\\{("${anything})?\\})`, {
    further: containedNames,
  }),
} as const;

const instant = datetimePattern;
const bound = ` *("${instant}"|${instant})? *`;
const periodPattern = `^(not\\.)?((${periodNames})\\.(empty| *[[(]${bound},${bound}[\\])] *|${instant})$|${quantifiedInPeriods}${quantifier}\\.\\{${anything}\\}$)`;

interface Further {
  /** What `is` asks. */
  readonly is?: string;
  /** Other operators that take one such value, with bars between them. */
  readonly further?: string;
  /** Whether `in` applies. */
  readonly listed?: boolean;
}

/** The operators of every type, on a value. */
function comparisons(value: string, { is = isNull, further = '', listed = true }: Further = {}): string {
  const item = `("${value}"|${value})`;
  const alternatives = [
    `(${comparedNames}${further === '' ? '' : `|${further}`})\\.${value}$`,
    `(${quantifiedNames})${quantifier}\\.\\{((null|${item})(,(null|${item}))*)?\\}$`,
    `${is}$`,
    ...(listed ? [`in\\.\\((${item}(,${item})*)?\\)$`] : []),
  ];
  return `^(not\\.)?(${alternatives.join('|')})`;
}

/** One filter of a field whose values are its own; null for any other. */
function ownValue({ type }: Field, model: Model): JsonSchema | null {
  if (type.kind === 'enum')
    return { anyOf: [text(comparisons(valuePattern(type))), refer('schemas', schemaName(model, 'text_search'))] };
  if (type.kind !== 'array') return null;
  const element = valuePattern(type.of);
  const elements =
    element === anything ? anything : `((null|"${element}"|${element})(,(null|"${element}"|${element}))*)?`;
  return text(comparisons(`\\{${elements}\\}`, { further: `${containedNames}|${overlappingNames}`, listed: false }));
}

/** The operands of `is`, small or capital. */
function anyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
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
      return anything;
  }
}

/** A filter that stands once, or several times, when all have to hold. */
function repeatable(one: JsonSchema, limits: Limits): JsonSchema {
  return { anyOf: [one, { type: 'array', items: one, maxItems: limits.filters }] };
}

function text(pattern?: string): JsonSchema {
  return { type: 'string', ...(pattern === undefined ? {} : { pattern }) };
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
