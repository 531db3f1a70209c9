import type { Name, SelectedAggregate, SelectedCount, SelectedField } from '../../language/syntax.ts';
import { operandAt } from '../../model/condition/operand.ts';
import type { Operand } from '../../model/field.ts';
import { aggregateOf, checkGroupedField, checkGroups } from './aggregate_column.ts';
import { castTypes } from './cast.ts';
import type { Draft } from './draft.ts';
import { type Added, addColumn, added, checkAliases, checkName, isPlain } from './draft_column.ts';
import type { Level } from './level.ts';
import { type Result, refuse } from './query_string.ts';
import { unknownName } from './unknown_name.ts';

/** Adds `count()`. */
export function addCount(draft: Draft, { name: written, cast, as }: SelectedCount, { model, obstacle }: Level): Added {
  const may = checkGroups(written, model, obstacle);
  if (!may.ok) return may;
  const type = castOf(cast);
  if (!type.ok) return type;
  const few = checkAliases(timesTaken(draft, null), written, 'select', model);
  if (!few.ok) return few;
  const name = as?.text ?? written.text;
  const free = checkName(draft, name, (as ?? written).offset, 'select');
  if (free.ok) addColumn(draft, { kind: 'aggregate', name, aggregate: 'count', of: null, cast: type.value });
  return free;
}

/** Adds a field, a part of it, or what is taken of all its values. */
export function addField(draft: Draft, selected: SelectedField, level: Level): Added {
  const { field: written, steps, cast, aggregate: taken, as } = selected;
  const { resource, columns, names } = draft;
  const field = resource.fields.get(written.text);
  if (field === undefined) {
    const detail = `there is no field ${written.text} in ${resource.name}`;
    return unknownName('select', written, detail, [...resource.fields.keys(), ...resource.relations.keys()]);
  }
  const operand = operandAt(field, steps);
  if (operand === null) {
    const detail = `${written.text} is of type ${field.type.kind}, and holds no JSON`;
    return refuse('invalid_parameter', { parameter: 'select', position: written.offset }, detail, null);
  }
  const type = castOf(cast);
  if (!type.ok) return type;
  const whole = level.isGrouped ? checkGroupedField(operand, written.offset, 'select') : added;
  if (!whole.ok) return whole;
  if (taken !== null)
    return addAggregate(draft, { ...selected, aggregate: taken }, { operand, cast: type.value }, level);
  const key = steps.map((step) => step.key).findLast((each) => typeof each === 'string');
  const name = as?.text ?? key ?? field.name;
  const plain = cast === null && steps.length === 0 && name === field.name;
  if (plain && names.has(name) && columns.some((column) => isPlain(column, name))) return added;
  const few = checkAliases(timesSelected(draft, operand), written, 'select', level.model);
  if (!few.ok) return few;
  const free = checkName(draft, name, (as ?? written).offset, 'select');
  if (free.ok) addColumn(draft, { kind: 'field', name, operand, cast: type.value });
  return free;
}

function addAggregate(
  draft: Draft,
  { field: written, aggregate: taken, as }: SelectedField & { readonly aggregate: SelectedAggregate },
  of: { readonly operand: Operand; readonly cast: string | null },
  { model, obstacle }: Level,
): Added {
  const may = checkGroups(taken.name, model, obstacle);
  if (!may.ok) return may;
  const aggregate = aggregateOf(taken.name, of.operand, of.cast);
  if (!aggregate.ok) return aggregate;
  const type = castOf(taken.cast);
  if (!type.ok) return type;
  const few = checkAliases(timesTaken(draft, of.operand), written, 'select', model);
  if (!few.ok) return few;
  const name = as?.text ?? aggregate.value;
  const free = checkName(draft, name, (as ?? taken.name).offset, 'select');
  if (free.ok) addColumn(draft, { kind: 'aggregate', name, aggregate: aggregate.value, of, cast: type.value });
  return free;
}

/** The type to convert to; null for none. */
function castOf(cast: Name | null): Result<string | null> {
  if (cast === null) return { ok: true, value: null };
  const type = castTypes.get(cast.text.toLowerCase());
  if (type !== undefined) return { ok: true, value: type };
  return unknownName('select', cast, `there is no type ${cast.text} to convert to`, castTypes.keys());
}

function timesSelected({ columns }: Draft, operand: Operand): number {
  let times = 0;
  for (const column of columns) if (column.kind === 'field' && isSame(column.operand, operand)) times += 1;
  return times;
}

/** Null for the number of rows. */
function timesTaken({ columns }: Draft, operand: Operand | null): number {
  let times = 0;
  for (const column of columns) {
    if (column.kind !== 'aggregate') continue;
    const isSameOf =
      column.of === null || operand === null ? column.of === operand : isSame(column.of.operand, operand);
    if (isSameOf) times += 1;
  }
  return times;
}

function isSame(one: Operand, other: Operand): boolean {
  return (
    one.field === other.field &&
    one.steps.length === other.steps.length &&
    one.steps.every(({ key }, at) => key === other.steps[at]?.key)
  );
}
