import { languages } from '../../model/condition/operand.ts';
import { searchOf } from '../../model/condition/search.ts';
import { searchName } from '../../model/condition/search_name.ts';
import type { Field } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import type { Limits } from '../../model/service.ts';
import { type FieldType, fieldTypes, hasTrait, wordOf } from '../../vocabulary/field_type.ts';
import type { FieldTypeWord } from '../../vocabulary/field_type_word.ts';
import { anything } from '../../vocabulary/filter_form.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { operatorGroups } from '../../vocabulary/operator/groups.ts';
import { operatorWord } from '../../vocabulary/operator/operators.ts';
import { datetimePattern } from '../../vocabulary/type/datetime.ts';
import { exampleOf } from '../field_example.ts';
import { descriptionOf } from '../json_schema.ts';
import { type OpenapiObject, refer, schemaName } from '../openapi/component.ts';

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
    ...searchFilter(resource, model),
    ...trees.map(({ name }) => refer('parameters', name)),
    ...pathParameters(resource, model),
  ];
}

/**
 * The parameters whose names are paths, as an object whose members are parameters (OpenAPI 3.1.0, style form, explode).
 * On a list, these are the filters through relations and into JSON. Every read has the options of embedded relations.
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

/** The search over several fields. */
function searchFilter(resource: Resource, model: Model): readonly OpenapiObject[] {
  const search = searchOf(searchName, resource);
  if (search === null) return [];
  const { fields, language } = search.document;
  const names = fields.map(({ name }) => `\`${name}\``).join(', ');
  return [
    {
      name: searchName,
      in: 'query',
      description: `Rows in which words are found: in ${names}, in that order of weight (language: ${language}). Without \`order\`, rows that fit well come first.`,
      schema: refer('schemas', schemaName(model, 'search_filter')),
      example: 'wfts.words "of interest" -others',
    },
  ];
}

/** The parameters that all lists share. */
export function treeParameters(model: Model): OpenapiObject {
  const schema = refer('schemas', schemaName(model, 'tree_filter'));
  return Object.fromEntries(
    trees.map(({ name, description, example }) => [name, { name, in: 'query', description, schema, example }]),
  );
}

/** The schemas of filters, by name: of a type, or of a field with its own values. */
export function filterSchemas(model: Model): OpenapiObject {
  const { limits } = model.service;
  const tables = [...model.resources.values()].filter(({ kind }) => kind === 'table');
  return Object.fromEntries([
    ...[...sharedPatterns].map(([name, pattern]) => [
      schemaName(model, `${name}_filter`),
      repeatable(text(pattern), limits),
    ]),
    ...tables.flatMap((table) =>
      [...table.fields.values()].flatMap((field) => {
        const value = ownValue(field, model);
        return value === null ? [] : [[filterName(field, table, model), repeatable(value, limits)]];
      }),
    ),
    [schemaName(model, 'period_filter'), repeatable(text(periodPattern), limits)],
    [schemaName(model, 'search_filter'), repeatable(text(`^(not\\.)?(${searchNames})\\.`), limits)],
    [schemaName(model, 'text_search'), text(`^(not\\.)?(${textOperators})`)],
    [schemaName(model, 'tree_filter'), repeatable(text(`^\\(${anything}\\)$`), limits)],
    [schemaName(model, 'relation_filter'), repeatable(text(`^(not\\.)?${isNull}$`), limits)],
    [schemaName(model, 'path_filter'), repeatable(text(), limits)],
  ]);
}

/** The schema of a field's filter. Versions use the schemas of their rows. */
function filterName({ name, type }: Field, resource: Resource, model: Model): string {
  const { filter } = wordOf(type);
  if (filter.name !== null) return schemaName(model, `${filter.name}_filter`);
  const owner = resource.kind === 'history' ? resource.of.name : resource.name;
  return schemaName(model, `${owner}_${name}_filter`);
}

const trees = [
  { name: 'and', description: 'Conditions that all hold.', example: '(id.gte.1,id.lte.100)' },
  { name: 'or', description: 'Conditions of which one holds.', example: '(id.eq.1,id.gt.100)' },
  { name: 'not.and', description: 'Conditions that do not all hold.', example: '(id.gte.1,id.lte.100)' },
  { name: 'not.or', description: 'Conditions none of which holds.', example: '(id.eq.1,id.gt.100)' },
] as const;

const isNull = `is\\.(${anyCase('null')}|${anyCase('not_null')})`;
const isTruth = `is\\.(${['null', 'not_null', 'true', 'false', 'unknown'].map(anyCase).join('|')})`;
const quantifier = '\\((any|all)\\)';
const languagesPattern = `(\\((${languages.join('|')})\\))?`;

/** The names of operators, between which a pattern chooses. */
const comparedNames = operatorGroups.compared.join('|');
const quantifiedNames = operatorGroups.quantified.join('|');
const containedNames = operatorGroups.contained.join('|');
const overlappingNames = operatorGroups.overlapping.join('|');
const boundedNames = operatorGroups.bounded.join('|');
const quantifiedTexts = operatorGroups.quantifiedTexts.join('|');
const searchNames = operatorGroups.searches.join('|');
const periodNames = operatorGroups.periods.join('|');
const quantifiedInPeriods = operatorGroups.quantifiedPeriods.join('|');

// A text may hold anything, so only what stands before it is told.
const textOperators = `${textOperands()}|(${quantifiedTexts})${quantifier}\\.\\{${anything}\\}$|(${searchNames})${languagesPattern}\\.`;

const textPattern = `^(not\\.)?((${comparedNames})\\.|(${quantifiedNames})${quantifier}\\.\\{${anything}\\}$|${textOperators}|${isNull}$|in\\.\\(${anything}\\)$)`;

/** The patterns of filters that all fields of a type share, by name. */
const sharedPatterns: ReadonlyMap<string, string> = new Map(
  [...fieldTypes.values()].flatMap((word) => {
    const { filter, traits } = word;
    if (filter.name === null) return [];
    return [[filter.name, traits.includes('textual') ? textPattern : comparisons(filter.value, word)] as const];
  }),
);

const instant = datetimePattern;
const bound = ` *("${instant}"|${instant})? *`;
const periodPattern = `^(not\\.)?((${periodNames})\\.(empty| *[[(]${bound},${bound}[\\])] *|${instant})$|${quantifiedInPeriods}${quantifier}\\.\\{${anything}\\}$)`;

/** The operators of a type on a value, without the operators of texts. */
function comparisons(value: string, { traits, isPadded }: FieldTypeWord<FieldType>): string {
  const item = `("${value}"|${value})`;
  const element = ` *(null|${item}) *`;
  const listed = isPadded ? ` *("? *${value} *"?) *` : item;
  const names = [
    comparedNames,
    ...(traits.includes('containing') ? [containedNames] : []),
    ...(traits.includes('overlapping') ? [overlappingNames] : []),
    ...(traits.includes('bounded') ? [boundedNames] : []),
  ];
  const alternatives = [
    `(${names.join('|')})\\.${value}$`,
    `(${quantifiedNames})${quantifier}\\.\\{(${element}(,${element})*)?\\}$`,
    `${traits.includes('truth') ? isTruth : isNull}$`,
    ...(traits.includes('listed') ? [`in\\.\\((${listed}(,${listed})*)?\\)$`] : []),
  ];
  return `^(not\\.)?(${alternatives.join('|')})`;
}

/** One filter of a field whose values are its own; null for any other. */
function ownValue({ type }: Field, model: Model): JsonSchema | null {
  const word = wordOf(type);
  if (word.filter.name !== null) return null;
  const compared = text(comparisons(word.filter.valueOf(type), word));
  if (!word.traits.includes('textual')) return compared;
  return { anyOf: [compared, refer('schemas', schemaName(model, 'text_search'))] };
}

/** The operators of texts before what each takes, which tells no more than how it begins. */
function textOperands(): string {
  const operators = Map.groupBy(operatorGroups.texts, (name) => operatorWord(name).operand.begins ?? '');
  return [...operators].map(([begins, names]) => `(${names.join('|')})\\.${begins}`).join('|');
}

/** The operands of `is`, small or capital. */
function anyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** A filter that stands once, or several times, when all have to hold. */
function repeatable(one: JsonSchema, limits: Limits): JsonSchema {
  return { anyOf: [one, { type: 'array', items: one, maxItems: limits.filters }] };
}

function text(pattern?: string): JsonSchema {
  return { type: 'string', ...(pattern === undefined ? {} : { pattern }) };
}

function filterExample(field: Field): string {
  const value = exampleOf(field);
  if (value === undefined || value === null) return 'not.is.null';
  const { filterExample: example } = wordOf(field.type);
  return example === undefined ? `eq.${value}` : (example(value) ?? 'not.is.null');
}
