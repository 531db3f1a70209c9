import { unrestricted } from '../../access/unrestricted.ts';
import { looksAtRelations } from '../../model/condition/looks.ts';
import type { FieldSets } from '../../model/consequence.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import { renderCondition } from '../../query/sql/condition/condition.ts';
import { fixed } from '../../query/sql/condition/fixed.ts';
import { termsOf } from '../../query/sql/condition/row.ts';
import { itemOf, type Row, ruleRow } from '../../query/sql/condition/row_place.ts';
import { raw } from '../../sql/fragment.ts';
import { quote } from '../../sql/identifier.ts';
import { textOf } from '../../sql/render.ts';
import { isMakingRoom } from '../constraint/making_room.ts';
import { isForRole } from '../constraint/role.ts';
import { choice, type Lines } from '../plpgsql.ts';
import { entryWrites, isTrueOf, type Write } from '../write_moment.ts';
import { givenText } from './given_value.ts';

/** What the trigger that stamps a row sets in it, behind its instant and before its rules. */
export interface SetLines {
  readonly insert: Lines;
  readonly update: Lines;
}

export function setLines(table: Table, model: Model): SetLines {
  const of = (write: Write) => table.sets.flatMap((each) => linesOf(each, write, table, model));
  if (table.temporal === null) return { insert: of('create'), update: of('update') };
  const update = entryWrites('old', 'new', (write) => (write === 'delete' ? [] : of(write)));
  return { insert: of('create'), update: choice([`not ${isMakingRoom(table)}`, update]) };
}

function linesOf({ moment, values }: FieldSets, write: Write, table: Table, model: Model): Lines {
  if (!moment.on.has(write)) return [];
  const row: Row = { ...ruleRow(itemOf(table, unrestricted(model), null, 'new')), now: raw('new.recorded_at') };
  const conditions = [
    ...[isForRole(moment.roles)].filter((each) => each !== null),
    ...(moment.before === null || write === 'create' ? [] : [isTrueOf(moment.before, 'old')]),
    ...(moment.when === null ? [] : [isTrue(moment.when, row)]),
  ];
  const given = [...values].map(([name, value]) => {
    const field = table.fields.get(name);
    if (field === undefined) throw new Error(`${table.name} has no field ${name}`);
    return { column: `new.${quote(name)}`, text: givenText(value, field.type, row) };
  });
  // All values are of the row as it is before any of them is set.
  const isAtOnce = given.length > 1 && [...values.values()].some(({ kind }) => kind === 'own');
  const list = (of: (each: (typeof given)[number]) => string) => given.map(of).join(', ');
  const lines = isAtOnce
    ? [`select ${list(({ text }) => text)}`, `into ${list(({ column }) => column)};`]
    : given.map(({ column, text }) => `${column} := ${text};`);
  return conditions.length === 0 ? lines : choice([conditions.join(' and '), lines]);
}

/** The condition that a rule holds for a row that stands in a variable. */
export function isTrue(rule: BoundCondition, row: Row): string {
  if (!looksAtRelations(rule)) return isTrueOf(rule, row.alias);
  return `(${textOf(fixed(renderCondition(rule, termsOf(row))))}) is true`;
}
