import type { Resource } from '../../definition/model.ts';
import type { EmbedPlan } from '../plan/embed_plan.ts';
import { renderCondition } from './condition.ts';
import { quote } from './identifier.ts';
import { fieldList, liveCondition, sourceOf } from './representation.ts';
import type { Values } from './statement.ts';
import { parameterTerms } from './terms.ts';

/** The select list's part for what is embedded in a row: an object or null for one, an array for many. */
export function embedColumns(
  embeds: readonly EmbedPlan[],
  parent: string,
  instant: string | null,
  values: Values,
): string {
  return embeds
    .map((embed, index) => `, ${embedColumn(embed, parent, `${parent}_${index}`, instant, values)}`)
    .join('');
}

/** For each inner embed, the condition that a row has a match. */
export function matchConditions(
  embeds: readonly EmbedPlan[],
  parent: string,
  instant: string | null,
  values: Values,
): readonly string[] {
  return embeds.flatMap((embed, index) => {
    if (!embed.inner) return [];
    const alias = `${parent}_${index}`;
    return [
      `exists (select from ${sourceOf(embed.resource, instant)} as ${alias} ${where(embed, parent, alias, instant, values)})`,
    ];
  });
}

/**
 * The instant at which the graph around a row is shown, as an SQL expression; null for now. A version shows it as it
 * stood in the last moment of that version, which for the current one is now.
 */
export function graphInstant(resource: Resource, alias: string, asOf: string | null): string | null {
  if (resource.kind !== 'history') return asOf;
  return `coalesce(${alias}.replaced_at - interval '1 microsecond', 'infinity')`;
}

function embedColumn(embed: EmbedPlan, parent: string, alias: string, instant: string | null, values: Values): string {
  const { relation, resource, embeds } = embed;
  const columns = `${fieldList(resource, alias)}${embedColumns(embeds, alias, instant, values)}`;
  const rows = `select ${columns} from ${sourceOf(resource, instant)} as ${alias} ${where(embed, parent, alias, instant, values)}`;
  const shown =
    relation.cardinality === 'one'
      ? `select row_to_json(shown) from (${rows} limit 1) as shown`
      : `select coalesce(json_agg(row_to_json(shown)), '[]') from (${rows} order by ${alias}.id) as shown`;
  return `(${shown}) as ${quote(relation.alias)}`;
}

function where(
  { relation, resource, filters, embeds }: EmbedPlan,
  parent: string,
  alias: string,
  instant: string | null,
  values: Values,
): string {
  const live = liveCondition(resource, alias);
  const conditions = [
    `${alias}.${quote(relation.to)} = ${parent}.${quote(relation.from)}`,
    ...(live === null ? [] : [live]),
    ...filters.map((filter) => `(${renderCondition(filter, parameterTerms(alias, values))})`),
    ...matchConditions(embeds, alias, instant, values),
  ];
  return `where ${conditions.join(' and ')}`;
}
