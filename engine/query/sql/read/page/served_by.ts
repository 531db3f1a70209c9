import { join, raw, sql, textConstant } from '../../../../sql/fragment.ts';
import type { Sql } from '../../condition/statement.ts';
import { aheadOf, countOf, few, keptKeys, more, partsOf, reachedOf, type ServedPage, taken } from './page_parts.ts';
import type { LimitedPage, SeenList } from './seen_list.ts';
import type { RenderedWay } from './way.ts';

/** The ways of which one may be taken at once: each takes so many rows at most. See firstServed for what they are. */
export const keptWays = ['found', 'together', 'few', 'near', 'more'] as const;

export type KeptWay = (typeof keptWays)[number];

/**
 * The same page by one way alone, which is as good as known to serve. If it does not serve, the choice is null and the page
 * is empty. It takes no more rows and keys than where it is one of several.
 */
export function servedBy(way: KeptWay, list: SeenList, ways: readonly RenderedWay[], page: LimitedPage): ServedPage {
  const parts = partsOf(list, ways, page);
  const { found, together, near } = parts;
  const choice = (before: Sql, serves: Sql) =>
    sql`${before}, choice as materialized (select case when ${serves} then ${textConstant(way)} end as taken)`;
  const rowsOf = (name: string) => sql`select item.* from ${raw(name)} as item where ${taken} = ${textConstant(way)}`;
  const isShort = (rows: Sql) => sql`(select count(*) from (${list.bare} limit ${rows}) as item) < ${rows}`;
  switch (way) {
    case 'found':
      return {
        ways: choice(sql`found as materialized (${found.rows})`, sql`${found.isFull} or ${found.isShort}`),
        rows: rowsOf('found'),
      };
    case 'few':
    case 'more': {
      const most = way === 'few' ? few : more;
      return {
        ways: choice(reachedOf(parts, most), sql`${parts.keysAreAtMost(most)} and ${countOf(raw('reached'), most)}`),
        rows: sql`select item.* from (${parts.ofReached}) as item where ${taken} = ${textConstant(way)}`,
      };
    }
    case 'near':
      return {
        ways: choice(
          sql`${join(keptKeys(parts, more), '')}near as materialized (${near.rows})`,
          sql`${parts.keysAreAtMost(more)} and (${near.isFull} or ${isShort(near.ahead)})`,
        ),
        rows: rowsOf('near'),
      };
    case 'together':
      return {
        ways: choice(
          sql`${aheadOf(list, parts)}, together as materialized (${together.rows(sql`true`)})`,
          sql`${together.isFull} or (select count(*) from ahead) < ${parts.ahead}`,
        ),
        rows: rowsOf('together'),
      };
  }
}
