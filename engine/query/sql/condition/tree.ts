import type { Tree } from '../../../model/relation.ts';
import { columnOf, type Fragment, raw, sql } from '../../../sql/fragment.ts';
import { whereOf } from '../read/rule/fence.ts';
import type { Sql } from './statement.ts';

/** Rows of a tree as the steps of a way meet them. */
interface Steps {
  /** The alias of the row where the way begins. */
  readonly above: string;
  /** The alias of a row of the way. */
  readonly alias: string;
  readonly source: Sql;
  /** The way ends before a row for which they do not hold. */
  readonly conditions: readonly Sql[];
}

/**
 * An item of FROM: the rows that a tree leads to, each once, with how many steps away they are. Each step looks rows up by an
 * index. As a join, PostgreSQL could read all rows for it. Rows of the past may go round in a circle: the way has its end there
 * too.
 */
export function treeSource({ start, step, depth }: Tree, { above, alias, source, conditions }: Steps): Sql {
  const joined = sql`${columnOf(alias, step.to)} = walk.at`;
  const next = sql`select ${columnOf(alias, 'id')} as id, ${columnOf(alias, step.from)} as at from ${source} as ${raw(alias)}${whereOf([joined, ...conditions])} offset 0`;
  const walk = sql`select null::bigint, ${columnOf(above, start)}, 0 union all select next.id, next.at, walk.distance + 1 from walk cross join lateral (${next}) as next where walk.distance < ${raw(String(depth))}`;
  const way = sql`with recursive walk (id, at, distance) as (${walk}) select walk.id, min(walk.distance) as distance from walk group by walk.id`;
  return sql`(select own.*, way.distance as ${distance} from (${way}) as way join ${source} as own on own.id = way.id)`;
}

/** That a row is one or more steps away. */
export function isOnWay(alias: string): Fragment {
  return sql`${distanceOf(alias)} > 0`;
}

/** The steps to a row of the tree. */
export function distanceOf(alias: string): Fragment {
  return sql`${raw(alias)}.${distance}`;
}

// No field has such a name.
const distance = raw('"!distance"');
