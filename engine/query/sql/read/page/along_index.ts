import type { AnyComparison, AnyCondition, Operand } from '../../../../model/field.ts';
import type { Table } from '../../../../model/model.ts';
import { columnOf, sql } from '../../../../sql/fragment.ts';
import type { AnyListPlan } from '../../../plan/list_plan.ts';
import { isColumn, renderOperand, renderValue } from '../../condition/condition.ts';
import { termsOf } from '../../condition/row.ts';
import type { Row } from '../../condition/row_place.ts';
import { parameter, type Sql } from '../../condition/statement.ts';
import { boundsOf } from './bounds.ts';
import { isOfId } from './order.ts';

/** Of a longer page, PostgreSQL might rather collect all rows between the bounds. */
const longest = 100;

/** A list along an index: with these bounds, the plan has the same rows. */
interface AlongIndex {
  readonly plan: AnyListPlan;
  readonly bounds: readonly Sql[];
}

/**
 * The list along the index of an enum, if it has one. It is in the order of ids, and no other condition has an index. PostgreSQL
 * expects as many rows of each value, and goes along all ids: for a value that no row has, to their end. It does not see that
 * bounds leave one value, and takes the index for the order by it. Beside the index of another column, it would read all entries
 * between the bounds.
 */
export function alongIndex(plan: AnyListPlan, row: Row): AlongIndex | null {
  const { rows, order, after, limit } = plan;
  const { resource, conditions } = rows;
  if (resource.kind !== 'table' || plan.asOf !== null || limit === null || limit > longest) return null;
  if (order.length > 1 || !order.every(isOfId)) return null;
  const found = conditions.find((condition) => isOfIndex(condition, resource));
  const others = conditions.filter((condition) => condition !== found);
  if (found === undefined || !others.every((condition) => isUnindexed(condition, resource))) return null;
  const terms = termsOf(row);
  const along = { column: renderOperand(found.operand, terms), value: renderValue(found, terms) };
  const id = columnOf(row.alias, 'id');
  const descending = order[0]?.descending === true;
  const last = after?.keys.at(-1) ?? null;
  const bounds = boundsOf(along, last === null ? null : { id, behind: sql`${parameter(last)}::bigint`, descending });
  const key = { relation: null, operand: found.operand, cast: null, descending, nulls: null };
  return { plan: { ...plan, rows: { ...rows, conditions: others }, order: [key, ...order], after: null }, bounds };
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

/** Types that have an index only where a definition says so. */
const plain: ReadonlySet<string> = new Set(['enum', 'boolean', 'integer', 'decimal']);

function isUnindexed(condition: AnyCondition, { indexes, unique, uniqueAmong, temporal }: Table): boolean {
  if (condition.kind !== 'comparison') return false;
  const { operand } = condition;
  if (!('field' in operand) || !isColumn(operand) || !plain.has(operand.type.kind)) return false;
  const lists = [...indexes, ...unique, ...uniqueAmong.map(({ fields }) => fields), temporal?.timeline ?? []];
  return !lists.some((columns) => columns.includes(operand.field.name));
}
