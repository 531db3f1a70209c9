import { empty, type Fragment, join, raw, sql } from '../../../../sql/fragment.ts';
import { parameter, type Sql } from '../../condition/statement.ts';
import { trueOrAll } from '../rule/fence.ts';
import { type LimitedPage, type SeenList, seenIn } from './seen_list.ts';
import { limited, type RenderedWay } from './way.ts';

/** The rows of a page, and the choice among several ways to them; null where there is one. */
export interface ChosenPage {
  readonly rows: Sql;
  readonly choice: Choice | null;
}

export interface Choice {
  /** Items of WITH. */
  readonly ways: Sql;
  /** The way that was taken, where the rows of the page are counted; null if none serves. */
  readonly taken: Sql;
}

/** A page whose last way is the item `choice`, in the column `taken`. */
export function byChoice(ways: Sql, rows: Sql): ChosenPage {
  return { rows, choice: { ways, taken } };
}

/** What a SELECT of the rows begins with. */
export function withWays(choice: Choice | null): Sql {
  return choice === null ? empty : sql`with ${choice.ways} `;
}

/** The page as one SELECT. */
export function oneSelect({ rows, choice }: ChosenPage): Sql {
  return sql`${withWays(choice)}${rows}`;
}

/** The way that was taken, where an item of WITH is the choice. */
export const taken = sql`(select choice.taken from choice)`;

/** For each row of the page so many rows of the list are looked at one by one: enough if the caller sees a quarter. */
const firstForEach = 4;

/** How many are looked at together, or compared with the keys of the rule's ways: enough if the caller sees one of 400. */
const together = { forEach: 400, most: 10_000 } as const;
const near = { forEach: 400, most: 20_000 } as const;

/** The same where PostgreSQL has to look at one after the other. */
const slow = { forEach: 80, most: 8000 } as const;

/** No more are looked at together, unless there are too many keys: to compare the rows with keys costs less. */
export const hopedForEach = 80;

/** The rows that are looked at together are taken in parts: the first ones of so many rows for each row of the page. */
const partForEach = 10;

/** How many keys and rows are taken from the other end of the rule's ways: few at first, and then more. */
export const few = 500;
export const more = 5000;

/** What the ways are made of. */
export function partsOf(list: SeenList, ways: readonly RenderedWay[], page: LimitedPage) {
  const { limit } = page;
  const firstRows = firstForEach * limit;
  const first = behind(page, firstRows);
  const keyed = keyedIn(ways);
  const led = ledIn(ways, raw('part'));
  const rowsOf = ({ forEach, most }: typeof slow | typeof near | typeof together) =>
    Math.max(firstRows, Math.min(forEach * limit, most));
  const aheadRows = rowsOf(led === null ? slow : together);
  const nearRows = behind(page, rowsOf(keyed === null ? slow : near));
  const keys = ways.flatMap((way, index) => (way.keys === null ? [] : [{ name: nameOfKeys(index), rows: way.keys }]));
  const isFull = (name: string) => sql`(select count(*) from ${raw(name)}) = ${limit}`;
  return {
    firstRows,
    found: {
      rows: seenIn(list, sql`${list.ordered([])} limit ${first}`, page),
      serves: sql`${isFull('found')} or (select count(*) from (${list.bare} limit ${first}) as item) < ${first}`,
    },
    aheadRows,
    ahead: behind(page, aheadRows),
    keyed,
    keys,
    ids: ways.map((way, index) => way.ids(nameOfKeys(index))),
    keysAreAtMost: (most: number) => trueOrAll(keys.map(({ name }) => countOf(name, most))),
    ofReached: seenIn(list, list.ordered([sql`item.id = any (array(select reached.id from reached))`]), page),
    near: {
      ahead: nearRows,
      rows: seenIn(within(list, keyed), sql`${list.ordered([])} limit ${nearRows}`, page),
      isFull: isFull('near'),
    },
    together: {
      rows: (isLooked: Sql) => seenIn(list, inParts(led, lengthsOf(limit, aheadRows), isLooked), page),
      isFull: isFull('together'),
    },
  };
}

type Parts = ReturnType<typeof partsOf>;

export function aheadOf(list: SeenList, { ahead }: Parts): Sql {
  return sql`ahead as materialized (${list.ordered([])} limit ${ahead})`;
}

export function keptKeys({ keys }: Parts, most: number): readonly Sql[] {
  return keys.map(({ name, rows }) => sql`${name} as materialized (${rows} limit ${most + 1}), `);
}

export function reachedOf(parts: Parts, most: number): Sql {
  return sql`${join(keptKeys(parts, most), '')}reached as materialized (${limited(parts.ids, most + 1)})`;
}

/** The list with what is cheaper to know of a row than the rule, if there is anything. */
export function within(list: SeenList, condition: Sql | null): SeenList {
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
function lengthsOf(limit: number, rows: number): readonly Sql[] {
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
export function countOf(name: Fragment, most: number): Fragment {
  return sql`(select count(*) from (select from ${name} limit ${most + 1}) as item) <= ${most}`;
}

/** So many rows of a list. The rows that the offset leaves out come on top. */
function behind({ offset }: LimitedPage, rows: number): Sql {
  return offset === 0 ? sql`${rows}` : sql`${rows} + ${firstForEach} * ${parameter(String(offset))}::bigint`;
}
