import type { Table } from '../../model/model.ts';
import type { GrantedRight } from '../../schema/role/grant.ts';
import { declaredFields } from '../../schema/table/column.ts';

/** What the serving role may do with notifications: make them, and change what their parties may change. */
export function notificationRights(table: Table): readonly GrantedRight[] {
  const fields = declaredFields(table);
  const changed = fields.filter(({ update }) => update).map(({ name }) => name);
  return [
    { right: 'select' },
    { right: 'insert', columns: fields.map(({ name }) => name) },
    // A PATCH of nothing sets the id to itself.
    { right: 'update', columns: ['id', ...changed] },
  ];
}
