import type { Way } from '../../../model/condition/way.ts';
import type { Resource } from '../../../model/model.ts';
import { columnOf, join, raw, sql } from '../../../sql/fragment.ts';
import { renderConjunct } from '../condition/condition.ts';
import { relatedTo } from '../condition/related_to.ts';
import { termsOf } from '../condition/row.ts';
import { type Row, rowBelow, ruleRow } from '../condition/row_place.ts';
import { presentCondition, sourceOf } from '../condition/source.ts';
import type { Sql } from '../condition/statement.ts';
import { whereOf } from './fence.ts';

/** For each way the ids of the rows that it leads to, the same id several times where it does so several times. */
export function renderWays(ways: readonly Way[], resource: Resource, row: Row): readonly Sql[] {
  return ways.map((way) => sql`select ${columnOf(row.alias, 'id')} from ${renderWay(way, resource, row, 'id')}`);
}

/** So many of the ids at most. They come one after the other: the first ones cost the same however many there are. */
export function limited(ways: readonly Sql[], most: number): Sql {
  const each = ways.map((way) => sql`${way} limit ${most}`);
  const [only] = each;
  return each.length === 1 && only !== undefined ? only : sql`(${join(each, ') union all (')}) limit ${most}`;
}

/**
 * The rows of a way in FROM. Each step behind the first is a fence, so that PostgreSQL begins with the caller's values. It
 * would often begin at the other end, because other callers have many rows.
 */
function renderWay({ conditions, from }: Way, resource: Resource, row: Row, column: string): Sql {
  const { alias } = row;
  const source = sql`${sourceOf(resource, row.instant, row.model)} as ${raw(alias)}`;
  const own: readonly Sql[] = [
    ...presentCondition(resource, alias),
    ...conditions.map((condition) => renderConjunct(condition, termsOf(ruleRow(row)))),
  ];
  if (from === null) return sql`(select ${columnOf(alias, column)} from ${source}${whereOf(own)}) as ${raw(alias)}`;
  const { relation, way } = from;
  const target = row.model.resources.get(relation.target);
  if (target === undefined) throw new Error(`the relation ${relation.alias} leads to no resource of the model`);
  const below = rowBelow(row);
  const where = whereOf([relatedTo(relation, alias, below.alias, 'above'), ...own]);
  const step = sql`(select ${columnOf(alias, column)} from ${source}${where} offset 0) as ${raw(alias)}`;
  return sql`${renderWay(way, target, below, relation.to)} cross join lateral ${step}`;
}
