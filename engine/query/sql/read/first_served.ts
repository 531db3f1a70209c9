import { type Fragment, join, raw, sql } from '../../../sql/fragment.ts';
import { parameter, type Sql } from '../condition/statement.ts';
import { type LimitedPage, type SeenList, seenIn } from './seen_list.ts';
import { limited, type RenderedWay } from './way.ts';

/**
 * How many rows of the list are looked at one by one, for each row of the page: enough if the caller sees a quarter. And how
 * many are looked at together, if the page is not long: enough if the caller sees two percent.
 */
const firstForEach = 4;
const togetherForEach = 80;
const mostTogether = 8000;

/** How many keys and rows are taken from the other end of the rule's ways: few at first, and then more. */
const few = 500;
const more = 5000;

/**
 * A page of rows that a rule leaves. No single plan serves those who see all rows and those who see none, and PostgreSQL
 * does not know whose values it plans for. So one statement has several ways, and takes the first that serves:
 *
 * 1. `found`: the first rows of the list, looked at one by one, if they fill the page;
 * 2. `few`: the rows that the caller's values lead to, if they are few;
 * 3. `together`: more rows of the list, of which the values lead to some. These are found at once, and then looked at;
 * 4. `more`: the rows that the values lead to, if there are not too many;
 * 5. `all`: all rows of the list, one by one.
 */
export function firstServed(list: SeenList, ways: readonly RenderedWay[], page: LimitedPage): Sql {
  const { limit } = page;
  const first = behind(page, firstForEach * limit);
  const together = behind(page, Math.max(firstForEach * limit, Math.min(togetherForEach * limit, mostTogether)));
  const keys = ways.flatMap((way, index) => (way.keys === null ? [] : [{ name: nameOfKeys(index), rows: way.keys }]));
  const keptKeys = keys.map(({ name, rows }) => sql`${name} as materialized (${rows} limit ${more + 1}), `);
  const ids = ways.map((way, index) => way.ids(nameOfKeys(index)));
  const areAtMost = (name: 'few' | 'more', most: number) =>
    join([...keys.map((each) => countOf(each.name, most)), countOf(raw(name), most)], ' and ');
  const taken = sql`(select choice.taken from choice)`;
  const reached = sql`case ${taken} when 'few' then array(select few.id from few) else array(select more.id from more) end`;
  const ofIds = seenIn(list, list.ordered([sql`item.id = any (${reached})`]), page);
  // A condition on a page is evaluated before the page is begun.
  return sql`
    with found as materialized (${seenIn(list, sql`${list.ordered([])} limit ${first}`, page)}),
    ahead as materialized (${list.ordered([])} limit ${together}),
    ${join(keptKeys, '')}few as materialized (${limited(ids, few + 1)}), more as materialized (${limited(ids, more + 1)}),
    together as materialized (${seenIn(ledIn(list, ways), sql`select item.* from ahead as item`, page)}),
    choice as materialized (
      select case
        when (select count(*) from found) = ${limit} then 'found'
        when (select count(*) from (${list.bare} limit ${first}) as item) < ${first} then 'found'
        when ${areAtMost('few', few)} then 'few'
        when (select count(*) from together) = ${limit} then 'together'
        when (select count(*) from ahead) < ${together} then 'together'
        when ${areAtMost('more', more)} then 'more'
        else 'all'
      end as taken
    )
    select item.* from found as item where ${taken} = 'found'
    union all
    select item.* from (${ofIds}) as item where ${taken} in ('few', 'more')
    union all
    select item.* from together as item where ${taken} = 'together'
    union all
    select item.* from (${seenIn(list, list.ordered([]), page)}) as item where ${taken} = 'all'`;
}

/** The list with what is cheaper to know of some rows together than the rule: that a way leads to them. */
function ledIn(list: SeenList, ways: readonly RenderedWay[]): SeenList {
  const leads = ways.flatMap((way, index) => {
    const name = nameOfKeys(index);
    return way.leads?.(raw('ahead'), { name, areFew: countOf(name, more) }) ?? [];
  });
  if (leads.length < ways.length) return list;
  return { ...list, seen: { ...list.seen, open: [sql`(${join(leads, ' or ')})`, ...list.seen.open] } };
}

function nameOfKeys(index: number): Fragment {
  return raw(`keys_${index}`);
}

/** That there are so many at most. No more of them are made than it takes to say it. */
function countOf(name: Fragment, most: number): Fragment {
  return sql`(select count(*) from (select from ${name} limit ${most + 1}) as item) <= ${most}`;
}

/** So many rows of a list. The rows that the offset leaves out come on top. */
function behind({ offset }: LimitedPage, rows: number): Sql {
  return offset === 0 ? sql`${rows}` : sql`${rows} + ${firstForEach} * ${parameter(String(offset))}::bigint`;
}
