import { fieldsThatAreSet } from '../../../../model/consequence.ts';
import type { Field } from '../../../../model/field.ts';
import type { Table } from '../../../../model/model.ts';
import { columnOf, publicTable, sql } from '../../../../sql/fragment.ts';
import { targetOf } from '../../../../vocabulary/field_type.ts';
import { arrayText, readArrayText } from '../../../../vocabulary/value/array_text.ts';
import { parameter, type Sql } from '../../condition/statement.ts';
import { operand } from '../operand.ts';
import type { Assignment } from '../writer.ts';
import { type Ids, idsOfArray, type Lock, oneId, type Strength } from './lock_chain.ts';

// What a write locks for the change itself: timelines, rows, and the rows that they refer to.

/** The field whose row is what writers of a timeline queue on. */
export function timelineField({ temporal, fields }: Table): Field | undefined {
  return fields.get(temporal?.timeline[0] ?? '');
}

export function ownerLock({ type }: Field, ids: Ids): Lock {
  if (type.kind !== 'reference') throw new Error('a timeline begins with a reference');
  return { name: type.to, ...ids, strength: 'no key update' };
}

export function referenceLock({ type }: Field, values: readonly (string | null)[]): Lock {
  const to = targetOf(type);
  if (to === null) throw new Error('only a reference leads to a row');
  const ids = type.kind === 'array' ? values.flatMap((each) => readArrayText(each ?? '{}') ?? []) : values;
  return { name: to, ...anyOf(ids), strength: 'key share' };
}

export function timelineLock(table: Table, field: Field, id: Sql, assignments: readonly Assignment[]): Lock {
  const owner = columnOf('entry', field.name);
  const current = sql`(select ${owner} from ${publicTable(table.name)} as entry where entry.id = ${id})`;
  const move = assignments.find((assignment) => assignment.field === field);
  return ownerLock(field, move === undefined ? oneId(current) : idsOfArray(sql`array[${current}, ${operand(move)}]`));
}

/** The locks that the foreign keys take when the row is written, in their order. */
export function referenceLocks(table: Table, assignments: readonly Assignment[]): readonly Lock[] {
  const timeline = timelineField(table);
  return assignments.flatMap((assignment): Lock[] => {
    const { field, value, given } = assignment;
    const isNull = value === null && given === undefined;
    const to = targetOf(field.type);
    if (to === null || field === timeline || isNull) return [];
    const id = operand(assignment);
    return [{ name: to, ...(field.type.kind === 'array' ? idsOfArray(id) : oneId(id)), strength: 'key share' }];
  });
}

/** As the change itself locks it: PostgreSQL takes the stronger lock where a column of a unique index changes. */
export function rowStrength(table: Table, assignments: readonly Assignment[]): Strength {
  const given = [...fieldsThatAreSet(table, 'update')].flatMap((name) => table.fields.get(name) ?? []);
  const written = [...assignments.map(({ field }) => field), ...given];
  const isKey = table.temporal === null && written.some((field) => isUnique(table, field));
  return isKey ? 'update' : 'no key update';
}

export function isUnique(table: Table, field: Field): boolean {
  return table.unique.some((names) => names.includes(field.name));
}

export function anyOf(ids: readonly (string | null)[]): Ids {
  return idsOfArray(sql`${parameter(arrayText([...new Set(ids)]))}::bigint[]`);
}
