import { empty, type Fragment, join, raw, sql } from '../../../../sql/fragment.ts';
import { parameter, type Sql } from '../../condition/statement.ts';
import { trueOrAll } from '../rule/fence.ts';
import { type LimitedPage, type SeenList, seenIn } from './seen_list.ts';
import { limited, type RenderedWay } from './way.ts';

/** For each row of the page so many rows of the list are looked at one by one: enough if the caller sees a quarter. */
const firstForEach = 4;

/** How many are looked at together, or compared with the keys of the rule's ways: enough if the caller sees one of 400. */
const together = { forEach: 400, most: 10_000 } as const;
const near = { forEach: 400, most: 20_000 } as const;

/** The same where PostgreSQL has to look at one after the other. */
const slow = { forEach: 80, most: 8000 } as const;

/**
 * Rows are looked at together before the keys are, if so many for each row of the page are likely to fill it. What rows next to
 * each other lead to is often next to each other as well, and then found quickly.
 */
const likelyForEach = { close: 80, scattered: 20 } as const;

/** No more are looked at together, unless there are too many keys: to compare the rows with keys costs less. */
const hopedForEach = 80;

/** The rows that are looked at together are taken in parts: the first ones of so many rows for each row of the page. */
const partForEach = 10;

/** How many keys and rows are taken from the other end of the rule's ways: few at first, and then more. */
const few = 500;
const more = 5000;

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
export function firstServed(list: SeenList, ways: readonly RenderedWay[], page: LimitedPage): Sql {
  const { limit } = page;
  const firstRows = firstForEach * limit;
  const first = behind(page, firstRows);
  const keyed = keyedIn(ways);
  const led = ledIn(ways, raw('part'));
  const rowsOf = ({ forEach, most }: typeof slow | typeof near | typeof together) =>
    Math.max(firstRows, Math.min(forEach * limit, most));
  const aheadRows = rowsOf(led === null ? slow : together);
  const ahead = behind(page, aheadRows);
  const likely = firstRows / likelyForEach[list.isById && ways.every(({ isShort }) => isShort) ? 'close' : 'scattered'];
  const keys = ways.flatMap((way, index) => (way.keys === null ? [] : [{ name: nameOfKeys(index), rows: way.keys }]));
  const keptKeys = keys.map(({ name, rows }) => sql`${name} as materialized (${rows} limit ${more + 1}), `);
  const ids = ways.map((way, index) => way.ids(nameOfKeys(index)));
  const keysAreAtMost = (most: number) => trueOrAll(keys.map((each) => countOf(each.name, most)));
  const isLooked = sql`(place.start < ${hopedForEach * limit} or not (${keysAreAtMost(more)}))`;
  const areTogether = sql`(select count(*) from together) = ${limit}`;
  const isShort = sql`(select count(*) from ahead) < ${ahead}`;
  const taken = sql`(select choice.taken from choice)`;
  const ofIds = seenIn(list, list.ordered([sql`item.id = any (array(select reached.id from reached))`]), page);
  const ofKeys = keyed && sql`case when ${keysAreAtMost(more)} then ${keyed} else true end`;
  // A condition on a page is evaluated before the page is begun.
  return sql`
    with found as materialized (${seenIn(list, sql`${list.ordered([])} limit ${first}`, page)}),
    ahead as materialized (${list.ordered([])} limit ${ahead}),
    ${join(keptKeys, '')}reached as materialized (${limited(ids, more + 1)}),
    near as materialized (${seenIn(within(list, keyed), sql`${list.ordered([])} limit ${behind(page, rowsOf(keyed === null ? slow : near))}`, page)}),
    together as materialized (${seenIn(list, inParts(led, partsOf(limit, aheadRows), isLooked), page)}),
    choice as materialized (
      select case
        when (select count(*) from found) = ${limit} then 'found'
        when (select count(*) from (${list.bare} limit ${first}) as item) < ${first} then 'found'
        when (select count(*) from found) >= ${likely} and ${areTogether} then 'together'
        when ${keysAreAtMost(few)} and ${countOf(raw('reached'), few)} then 'few'
        when ${keysAreAtMost(more)} then case
          when (select count(*) from near) = ${limit} or ${isShort} then 'near'
          when ${countOf(raw('reached'), more)} then 'more'
          else 'all'
        end
        when ${areTogether} or ${isShort} then 'together'
        else 'all'
      end as taken
    )
    select item.* from found as item where ${taken} = 'found'
    union all
    select item.* from (${ofIds}) as item where ${taken} in ('few', 'more')
    union all
    select item.* from near as item where ${taken} = 'near'
    union all
    select item.* from together as item where ${taken} = 'together'
    union all
    select item.* from (${seenIn(within(list, ofKeys), list.ordered([]), page)}) as item where ${taken} = 'all'`;
}

/** The list with what is cheaper to know of a row than the rule, if there is anything. */
function within(list: SeenList, condition: Sql | null): SeenList {
  return condition === null ? list : { ...list, seen: { ...list.seen, open: [condition, ...list.seen.open] } };
}

/** That a row has one of the keys of a way; null where that is not known of all ways. */
function keyedIn(ways: readonly RenderedWay[]): Sql | null {
  return anyOf(ways, ({ hasKey }, index) => hasKey?.(nameOfKeys(index)));
}

/** That a way leads to one of some rows, which is found for all of them together. */
function ledIn(ways: readonly RenderedWay[], some: Sql): Sql | null {
  return anyOf(ways, ({ leads }) => leads(some));
}

/** The rows ahead that a way leads to, looked at in one part after the other while more are asked for. */
function inParts(led: Sql | null, parts: readonly Sql[], isLooked: Sql): Sql {
  return sql`
    select item.*
    from (values ${join(parts, ', ')}) as place (start, length)
    cross join lateral (
      with part as materialized (select item.* from ahead as item offset place.start limit place.length)
      select item.* from part as item${led === null ? empty : sql` where ${led}`} offset 0
    ) as item
    where ${isLooked}`;
}

/** Where each part starts, and how long it is. They become longer: rows looked at in vain cost less than many parts. The last has no end. */
function partsOf(limit: number, rows: number): readonly Sql[] {
  const parts: Sql[] = [];
  let start = 0;
  while (start < rows) {
    const length = Math.max(partForEach * limit, Math.floor(start / 4));
    parts.push(sql`(${start}, ${length})`);
    start += length;
  }
  return [...parts, sql`(${start}, null)`];
}

function anyOf(
  ways: readonly RenderedWay[],
  condition: (way: RenderedWay, index: number) => Sql | null | undefined,
): Sql | null {
  const conditions = ways.flatMap((way, index) => condition(way, index) ?? []);
  return conditions.length < ways.length ? null : sql`(${join(conditions, ' or ')})`;
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
