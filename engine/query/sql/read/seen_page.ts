import { rowRule } from '../../../access/restriction.ts';
import { rulesOf } from '../../../model/computed.ts';
import { looksAtRelations, mayFail } from '../../../model/condition/looks.ts';
import { shortened } from '../../../model/condition/shortened.ts';
import { waysTo } from '../../../model/condition/way.ts';
import type { AnyCondition } from '../../../model/field.ts';
import type { Table } from '../../../model/model.ts';
import type { AnyListPlan } from '../../plan/list_plan.ts';
import { type OrderPlan, rankedBy } from '../../plan/rows_plan.ts';
import { isColumn } from '../condition/condition.ts';
import type { Row } from '../condition/row_place.ts';
import type { Sql } from '../condition/statement.ts';
import { firstServed } from './first_served.ts';
import { seenIn, seenList } from './seen_list.ts';
import { renderWay } from './way.ts';

/** A page of rows that a rule leaves, whether the caller sees all of them or none; null if one plan serves. */
export function seenPage(plan: AnyListPlan, row: Row): Sql | null {
  const { rows, order, limit, offset, asOf } = plan;
  const { resource, conditions } = rows;
  if (resource.kind !== 'table' || asOf !== null || limit === null || limit === 0) return null;
  const rule = rowRule(row, resource, 'read');
  if (rule.kind !== 'rule' || !looksAtRelations(rule.condition)) return null;
  if (
    order.some(failsForSome) ||
    rankedBy(rows, order).length > 0 ||
    conditions.some((condition) => findsFew(condition, resource))
  )
    return null;
  const page = { limit, offset };
  const list = seenList(plan, resource, row);
  const ways = waysTo(shortened(rule.condition, row.model))?.map((way) => renderWay(way, resource, row));
  return ways === undefined ? seenIn(list, list.ordered([]), page) : firstServed(list, ways, page);
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
