import { isOfRelated } from '../../model/computed.ts';
import { searchName } from '../../model/condition/search_name.ts';
import type { Field } from '../../model/field.ts';
import { mayBeHidden } from '../../model/field_access.ts';
import type { Model, Resource, Table } from '../../model/model.ts';
import type { AnyRelation } from '../../model/relation.ts';
import { isRequired } from '../../model/required.ts';
import { uploadedFields } from '../../model/uploaded.ts';
import { instantObstacle, instantParameters } from '../../query/plan/instant.ts';
import { type Action, declaredActions } from '../../vocabulary/action/actions.ts';
import { hasTrait, wordOf } from '../../vocabulary/field_type.ts';
import { writableFields } from '../json_schema.ts';
import { linksSchema } from '../row/link.ts';
import { type KeyedReference, keyedReferences } from '../row/reference_key.ts';
import { mayBeUnread } from '../row/unread.ts';
import { comment, commentOf } from './comment.ts';
import { isEnum, type TypeNames } from './type_name.ts';
import { filterType, readType, sentType, union } from './type_text.ts';

/** The declarations of every resource, then the interface that has them by name. */
export function resourcesText(model: Model, names: TypeNames): readonly string[] {
  const resources = [...model.resources.values()];
  const entries = resources.map((resource) => entryText(resource, model, names));
  return [
    ...resources.flatMap((resource) => declarations(resource, model, names)),
    `/** Every resource: what can be done with it, and how its rows look. */\nexport interface Resources {\n${entries.join('\n')}}\n`,
  ];
}

function declarations(resource: Resource, model: Model, names: TypeNames): readonly string[] {
  const { fields } = resource;
  const row = [...fields.values()].map(
    (field) =>
      `${comment(field, '  ')}  ${field.name}${field.access === null && !isOfRelated(field) ? '' : '?'}: ${orNull(readType(field.type, names.ofValues(resource, field)), field.nullable || mayBeHidden(field))};\n`,
  );
  return [
    `${comment(resource)}export interface ${names.of(resource, '')} {\n${row.join('')}}\n`,
    ...(resource.kind === 'table' ? tableDeclarations(resource, model, names) : []),
    filtersText(resource, model, names),
  ];
}

function tableDeclarations(table: Table, model: Model, names: TypeNames): readonly string[] {
  const enums = [...table.fields.values()].filter(({ type }) => isEnum(type));
  return [
    ...enums.map((field) => {
      const head = `export type ${names.ofValues(table, field)} =`;
      return `${head}${union(valuesOf(field), head.length + 1)};\n`;
    }),
    ...(['create', 'update'] as const)
      .filter((action) => table.actions.has(action))
      .map((action) => bodyText(table, action, model, names)),
    ...table.unique.map((key) => keyText(table, key, names)),
    ...(table.actions.has('create') ? keysText(table, model, names) : []),
  ];
}

function bodyText(table: Table, action: 'create' | 'update', model: Model, names: TypeNames): string {
  const members = writableFields(table, action).map((field) => {
    const isOptional = action === 'update' || !isRequired(field);
    const type = orNull(sentType(field.type, names.ofValues(table, field)), field.nullable);
    return `${comment(field, '  ')}  ${field.name}${isOptional ? '?' : ''}: ${type};\n`;
  });
  const required = action === 'create' ? requiredKeys(table, model) : [];
  const keyed = keyedReferences(table, action, model)
    .filter(({ alias }) => !required.some((each) => each.alias === alias))
    .map((reference) => keyLine(reference, names, '  ', '?'));
  const words = action === 'create' ? 'What a create sends' : 'What an update sends: the fields that change';
  const name = names.of(table, action === 'create' ? 'Create' : 'Update');
  return `${commentOf([`${words}, of ${table.name}.`])}export interface ${name} {\n${[...members, ...keyed].join('')}}\n`;
}

/** A unique combination of fields, by which bodies refer to a row. */
function keyText(table: Table, key: readonly string[], names: TypeNames): string {
  const members = key.flatMap((name) => {
    const field = table.fields.get(name);
    return field === undefined ? [] : `  ${name}: ${sentType(field.type, names.ofValues(table, field))};\n`;
  });
  const words = `A unique key of ${table.name}.`;
  return `${commentOf([words])}export interface ${names.ofKey(table, key)} {\n${members.join('')}}\n`;
}

/** What may stand in a create in the place of each reference that it needs. */
function keysText(table: Table, model: Model, names: TypeNames): readonly string[] {
  const required = requiredKeys(table, model);
  if (required.length === 0) return [];
  const members = required.map(
    (reference) => `  ${reference.field.name}: {\n${keyLine(reference, names, '    ', '')}  };\n`,
  );
  const words = `What a create of ${table.name} may send instead of ids.`;
  return [`${commentOf([words])}export interface ${names.of(table, 'CreateKeys')} {\n${members.join('')}}\n`];
}

function keyLine(
  { alias, field, target, keys }: KeyedReference,
  names: TypeNames,
  indent: string,
  mark: '' | '?',
): string {
  const forms = keys.map((key) =>
    names.ofKey(
      target,
      key.map(({ name }) => name),
    ),
  );
  return `${indent}${alias}${mark}: ${orNull(forms.join(' | '), field.nullable)};\n`;
}

/** The references that a create needs, so many that TypeScript can tell their forms apart. */
function requiredKeys(table: Table, model: Model): readonly KeyedReference[] {
  return keyedReferences(table, 'create', model)
    .filter(({ field }) => isRequired(field))
    .slice(0, mostAlternatives);
}

// Each one doubles the types that a body may have.
const mostAlternatives = 6;

/** A body, in which required references may be given by keys. */
function createText(resource: Resource, model: Model, names: TypeNames): string {
  const body = names.of(resource, 'Create');
  const hasKeys = resource.kind === 'table' && requiredKeys(resource, model).length > 0;
  return hasKeys ? `By<${body}, ${names.of(resource, 'CreateKeys')}>` : body;
}

function filtersText(resource: Resource, model: Model, names: TypeNames): string {
  const fields = [...resource.fields.values()];
  const lines = [
    ...fields.map((field) => `  ${field.name}?: ${filterType(field.type, names.ofValues(resource, field))};\n`),
    ...(resource.fields.has('valid_from')
      ? ['  /** From valid_from until valid_to. */\n  validity?: PeriodFilter;\n']
      : []),
    ...(resource.search === null ? [] : [`  /** Words of several fields. */\n  ${searchName}?: SearchFilter;\n`]),
    ...fields
      .filter(({ type }) => hasTrait(type, 'parted'))
      .map(({ name }) => `  [path: \`${name}->\${string}\`]: JsonFilter | TextFilter;\n`),
    ...targets(resource, model).map(
      ([{ alias }, target]) => `  ${alias}?: RelatedFilter<${names.of(target, 'Filters')}>;\n`,
    ),
  ];
  const words = `What can be asked of each field of ${resource.name}, and of its relations.`;
  return `${commentOf([words])}export interface ${names.of(resource, 'Filters')} {\n${lines.join('')}}\n`;
}

function entryText(resource: Resource, model: Model, names: TypeNames): string {
  const { name } = resource;
  const has = (action: Action) => resource.actions.has(action);
  const offered = declaredActions.filter(has);
  const instants = instantParameters.filter((parameter) => instantObstacle(parameter, resource) === null);
  const relations = targets(resource, model).map(
    ([{ alias, cardinality, target }]) => `      ${alias}: ${cardinality === 'one' ? 'One' : 'Many'}<'${target}'>;\n`,
  );
  const history = resource.kind === 'table' ? resource.history : null;
  return [
    `  ${name}: {\n`,
    `    operations: ${orNever(offered)};\n`,
    `    row: ${names.of(resource, '')};\n`,
    `    links: ${has('read') ? block(linkLines(resource, model)) : 'never'};\n`,
    `    create: ${has('create') ? createText(resource, model, names) : 'never'};\n`,
    `    update: ${has('update') ? names.of(resource, 'Update') : 'never'};\n`,
    `    unread: ${orNever((['create', 'update'] as const).filter((each) => has(each) && mayBeUnread(resource, each)))};\n`,
    `    filters: ${names.of(resource, 'Filters')};\n`,
    `    relations: ${block(relations)};\n`,
    `    instants: ${orNever(instants)};\n`,
    `    files: ${orNever(uploadedFields(resource).map((field) => field.name))};\n`,
    `    history: ${history === null ? 'null' : `'${history}'`};\n`,
    '  };\n',
  ].join('');
}

function linkLines(resource: Resource, model: Model): readonly string[] {
  const { properties, required } = linksSchema(resource, model) as {
    readonly properties: Record<string, { readonly type: unknown }>;
    readonly required: readonly string[];
  };
  return Object.entries(properties).map(
    ([name, { type }]) =>
      `      ${name}${required.includes(name) ? '' : '?'}: ${Array.isArray(type) ? 'string | null' : 'string'};\n`,
  );
}

/** The relations of a resource with the resources that they lead to. */
function targets(resource: Resource, { resources }: Model): readonly (readonly [AnyRelation, Resource])[] {
  return [...resource.relations.values()].flatMap((relation) => {
    const target = resources.get(relation.target);
    return target === undefined ? [] : [[relation, target] as const];
  });
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? 'Record<never, never>' : `{\n${lines.join('')}    }`;
}

function orNever(words: readonly string[]): string {
  return words.length === 0 ? 'never' : words.map((word) => `'${word}'`).join(' | ');
}

function orNull(type: string, isNull: boolean): string {
  return isNull && type !== 'Json' ? `${type} | null` : type;
}

function valuesOf({ type }: Field): readonly string[] {
  return wordOf(type).choices?.(type) ?? [];
}
