import type { Field } from '../model/field.ts';
import type { Table } from '../model/model.ts';
import { type Restrictions, rowRule } from './restriction.ts';

/** The resource that a reference leads to, where only some of its rows are seen: others may not be referred to. */
export function limitedTarget({ type }: Field, restrictions: Restrictions): Table | null {
  const target = type.kind === 'reference' ? restrictions.model.resources.get(type.to) : undefined;
  if (target?.kind !== 'table') return null;
  return rowRule(restrictions, target, 'read').kind === 'all' ? null : target;
}

/** Whether some entries of a timeline may not be cut or deleted to make room for another. */
export function isRoomLimited(table: Table, restrictions: Restrictions): boolean {
  if (table.temporal?.overlap !== 'make_room' || table.temporal.makeRoom === 'anybody') return false;
  const actions = ['read', 'update', 'delete'] as const;
  return actions.some((action) => rowRule(restrictions, table, action).kind !== 'all');
}
