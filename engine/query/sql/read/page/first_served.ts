import { raw, sql } from '../../../../sql/fragment.ts';
import {
  aheadOf,
  byChoice,
  type ChosenPage,
  countOf,
  few,
  hopedForEach,
  more,
  partsOf,
  reachedOf,
  taken,
  within,
} from './page_parts.ts';
import { type LimitedPage, type SeenList, seenIn } from './seen_list.ts';
import type { RenderedWay } from './way.ts';

/**
 * Rows are looked at together before the keys are, if so many for each row of the page are likely to fill it. What rows next to
 * each other lead to is often next to each other as well, and then found quickly.
 */
const likelyForEach = { close: 80, scattered: 20 } as const;

/**
 * A page of rows that a rule leaves. No single plan serves those who see all rows and those who see none, and PostgreSQL
 * does not know whose values it plans for. So one statement has several ways, and takes the first that serves:
 *
 * 1. `found`: the first rows of the list, looked at one by one, if they fill the page;
 * 2. `together`: more rows of the list, of which the values lead to some, if so many were found that few more fill the page.
 *    They are found for many rows at once, and then looked at;
 * 3. `few`: the rows that the caller's values lead to, if they are few;
 * 4. `near`: many rows of the list, compared with the keys that the values lead to, if there are not too many keys;
 * 5. `more`: the rows that the values lead to, if neither they nor the keys are too many;
 * 6. `together`, if there are too many keys;
 * 7. `all`: all rows of the list, one by one, first compared with the keys if there are not too many.
 */
export function firstServed(list: SeenList, ways: readonly RenderedWay[], page: LimitedPage): ChosenPage {
  const { limit } = page;
  const parts = partsOf(list, ways, page);
  const { found, together, near } = parts;
  const likely =
    parts.firstRows / likelyForEach[list.isById && ways.every(({ isShort }) => isShort) ? 'close' : 'scattered'];
  const keysAreBounded = parts.keysAreAtMost(more);
  const isLooked = sql`(place.start < ${hopedForEach * limit} or not (${keysAreBounded}))`;
  const isShort = sql`(select count(*) from ahead) < ${parts.ahead}`;
  const ofKeys = parts.keyed && sql`case when ${keysAreBounded} then ${parts.keyed} else true end`;
  // A condition on a page is evaluated before the page is begun.
  return byChoice(
    sql`
      found as materialized (${found.rows}),
      ${aheadOf(list, parts)},
      ${reachedOf(parts, more)},
      near as materialized (${near.rows}),
      together as materialized (${together.rows(isLooked)}),
      choice as materialized (
        select case
          when ${found.serves} then 'found'
          when (select count(*) from found) >= ${likely} and ${together.isFull} then 'together'
          when ${parts.keysAreAtMost(few)} and ${countOf(raw('reached'), few)} then 'few'
          when ${keysAreBounded} then case
            when ${near.isFull} or ${isShort} then 'near'
            when ${countOf(raw('reached'), more)} then 'more'
            else 'all'
          end
          when ${together.isFull} or ${isShort} then 'together'
          else 'all'
        end as taken
      )`,
    sql`
      select item.* from found as item where ${taken} = 'found'
      union all
      select item.* from (${parts.ofReached}) as item where ${taken} in ('few', 'more')
      union all
      select item.* from near as item where ${taken} = 'near'
      union all
      select item.* from together as item where ${taken} = 'together'
      union all
      select item.* from (${seenIn(within(list, ofKeys), list.ordered([]), page)}) as item where ${taken} = 'all'`,
  );
}
