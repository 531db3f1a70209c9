import { comparisonsIn } from '../../../model/condition/atom.ts';
import type { AnyComparison, BoundCondition } from '../../../model/field.ts';
import type { Tree } from '../../../model/relation.ts';
import { columnOf, raw, sql } from '../../../sql/fragment.ts';
import { renderFilter } from '../read/rule/fence.ts';
import type { Place, RelatedRows } from './related_rows.ts';
import type { Row } from './row_place.ts';
import type { Sql } from './statement.ts';

/** What a row knows of the rows around it. */
interface Around {
  readonly place: (alias: string) => Place;
  readonly rows: (place: Place, conditions: readonly BoundCondition<AnyComparison>[]) => RelatedRows;
}

/**
 * Whether the ways are followed from their other ends. The condition then names a value, and holds for the same rows whichever
 * row asks. Ways from each row of a large table would take seconds.
 */
export function isFoundFirst(
  condition: BoundCondition<AnyComparison>,
  { instant, validAt, callers, former, oneByOne }: Row,
): boolean {
  if (oneByOne || [instant, validAt, callers, former].some((each) => each !== null)) return false;
  const isBoth = condition.kind === 'logic' && condition.operator === 'and' && !condition.negated;
  return (
    (isBoth ? condition.operands : [condition]).some((each) => each.kind === 'comparison' && isSelective(each)) &&
    comparisonsIn(condition).every(({ comparand }) => comparand.kind !== 'own')
  );
}

function isSelective({ operand, operator, negated, quantifier }: AnyComparison): boolean {
  if (!('field' in operand) || negated || quantifier === 'all' || operand.field.computed !== null) return false;
  return (operator === 'eq' || operator === 'in') && operand.type.kind !== 'enum' && operand.type.kind !== 'boolean';
}

/** That a way leads from a row to one for which a condition holds. */
export function existsInTree(
  { start, step, depth }: Tree,
  condition: BoundCondition<AnyComparison>,
  { place, rows }: Around,
  { alias, depth: above }: Row,
): Sql {
  const end = rows(place(`end_${above + 1}`), [condition]);
  const back = place(`step_${above + 1}`);
  const joined = sql`${columnOf(back.below.alias, step.from)} = walk.start`;
  const next = rows({ ...back, there: [joined, ...back.there] }, []);
  const startOf = (row: Row) => columnOf(row.alias, step.to);
  const found = ({ row, source, filter }: RelatedRows) =>
    sql`from ${source} as ${raw(row.alias)} where ${renderFilter(filter)}`;
  const seed = sql`select ${startOf(end.row)}, 1 ${found(end)}`;
  const further = sql`select next.start, walk.distance + 1 from walk cross join lateral (select ${startOf(next.row)} as start ${found(next)} offset 0) as next where walk.distance < ${raw(String(depth))}`;
  const starts = sql`with recursive walk (start, distance) as (${seed} union ${further}) select walk.start from walk`;
  return sql`exists (select from (${starts}) as way where way.start = ${columnOf(alias, start)})`;
}
