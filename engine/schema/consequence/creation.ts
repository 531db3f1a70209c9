import { unrestricted } from '../../access/unrestricted.ts';
import { tableAt } from '../../model/condition/look.ts';
import { type Creation, mostDepth } from '../../model/consequence.ts';
import type { Model, Table } from '../../model/model.ts';
import { renderCondition } from '../../query/sql/condition/condition.ts';
import { fixed } from '../../query/sql/condition/fixed.ts';
import { presentInstant } from '../../query/sql/condition/moment.ts';
import { relatedRows, termsOf } from '../../query/sql/condition/row.ts';
import { itemOf, type Row, ruleRow } from '../../query/sql/condition/row_place.ts';
import { shownCondition } from '../../query/sql/condition/source.ts';
import { renderFrom } from '../../query/sql/read/rule/fence.ts';
import { roomSetting } from '../../query/sql/write/room/room.ts';
import { statementTrigger } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FunctionObject, SchemaObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import { textOf } from '../../sql/render.ts';
import { isMakingRoom } from '../constraint/making_room.ts';
import { isForRole } from '../constraint/role.ts';
import { asOwner, choice, type Lines, ofTrigger } from '../plpgsql.ts';
import { endlessState } from '../record_time.ts';
import { contentColumns, declaredFields, rowOf } from '../table/column.ts';
import { isTrueOf } from '../write_moment.ts';
import { givenText, partyExpression } from './given_value.ts';
import { isTrue } from './set.ts';
import { lockUnless } from './unless_lock.ts';

/**
 * The triggers that create rows of other resources. They run behind a statement, when its rows are recorded and its numbers
 * are counted: `then` sorts behind all of these. Each creation has triggers of its own, so that they follow in their order.
 */
export function creationObjects(table: Table, model: Model): readonly SchemaObject[] {
  return table.creates.flatMap((creation, at) => objectsOf({ creation, table, model }, at));
}

/** A creation, the table whose writes it follows from, and the model. */
interface Following {
  readonly creation: Creation;
  readonly table: Table;
  readonly model: Model;
}

function objectsOf(following: Following, at: number): readonly SchemaObject[] {
  const { creation, table } = following;
  const { on, roles } = creation.moment;
  const number = String(at + 1).padStart(3, '0');
  const calls = creationFunction(`almanac.${objectName([table.name, `creates_${number}`])}`, following);
  const when = [
    ...[isForRole(roles)].filter((each) => each !== null),
    ...(table.temporal === null ? [] : [`not ${isMakingRoom(table)}`]),
  ].join(' and ');
  // An entry that comes back is as good as new.
  const isUpdated = on.has('update') || table.temporal !== null;
  const rows = { insert: 'new table as new_rows', update: 'old table as old_rows new table as new_rows' };
  const events = [...(on.has('create') ? (['insert'] as const) : []), ...(isUpdated ? (['update'] as const) : [])];
  return [
    calls,
    ...events.map((event) =>
      statementTrigger({
        name: `then_create_${number}_${event}`,
        runs: `after ${event}`,
        on: `public.${quote(table.name)}`,
        rows: rows[event],
        ...(when === '' ? {} : { when }),
        calls,
      }),
    ),
  ];
}

/** A row of the statement is in `cause`, as it was in `former`, and a row that a relation leads to from there in `reached`. */
function creationFunction(name: string, following: Following): FunctionObject {
  const { creation, table, model } = following;
  const target = model.resources.get(creation.resource);
  if (target?.kind !== 'table')
    throw new Error(`${table.name} creates rows of ${creation.resource}, which is not a table`);
  const row = causeRow(following);
  const created = creationLines(following, target, row);
  const lines = [
    ...choice([
      "tg_op = 'UPDATE'",
      ['open formers for select replaced.* from old_rows as replaced order by replaced.id;'],
    ]),
    'for cause in select changed.* from new_rows as changed order by changed.id loop',
    ...indented([
      ...choice(["tg_op = 'UPDATE'", ['fetch formers into former;', ...passedOver(following)]]),
      ...(creation.moment.when === null ? [] : [`continue when not (${isTrue(creation.moment.when, row)});`]),
      ...(creation.forEach === null ? created : eachLines(following, row, created)),
    ]),
    'end loop;',
  ];
  // The service creates the row: neither the role of the caller nor what they may change of other entries decides. Only a
  // superuser may give a function a setting of this kind.
  const settings = ['almanac.role', ...(target.temporal?.overlap === 'make_room' ? [roomSetting(target)] : [])];
  const kept = settings.map((setting, place) => ({ setting: textLiteral(setting), variable: `kept_${place + 1}` }));
  const block = [
    'declare',
    ...indented([
      ...kept.map(({ setting, variable }) => `${variable} text := coalesce(current_setting(${setting}, true), '');`),
      'cause record;',
      'former record;',
      'formers refcursor;',
      ...(creation.forEach === null ? [] : ['reached record;']),
      ...(creation.unless === null ? [] : ['is_there boolean;', "scans text := current_setting('enable_seqscan');"]),
    ]),
    'begin',
    ...indented([
      ...kept.map(({ setting }) => `perform set_config(${setting}, '', true);`),
      ...lines,
      ...kept.map(({ setting, variable }) => `perform set_config(${setting}, ${variable}, true);`),
      'return null;',
    ]),
    'end',
  ];
  return ofTrigger(name, asOwner, block.join('\n'));
}

/** The written row in its variable, and the row of `for_each` in another. */
function causeRow({ creation: { forEach }, table, model }: Following): Row {
  const restrictions = unrestricted(model);
  const row = ruleRow(itemOf(table, restrictions, null, 'cause'));
  if (forEach === null) return row;
  const resource = tableAt({ ...forEach, from: 'id', to: 'id', cardinality: 'one' }, model);
  const known = new Map([[forEach.alias, ruleRow(itemOf(resource, restrictions, null, 'reached'))]]);
  const own = { ...row, known };
  return { ...own, own };
}

/** Which updates are passed over: an update without effect, and one of another moment. */
function passedOver({ creation: { moment }, table }: Following): Lines {
  const columns = contentColumns(table);
  const unchanged = `${rowOf('cause', columns)} is not distinct from ${rowOf('former', columns)}`;
  const before = moment.before === null ? null : `not (${isTrueOf(moment.before, 'former')})`;
  if (table.temporal === null)
    return [
      ...(columns.length === 0 ? [] : [`continue when ${unchanged};`]),
      ...(before === null ? [] : [`continue when ${before};`]),
    ];
  const isEntry = 'former.valid_from is not null';
  return [
    `continue when cause.valid_from is null or ${unchanged};`,
    ...(moment.on.has('create') ? [] : ['continue when former.valid_from is null;']),
    ...(moment.on.has('update') ? [] : [`continue when ${isEntry};`]),
    ...(before === null ? [] : [`continue when ${isEntry} and ${before};`]),
  ];
}

/** The lines once for each row of the relation: of a timeline, for the entries that are valid now. */
function eachLines({ creation: { forEach } }: Following, row: Row, lines: Lines): Lines {
  if (forEach === null) return lines;
  const { row: below, source, filter } = relatedRows(forEach, [], { ...row, validAt: presentInstant });
  const from = textOf(fixed(renderFrom(source, below.alias, filter)));
  return [
    `for reached in select ${below.alias}.* ${from} order by ${below.alias}.id loop`,
    ...indented(lines),
    'end loop;',
  ];
}

function creationLines(following: Following, target: Table, row: Row): Lines {
  const { creation, model } = following;
  const columns = declaredOf(target).flatMap(({ name, type, default: initial }): readonly [string, string][] => {
    const value = creation.values.get(name);
    if (value !== undefined) return [[quote(name), givenText(value, type, row)]];
    // Its column has no default: an HTTP request brings the claim.
    return initial?.kind === 'claim' && initial.claim === 'party_id'
      ? [[quote(name), partyExpression(type, model)]]
      : [];
  });
  const names = columns.map(([name]) => name);
  const on = `insert into public.${quote(target.name)}`;
  const values = columns.map(([, text]) => text).join(', ');
  const insert = [
    ...choice([
      `pg_trigger_depth() > ${mostDepth}`,
      [
        `raise exception 'rows create each other more than ${mostDepth} deep, at last ${target.name}' using errcode = '${endlessState}';`,
      ],
    ]),
    ...(names.length === 0 ? [`${on} default values;`] : [on, `  (${names.join(', ')})`, 'values', `  (${values});`]),
  ];
  if (creation.unless === null) return insert;
  const other: Row = { ...itemOf(target, unrestricted(model), null, 'other'), limited: false, own: row };
  const conditions = [
    ...shownCondition<never>(target, 'other', null).map(textOf),
    `(${textOf(fixed(renderCondition(creation.unless, termsOf(other))))})`,
  ];
  // The plan of the first look is kept. Of a table that is empty by then, it would read all rows.
  return [
    ...lockUnless(creation, target, row),
    "perform set_config('enable_seqscan', 'off', true);",
    `is_there := exists (select from public.${quote(target.name)} as other where ${conditions.join(' and ')});`,
    "perform set_config('enable_seqscan', scans, true);",
    ...choice(['not is_there', insert]),
  ];
}

/** The fields of a new row that a creator may give a value: the declared fields, and its validity. */
function declaredOf(target: Table) {
  const validity = [...target.fields.values()].filter(({ name }) => name === 'valid_from' || name === 'valid_to');
  return [...declaredFields(target), ...validity];
}

function indented(lines: Lines): Lines {
  return lines.map((line) => `  ${line}`);
}
