import { mayFail } from '../../../../model/condition/looks.ts';
import type { AnyCondition } from '../../../../model/field.ts';
import { empty, publicTable, raw, sql } from '../../../../sql/fragment.ts';
import type { AnyListPlan } from '../../../plan/list_plan.ts';
import { rankedBy } from '../../../plan/rows_plan.ts';
import { isColumn, renderConjunct } from '../../condition/condition.ts';
import { termsOf } from '../../condition/row.ts';
import type { Row } from '../../condition/row_place.ts';
import { parameter, type Sql } from '../../condition/statement.ts';
import { whereOf } from '../rule/fence.ts';
import { isOfId, renderAfter } from './order.ts';
import { byChoice, type ChosenPage, taken } from './page_parts.ts';
import type { RecalledWay } from './recalled_way.ts';

/** How many ids of now are looked at for each row of the page. */
const idsForEach = 4;

/** The pages of a list: of the rows for which more holds, and of all. */
interface Pages {
  readonly near: (before: readonly Sql[]) => Sql;
  readonly whole: Sql;
}

/**
 * A page as of an instant, in the order of ids. PostgreSQL merges the rows of now with the replaced versions, and needs one of
 * each that was recorded then to begin. Where nothing was replaced since, or all was, it reads all of them to see that there is
 * none. So the page is first made of the versions up to an id that is a few rows of now ahead. They fill it, unless most rows
 * are left out: then the whole list is read.
 * Any other list is read as a whole at once.
 *
 * @param way `ahead` for the first try alone. Without the second one in its statement, PostgreSQL takes 7 percent less.
 */
export function nearPage(plan: AnyListPlan, row: Row, { near, whole }: Pages, way: RecalledWay | null): ChosenPage {
  const ahead = lookAhead(plan, row);
  if (ahead === null) return { rows: whole, choice: null };
  const isNear = (count: Sql) => sql`${count} = ${ahead.limit} or (select ahead.last from ahead) is null`;
  const first = sql`ahead as materialized (${ahead.rows})`;
  if (way?.way === 'ahead') {
    // The page is all that the statement counts.
    const isTaken = sql`case when ${isNear(sql`count(*)`)} then 'ahead' end`;
    return { rows: near([ahead.bound]), choice: { ways: first, taken: isTaken } };
  }
  return byChoice(
    sql`
      ${first},
      near as materialized (${near([ahead.bound])}),
      choice as materialized (
        select case when ${isNear(sql`(select count(*) from near)`)} then 'ahead' else 'whole' end as taken
      )`,
    sql`
      select item.* from near as item where ${taken} = 'ahead'
      union all
      select item.* from (${whole}) as item where ${taken} = 'whole'`,
  );
}

/** The last of a few ids of now, if there are so many, and that a version is not behind it. */
function lookAhead({ rows, order, after, limit, offset, asOf }: AnyListPlan, row: Row) {
  const { resource, conditions } = rows;
  const isPast = asOf !== null && resource.kind === 'table' && resource.history !== null;
  if (!isPast || limit === null || order.length > 1 || !order.every(isOfId) || rankedBy(rows, order).length > 0)
    return null;
  const isDown = order[0]?.descending === true;
  const now: Row = { ...row, alias: 'item', instant: null };
  const within = conditions.filter(isAboutId).map((condition) => renderConjunct(condition, termsOf(now)));
  const behind = after === null ? [] : [renderAfter(order, after, now)];
  const skipped = offset === 0 ? empty : sql` + 2 * ${parameter(String(offset))}::bigint`;
  const count = sql`${idsForEach * limit}${skipped}`;
  const last = raw(isDown ? 'min(item.id)' : 'max(item.id)');
  // Without so many rows of now, no id is the last, and what is near is all.
  const bound = isDown
    ? sql`item.id >= (select coalesce(ahead.last, -9223372036854775808) from ahead)`
    : sql`item.id <= (select coalesce(ahead.last, 9223372036854775807) from ahead)`;
  const ids = sql`
    select case when count(*) = ${count} then ${last} end as last
    from (
      select item.id
      from ${publicTable(resource.name)} as item${whereOf([...within, ...behind])}
      order by item.id${raw(isDown ? ' desc' : '')}
      limit ${count}
    ) as item`;
  return { rows: ids, bound, limit };
}

/** Whether the condition looks at nothing but the id, which a version shares with the row of now. */
function isAboutId(condition: AnyCondition): boolean {
  if (condition.kind !== 'comparison') return false;
  const { operand } = condition;
  return 'field' in operand && isColumn(operand) && operand.field.name === 'id' && !mayFail(condition);
}
