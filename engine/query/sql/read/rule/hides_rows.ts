import type { Restrictions } from '../../../../access/restriction.ts';
import { type Reading, relatedReads } from '../../../plan/rows_plan.ts';
import { accessCondition, isHidden } from '../../condition/row.ts';
import { itemOf } from '../../condition/row_place.ts';
import { instantExpression } from '../past/instant.ts';

/** Whether some rows may be hidden from the principal, among the rows that are read or that choose them. */
export function hidesRows({ rows, order, asOf = null }: Reading, restrictions: Restrictions): boolean {
  const row = itemOf(rows.resource, restrictions, asOf && instantExpression(asOf));
  const read = [rows.resource, ...relatedReads(rows, order, restrictions.model).map(({ resource }) => resource)];
  return read.some((resource) => isHidden(resource, accessCondition(resource, 'read', row), row));
}
