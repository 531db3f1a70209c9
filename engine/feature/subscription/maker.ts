import type { Table } from '../../model/model.ts';
import type { Assignment, Writer } from '../../query/sql/write/writer.ts';

/** What a subscription keeps of its maker: events are chosen for them later, when their token is gone. */
export function makerOf(
  { fields }: Table,
  { identity, principal }: Writer,
  action: 'create' | 'update',
): readonly Assignment[] {
  const values: readonly (readonly [name: string, value: string | null])[] = [
    ...(action === 'create' ? [['created_by', identity] as const] : []),
    ['role', principal.role],
    ['claims', JSON.stringify(Object.fromEntries(principal.claims))],
  ];
  return values.flatMap(([name, value]) => {
    const field = fields.get(name);
    return field === undefined ? [] : [{ field, value }];
  });
}
