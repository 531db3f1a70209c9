import type { AnyComparison, AnyCondition, Operand } from '../../../../model/field.ts';
import type { Table } from '../../../../model/model.ts';
import type { AnyListPlan } from '../../../plan/list_plan.ts';
import { isColumn } from '../../condition/condition.ts';
import { isOfId } from './order.ts';

/** Of a longer page, PostgreSQL might rather collect all rows between the bounds. */
const longest = 100;

/**
 * The same list along the index of an enum, if it has one. It is for the first page by nothing else, in the order of ids.
 * PostgreSQL expects as many rows of each value, and goes along all ids: for a value that no row has, to their end. It does not
 * see that bounds leave one value, and takes the index for the order by it. Beside the index of another column, it would read
 * all entries between the bounds.
 */
export function alongIndex(plan: AnyListPlan): AnyListPlan {
  const { rows, order, after, limit } = plan;
  const { resource, conditions } = rows;
  const [found, ...others] = conditions;
  if (resource.kind !== 'table' || found === undefined || others.length > 0 || !isOfIndex(found, resource)) return plan;
  if (plan.asOf !== null || after !== null || limit === null || limit > longest) return plan;
  if (order.length > 1 || !order.every(isOfId)) return plan;
  const bounds = (['gte', 'lte'] as const).map((operator): AnyComparison => ({ ...found, operator }));
  const descending = order[0]?.descending === true;
  const key = { relation: null, operand: found.operand, cast: null, descending, nulls: null };
  return { ...plan, rows: { ...rows, conditions: bounds }, order: [key, ...order] };
}

type Equality = AnyComparison & { readonly operand: Operand };

function isOfIndex(condition: AnyCondition, { indexes }: Table): condition is Equality {
  if (condition.kind !== 'comparison') return false;
  const { operand, operator, negated, quantifier, comparand } = condition;
  if (!('field' in operand) || !isColumn(operand) || operand.type.kind !== 'enum') return false;
  const isOne = operator === 'eq' && !negated && quantifier === null;
  const isWritten = comparand.kind === 'values' || comparand.kind === 'open';
  return isOne && isWritten && indexes.some((columns) => columns.length === 1 && columns[0] === operand.field.name);
}
