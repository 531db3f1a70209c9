import { pastRules, rowRule } from '../../../../access/restriction.ts';
import { rulesOf } from '../../../../model/computed.ts';
import { looksAtRelations, mayFail } from '../../../../model/condition/looks.ts';
import { shortened } from '../../../../model/condition/shortened.ts';
import { waysTo } from '../../../../model/condition/way.ts';
import type { AnyCondition } from '../../../../model/field.ts';
import type { Table } from '../../../../model/model.ts';
import { sql } from '../../../../sql/fragment.ts';
import type { AnyListPlan } from '../../../plan/list_plan.ts';
import { type OrderPlan, rankedBy } from '../../../plan/rows_plan.ts';
import { isColumn } from '../../condition/condition.ts';
import type { Row } from '../../condition/row_place.ts';
import type { Sql } from '../../condition/statement.ts';
import { firstServed } from './first_served.ts';
import { nearPage } from './near_page.ts';
import { type ChosenPage, oneSelect } from './page_parts.ts';
import type { RecalledWay } from './recalled_way.ts';
import { seenIn, seenList } from './seen_list.ts';
import { servedBy } from './served_by.ts';
import { renderWay } from './way.ts';

/**
 * A page of rows that a rule leaves, now or at an instant. It serves callers who see all rows and callers who see none. It takes
 * the way that is given, or the first of several ways that serves. It is null if one plan serves.
 */
export function seenPage(plan: AnyListPlan, row: Row, way: RecalledWay | null): ChosenPage | null {
  const { rows, order, limit, offset } = plan;
  const { resource, conditions } = rows;
  if (resource.kind !== 'table' || limit === null || limit === 0) return null;
  const rule = plan.asOf === null ? rowRule(row, resource, 'read') : pastRules(row, resource).version;
  if (rule.kind !== 'rule' || !looksAtRelations(rule.condition)) return null;
  if (
    order.some(failsForSome) ||
    rankedBy(rows, order).length > 0 ||
    conditions.some((condition) => findsFew(condition, resource))
  )
    return null;
  const page = { limit, offset };
  const item = unplanned(row);
  const list = seenList(plan, resource, item);
  const ways = waysTo(shortened(rule.condition, row.model))?.map((way) => renderWay(way, resource, item));
  const near = (before: readonly Sql[]) => seenIn(list, list.ordered(before), page);
  // The way within the whole list has no part in the choice that is recalled.
  const nearOnly = (whole: Sql) => ({ rows: oneSelect(nearPage(plan, item, { near, whole }, null)), choice: null });
  if (ways === undefined) return nearOnly(near([]));
  const served = way === null || way.way === 'ahead' ? firstServed(list, ways, page) : servedBy(way, list, ways, page);
  return plan.asOf === null ? served : nearOnly(oneSelect(served));
}

/**
 * A row at an instant that PostgreSQL does not see. Otherwise it would plan the statement for each instant again. The present is
 * made once likewise, and not for each row.
 */
function unplanned(row: Row): Row {
  const { instant, now } = row;
  if (instant === null) return { ...row, now: sql`(select ${now})` };
  const hidden = sql`(select ${instant})`;
  return { ...row, instant: hidden, now: now === instant ? hidden : now };
}

/** Whether a key may fail for some rows: it must not look at a row that the caller does not see. */
function failsForSome({ operand, cast }: OrderPlan): boolean {
  return cast !== null || rulesOf(operand.field).some(mayFail);
}

/** Whether few rows fulfil the condition, by a unique index: PostgreSQL begins with these. */
function findsFew(condition: AnyCondition, { unique }: Table): boolean {
  if (condition.kind !== 'comparison' || condition.negated || condition.quantifier !== null) return false;
  const { operand } = condition;
  if (!('field' in operand)) return false;
  const { name } = operand.field;
  const isKey = name === 'id' || unique.some((fields) => fields.length === 1 && fields[0] === name);
  return isKey && isColumn(operand) && (condition.operator === 'eq' || condition.operator === 'in');
}
