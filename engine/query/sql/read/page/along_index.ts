import type { AnyComparison, AnyCondition, Operand } from '../../../../model/field.ts';
import type { Table } from '../../../../model/model.ts';
import type { AnyListPlan } from '../../../plan/list_plan.ts';
import { rankedBy } from '../../../plan/rows_plan.ts';
import { isColumn } from '../../condition/condition.ts';
import { isOfId } from './order.ts';

/** Of a longer page, PostgreSQL might rather collect all rows between the bounds. */
const longest = 100;

/**
 * The same list along the index of an enum, if it has one and the first page is asked for in the order of ids. PostgreSQL expects
 * as many rows of each value, and goes along all ids: for a value that no row has, to their end. It does not see that bounds
 * leave one value, and takes the index for the order by it. Behind a cursor or an id, it would read the entries before it too.
 */
export function alongIndex(plan: AnyListPlan): AnyListPlan {
  const { rows, order, after, limit } = plan;
  const { resource, conditions } = rows;
  if (resource.kind !== 'table' || plan.asOf !== null || after !== null || limit === null || limit > longest)
    return plan;
  const operands = conditions.map(columnIn);
  const found = conditions.find((condition): condition is Equality => isOfIndex(condition, resource));
  const isById = order.length < 2 && order.every(isOfId) && rankedBy(rows, order).length === 0;
  if (found === undefined || !isById || operands.some((operand) => operand?.field.name === 'id')) return plan;
  const others = conditions.filter((condition) => condition !== found);
  const bounds = (['gte', 'lte'] as const).map((operator): AnyComparison => ({ ...found, operator }));
  const key = {
    relation: null,
    operand: found.operand,
    cast: null,
    descending: order[0]?.descending === true,
    nulls: null,
  };
  return { ...plan, rows: { ...rows, conditions: [...bounds, ...others] }, order: [key, ...order] };
}

type Equality = AnyComparison & { readonly operand: Operand };

function isOfIndex(condition: AnyCondition, { indexes }: Table): condition is Equality {
  const operand = columnIn(condition);
  if (operand === null || condition.kind !== 'comparison') return false;
  const { operator, negated, quantifier, comparand } = condition;
  const isOne = operator === 'eq' && !negated && quantifier === null;
  const isWritten = comparand.kind === 'values' || comparand.kind === 'open';
  const isIndexed = indexes.some((columns) => columns.length === 1 && columns[0] === operand.field.name);
  return isOne && isWritten && isIndexed && operand.type.kind === 'enum';
}

/** The operand of a comparison that is a column of the row itself. */
function columnIn(condition: AnyCondition): Operand | null {
  if (condition.kind !== 'comparison') return null;
  const { operand } = condition;
  return 'field' in operand && isColumn(operand) ? operand : null;
}
