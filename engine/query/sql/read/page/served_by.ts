import { join, raw, sql, textConstant } from '../../../../sql/fragment.ts';
import type { Sql } from '../../condition/statement.ts';
import {
  aheadOf,
  byChoice,
  type ChosenPage,
  countOf,
  few,
  hopedForEach,
  keptKeys,
  more,
  partsOf,
  reachedOf,
  taken,
} from './page_parts.ts';
import type { SeenWay } from './recalled_way.ts';
import type { LimitedPage, SeenList } from './seen_list.ts';
import type { RenderedWay } from './way.ts';

/**
 * The same page as of firstServed by a way that is likely to serve, alone or behind the cheap look at the first rows. If it does
 * not serve, the choice is null and the page is empty. It takes no more rows and keys than where it is one of several.
 */
export function servedBy(
  { way, looksFirst }: SeenWay,
  list: SeenList,
  ways: readonly RenderedWay[],
  page: LimitedPage,
): ChosenPage {
  const parts = partsOf(list, ways, page);
  const { found, together, near } = parts;
  const isShorter = (rows: Sql) => sql`(select count(*) from (${list.bare} limit ${rows}) as item) < ${rows}`;
  const first = {
    before: sql`found as materialized (${found.rows})`,
    serves: found.serves,
    rows: sql`select item.* from found as item where ${taken} = 'found'`,
  };
  const served = (before: Sql, serves: Sql, rows: Sql) =>
    byChoice(sql`${before}, choice as materialized (select case ${serves} end as taken)`, rows);
  const behindFirst = (before: Sql, serves: Sql): ChosenPage => {
    const then = sql`when ${serves} then ${textConstant(way)}`;
    const rows = sql`select item.* from ${raw(way)} as item where ${taken} = ${textConstant(way)}`;
    if (!looksFirst) return served(before, then, rows);
    return served(
      sql`${first.before}, ${before}`,
      sql`when ${first.serves} then 'found' ${then}`,
      sql`${first.rows} union all ${rows}`,
    );
  };
  switch (way) {
    case 'found':
      return served(first.before, sql`when ${first.serves} then 'found'`, first.rows);
    case 'few':
      return served(
        reachedOf(parts, few),
        sql`when ${parts.keysAreAtMost(few)} and ${countOf(raw('reached'), few)} then 'few'`,
        sql`select item.* from (${parts.ofReached}) as item where ${taken} = 'few'`,
      );
    case 'near':
      return behindFirst(
        sql`${join(keptKeys(parts, more), '')}near as materialized (${near.rows})`,
        sql`${parts.keysAreAtMost(more)} and (${near.isFull} or ${isShorter(near.ahead)})`,
      );
    case 'together': {
      const hoped = hopedForEach * page.limit;
      return behindFirst(
        sql`${aheadOf(list, parts)}, together as materialized (${together.rows(sql`place.start < ${hoped}`)})`,
        sql`${together.isFull} or ${isShorter(sql`${Math.min(hoped, parts.aheadRows)}`)}`,
      );
    }
  }
}
