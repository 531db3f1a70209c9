import type { Restrictions } from '../../../../access/restriction.ts';
import type { Table } from '../../../../model/model.ts';
import { publicTable, sql } from '../../../../sql/fragment.ts';
import { accessCondition } from '../../condition/row.ts';
import { itemOf } from '../../condition/row_place.ts';
import { type Statement, statementOf } from '../../condition/statement.ts';
import { whereOf } from '../../read/rule/fence.ts';
import { hasKey, isLive, type KeyedRows } from './key.ts';
import { renderSent } from './new_rows.ts';

/**
 * The rows whose keys are sent: the `place` of each key, from 1, and the `id` of its row. Only rows that the principal may
 * read; null for all rows.
 */
export function renderReferred(table: Table, keyed: KeyedRows, restrictions: Restrictions | null): Statement {
  const seen = restrictions === null ? [] : accessCondition(table, 'read', itemOf(table, restrictions, null));
  const where = [hasKey(keyed, table, 'item'), ...isLive(table), ...seen];
  return statementOf(sql`
    select sent.place, item.id from ${renderSent(keyed.rows)}, ${publicTable(table.name)} as item${whereOf(where)}`);
}
