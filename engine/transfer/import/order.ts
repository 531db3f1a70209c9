import { identityResource } from '../../definition/recipient.ts';
import type { Table } from '../../model/model.ts';
import { targetOf } from '../../vocabulary/field_type.ts';

/**
 * Tables in the order in which their recorded rows can be imported. Identities come first, since all rows name their writers.
 * Each other table comes after those to which it refers. No order fits tables that refer to each other in a circle.
 */
export function inOrderOfReferences(tables: readonly Table[]): readonly Table[] {
  const named = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<Table>();
  const begun = new Set<Table>();
  const take = (table: Table | undefined): void => {
    if (table === undefined || begun.has(table)) return;
    begun.add(table);
    for (const { type } of table.fields.values()) take(named.get(targetOf(type) ?? ''));
    ordered.add(table);
  };
  take(named.get(identityResource));
  for (const table of tables) take(table);
  return [...ordered];
}
