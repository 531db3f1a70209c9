import { checkWatch, concernsOf, meetingOf } from '../../../../model/condition/check_concern.ts';
import type { Concern } from '../../../../model/condition/look.ts';
import { fieldsThatAreSet } from '../../../../model/consequence.ts';
import type { Model, Table } from '../../../../model/model.ts';
import { columnOf, join, publicTable, sql } from '../../../../sql/fragment.ts';
import type { Sql } from '../../condition/statement.ts';
import { operand } from '../operand.ts';
import type { Assignment } from '../writer.ts';
import { idsOfSelect, inLockOrder, type Lock } from './lock_chain.ts';

/** A write of rows of a table, as checks see it. */
export interface CheckedWrite {
  readonly action: 'create' | 'update' | 'delete';
  /** Whether it gives a column another value; a create and a removal concern all columns. */
  readonly sets: (column: string) => boolean;
  /** SELECTs of a column of the rows: its present values, and the ones that the write sets. */
  readonly values: (column: string) => readonly Sql[];
}

/**
 * The rows that a write locks first of all if it may break a check of related rows. They are the owners of the check, and the
 * rows that these refer to. Two writers that could break the check together then wait for each other.
 */
export function checkLocks(table: Table, write: CheckedWrite, model: Model): readonly Lock[] {
  const { owners } = checkWatch(model);
  return concernsOf(table, model).flatMap((concern): readonly Lock[] => {
    const owner = owners.get(concern.resource);
    if (owner === undefined || !isTouched([...concern.columns, concern.column], write)) return [];
    const isItself = concern.field === 'id' && concern.column === 'id';
    if (isItself && write.action === 'delete' && !owner.asked.some(({ moment }) => moment.on.has('delete'))) return [];
    const references = owner.references.flatMap(({ field, to, isArray }) => {
      const ids = isItself ? joined(write.values(field), isArray) : null;
      if (!isItself && !owner.isMeeting) return [];
      const id = columnOf('owner', field);
      const select = ids ?? (isItself ? null : ofOwners(concern, isArray ? sql`unnest(${id})` : id, write));
      return select === null ? [] : [{ name: to, ...idsOfSelect(select), strength: 'share' } as const];
    });
    if (isItself) return references;
    const meeting = meetingOf(concern, model);
    const met = meeting === null ? null : joined(write.values(concern.column));
    const own = owner.isMeeting ? ofOwners(concern, columnOf('owner', 'id'), write) : null;
    const locked = (name: string | null, ids: Sql | null): readonly Lock[] =>
      name === null || ids === null ? [] : [{ name, ...idsOfSelect(ids), strength: 'no key update' }];
    return [...locked(meeting, met), ...locked(concern.resource, own), ...references];
  });
}

function isChecked(table: Table, write: Pick<CheckedWrite, 'action' | 'sets'>, model: Model): boolean {
  return checkLocks(table, { ...write, values: () => [sql`null`] }, model).length > 0;
}

function isTouched(columns: readonly string[], { action, sets }: CheckedWrite): boolean {
  return action !== 'update' || columns.some(sets);
}

/** A value of the rows that own the checks which a write concerns, as a SELECT. */
function ofOwners(
  { resource, field, column, inArray }: Concern,
  value: Sql,
  { action, values }: CheckedWrite,
): Sql | null {
  // No other row refers to one that is new or about to go.
  if (column === 'id' && action !== 'update') return null;
  const ids = joined(values(column), inArray === 'column');
  if (ids === null) return null;
  const own = columnOf('owner', field);
  const isConcerned = inArray === 'field' ? sql`${own} && array(${ids})` : sql`${own} in (${ids})`;
  return sql`select ${value} from ${publicTable(resource)} as owner where ${isConcerned}`;
}

function joined(selects: readonly Sql[], isArray = false): Sql | null {
  if (selects.length === 0) return null;
  const all = join(selects, ' union all ');
  return isArray ? sql`select unnest(value.ids) from (${all}) as value (ids)` : all;
}

/** The locks of a write with those for checks. Without any of these, they are in the order of single writes already. */
export function withChecks(locks: readonly Lock[], table: Table, write: CheckedWrite, model: Model): readonly Lock[] {
  const forChecks = checkLocks(table, write, model);
  return forChecks.length === 0 ? locks : inLockOrder([...locks, ...forChecks], model);
}

/** A write of some values, as checks see it. `current` selects a column of the rows as they are; null for new rows. */
export function checkedWrite(
  { temporal, sets }: Table,
  action: CheckedWrite['action'],
  assignments: readonly Assignment[],
  current: ((column: string) => Sql) | null,
): CheckedWrite {
  const values = (column: string) => [
    ...(current === null ? [] : [current(column)]),
    ...assignments.flatMap((each) => (each.field.name === column ? [sql`select ${operand(each)}`] : [])),
  ];
  // An entry is taken off its timeline by an update.
  if (action === 'delete' && temporal !== null) return { action: 'update', sets: isValidity, values };
  const given = action === 'update' ? fieldsThatAreSet({ sets }, action) : null;
  const isSent = (column: string) => assignments.some(({ field }) => field.name === column);
  return { action, sets: (column) => isSent(column) || given?.has(column) === true, values };
}

function isValidity(column: string): boolean {
  return column === 'valid_from' || column === 'valid_to';
}

/** Selects a column of the row with an id. */
export function columnOfRow({ name }: Table, id: Sql): (column: string) => Sql {
  return (column) => sql`select ${columnOf('entry', column)} from ${publicTable(name)} as entry where entry.id = ${id}`;
}

/** Whether a write has to lock rows first, because checks look at what it changes. */
export function isHeldByChecks(
  table: Table,
  action: CheckedWrite['action'],
  assignments: readonly Assignment[],
  model: Model,
): boolean {
  return isChecked(table, checkedWrite(table, action, assignments, null), model);
}
