import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Operand } from '../field.ts';
import { type Relation, stepsOf } from '../relation.ts';
import { treeFault } from '../tree/tree_fault.ts';
import { type Bound, refuseValue } from './bound.ts';
import { madeOfRelated } from './made_of_related.ts';
import { periodOf } from './period.ts';
import type { RowType } from './row_type.ts';

/** A value of a row, or of the rows that relations lead to from there. */
interface RowValue {
  readonly relations: readonly Relation[];
  readonly operand: Operand;
}

/** The aliases of relations, then a field. */
interface WrittenPath {
  readonly names: readonly string[];
  /** Of the first name. */
  readonly offset: number;
  /** What to write besides a field, for a message. */
  readonly otherwise?: string;
}

/** Follows a path from a row to a field. */
export function readRowPath(
  { names, offset, otherwise = '' }: WrittenPath,
  from: RowType,
  rows: ReadonlyMap<string, RowType>,
): Bound<RowValue> {
  const way = followWay({ names: names.slice(0, -1), offset }, from, rows);
  if (!way.ok) return way;
  const { relations, row, place } = way.value;
  const name = names.at(-1) ?? '';
  const operand = operandOf(name, row);
  if (operand?.field.writeOnly)
    return refuseValue({ offset: place }, `${name} is never shown, and cannot be compared`, 'another field', null);
  if (operand?.field.computed?.kind === 'value')
    return refuseValue({ offset: place }, ...madeOfRelated(name, operand.field.computed), null);
  if (operand !== null) return { ok: true, value: { relations, operand } };
  const known = [...row.fields.keys()];
  const message = `there is no field ${name} in ${row.name}`;
  return refuseValue({ offset: place }, message, `${oneOf(known)}${otherwise}`, nearest(name, known));
}

/** Follows the aliases of relations, to the row where they end and the place behind them. */
export function followWay(
  { names, offset }: Pick<WrittenPath, 'names' | 'offset'>,
  from: RowType,
  rows: ReadonlyMap<string, RowType>,
): Bound<{ readonly relations: readonly Relation[]; readonly row: RowType; readonly place: number }> {
  const relations: Relation[] = [];
  let row = from;
  let place = offset;
  for (const alias of names) {
    const relation = row.relations.get(alias);
    if (relation === undefined) {
      const known = [...row.relations.keys()];
      const message = `there is no relation ${alias} of ${row.name}`;
      return refuseValue({ offset: place }, message, known.length === 0 ? null : oneOf(known), nearest(alias, known));
    }
    const fault = treeFault(relation, {});
    if (fault !== null) return refuseValue({ offset: place }, fault.message, fault.expected, null);
    const target = rows.get(relation.target);
    // It could not be read, which has been reported: what its rows have cannot be told.
    if (target === undefined) return refuseValue({ offset: place }, `${relation.target} could not be read`, null, null);
    relations.push(...stepsOf(relation));
    row = target;
    place += alias.length + 1;
  }
  return { ok: true, value: { relations, row, place } };
}

function operandOf(name: string, row: RowType): Operand | null {
  const field = row.fields.get(name);
  return field === undefined ? periodOf(name, row, true) : { field, steps: [], type: field.type };
}
