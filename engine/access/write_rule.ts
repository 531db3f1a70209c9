import type { Field } from '../model/field.ts';
import type { MakeRoom, Table, Temporal } from '../model/model.ts';
import { targetOf } from '../vocabulary/field_type.ts';
import { type Restrictions, rowRule } from './restriction.ts';

/** The resource that a reference or its elements lead to. Null where all of its rows are seen: others may not be referred to. */
export function limitedTarget({ type, unseen }: Field, restrictions: Restrictions): Table | null {
  const target = unseen ? undefined : restrictions.model.resources.get(targetOf(type) ?? '');
  if (target?.kind !== 'table') return null;
  return rowRule(restrictions, target, 'read').kind === 'all' ? null : target;
}

/** Whether some entries of a timeline may not be cut or deleted to make room for another. */
export function isRoomLimited(table: Table, restrictions: Restrictions): boolean {
  if (table.temporal?.overlap !== 'make_room') return false;
  if (makeRoomOf(table.temporal, restrictions.principal.role) === 'anybody') return false;
  const rights = ['read', 'update', 'updated', 'delete'] as const;
  return rights.some((right) => rowRule(restrictions, table, right).kind !== 'all');
}

/** Which entries make room for a role. */
function makeRoomOf({ makeRoom }: Temporal, role: string | null): MakeRoom {
  return typeof makeRoom === 'string' ? makeRoom : (makeRoom.get(role ?? '') ?? 'own');
}
