import type { Field, Model, Resource } from '../../definition/model.ts';
import { renderField, type Terms } from './condition.ts';
import { asOfSource, historySource } from './history_source.ts';
import { quote } from './identifier.ts';
import { arrayLiteral, literal, textLiteral } from './literal.ts';

/**
 * What stands in FROM for a resource, now or as of an instant, which is an SQL expression. A soft-deleted entry of a
 * timeline is in its history alone.
 */
export function sourceOf(resource: Resource, instant: string | null): string {
  if (resource.kind === 'history') return historySource(resource);
  // A resource without history shows its current rows.
  return instant === null || resource.history === null
    ? `public.${quote(resource.name)}`
    : asOfSource(resource, resource.history, instant);
}

/** Condition that leaves out soft-deleted entries; null where there are none. */
export function liveCondition(resource: Resource, alias: string): string | null {
  return resource.kind === 'table' && resource.temporal !== null ? `${alias}.valid_from is not null` : null;
}

/** The select list that gives a row its shown form: every field under its name, in the model's order. */
export function fieldList(resource: Resource, alias: string): string {
  return [...resource.fields.values()].map((field) => fieldColumn(field, alias)).join(', ');
}

/** Columns of a row with constants in what is computed: the text depends on the model alone. */
export function constantTerms(alias: string): Terms {
  return {
    column: (field) => `${alias}.${quote(field.name)}`,
    value: (text, field) => literal(text, field.type),
    list: (texts, field) => arrayLiteral(texts, field.type),
  };
}

/** The column `links`: where the row's neighbours are, as paths; null where a reference is null. */
export function linksColumn(resource: Resource, model: Model, alias: string): string {
  const base = model.service.basePath;
  const item = (name: string, column: string) => `${textLiteral(`${base}/${name}/`)} || ${alias}.${quote(column)}`;
  const links = [`${item(resource.name, 'id')} as self`];
  if (resource.kind === 'table' && resource.history !== null)
    links.push(`${item(resource.name, 'id')} || '/history' as history`);
  for (const { alias: name, target, cardinality, from, to } of resource.relations.values()) {
    const operations = model.resources.get(target)?.operations;
    const link =
      cardinality === 'one' && to === 'id'
        ? operations?.has('read') && item(target, from)
        : operations?.has('list') && `${textLiteral(`${base}/${target}?${to}=eq.`)} || ${alias}.${quote(from)}`;
    if (link) links.push(`${link} as ${quote(name)}`);
  }
  return `(select row_to_json(link) from (select ${links.join(', ')}) as link) as links`;
}

function fieldColumn(field: Field, alias: string): string {
  const column = renderField(field, constantTerms(alias));
  return field.computed === null && !field.writeOnly ? column : `${column} as ${quote(field.name)}`;
}
