import { type AskedCheck, askedChecks, isRelated } from '../../model/condition/check_concern.ts';
import { looksAtRelations } from '../../model/condition/looks.ts';
import type { Model, Table } from '../../model/model.ts';
import { fixed } from '../../query/sql/condition/fixed.ts';
import { trigger } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { SchemaObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import { textOf } from '../../sql/render.ts';
import { checkConstraintName } from '../constraint/check_name.ts';
import { ofDeletedRow } from '../constraint/kind/related_check.ts';
import { isMakingRoom } from '../constraint/making_room.ts';
import { isForRole } from '../constraint/role.ts';
import { choice, type Lines, triggerFunction } from '../plpgsql.ts';
import { rowOf } from '../table/column.ts';
import { entryWrites, isTrueOf, ownConditionText, type Write } from '../write_moment.ts';
import { brokenRule } from './broken_rule.ts';
import { noteAsked } from './due.ts';

/**
 * The triggers that ask checks of the rows which a write concerns, behind the one that stamps. A check of the row alone is
 * asked at once. One that looks at related rows is noted, and asked at the end of the transaction. Entries that make room are
 * not what the writer wrote, and are not asked.
 */
export function askedObjects(table: Table, model: Model): readonly SchemaObject[] {
  return askedChecks(table.checks).flatMap((check) => objectsOf(check, table, model));
}

function objectsOf(check: AskedCheck, table: Table, model: Model): readonly SchemaObject[] {
  const { on } = check.moment;
  const of = (write: Write) => (on.has(write) ? linesOf(check, write, table, model) : []);
  const isEntry = table.temporal !== null;
  const lines = {
    insert: of('create'),
    update: isEntry ? entryWrites('old', 'new', of) : of('update'),
    // An entry goes for good with a row that it refers to.
    delete: isEntry ? choice(['old.valid_from is not null', of('delete')]) : of('delete'),
  };
  const calls = triggerFunction(
    `almanac.${checkConstraintName(check)}`,
    [],
    [
      ...choice(
        ["tg_op = 'INSERT'", lines.insert],
        ["tg_op = 'UPDATE'", lines.update],
        ["tg_op = 'DELETE'", lines.delete],
      ),
      'return null;',
    ],
  );
  // No column is named here, so that its type can change.
  const common = [
    ...[isForRole(check.moment.roles)].filter((each) => each !== null),
    ...(table.temporal === null ? [] : [`not ${isMakingRoom(table)}`]),
  ];
  const events = ['insert', 'update', 'delete'] as const;
  return [
    calls,
    ...events.flatMap((event) => {
      if (lines[event].length === 0) return [];
      const when = [...(event === 'update' ? ['old.* *<> new.*'] : []), ...common].join(' and ');
      return trigger({
        // Without the name of the table, which may be another one day.
        name: objectName([check.name.slice(table.name.length + 1), event]),
        runs: `after ${event}`,
        on: `public.${quote(table.name)}`,
        ...(when === '' ? {} : { when }),
        calls,
      });
    }),
  ];
}

/** What is done after a write of a row, if it is one after which the check is asked. */
function linesOf(check: AskedCheck, write: Write, table: Table, model: Model): Lines {
  const { that, message, moment } = check;
  const { when, before, changes } = moment;
  if (write === 'update' && changes?.length === 0) return [];
  const conditions = [
    ...(write === 'update' && changes !== null
      ? [`${rowOf('new', changes)} is distinct from ${rowOf('old', changes)}`]
      : []),
    ...(before !== null && write !== 'create' ? [isTrueOf(before, 'old')] : []),
    ...(when !== null && !looksAtRelations(when) ? [isTrueOf(when, 'new')] : []),
  ];
  const row = write === 'delete' ? 'old' : 'new';
  const refused = [
    `raise exception 'row % of ${table.name} would break a rule: %', ${row}.id, ${textLiteral(message)}`,
    '  using',
    "    errcode = 'check_violation',",
    "    schema = 'public',",
    `    table = ${textLiteral(table.name)},`,
    `    constraint = ${textLiteral(checkConstraintName(check))},`,
    `    detail = ${textLiteral(write === 'delete' ? ofDeletedRow : '')};`,
  ];
  const given = (asked: readonly string[], lines: Lines) => {
    const all = [...conditions, ...asked];
    return all.length === 0 ? lines : choice([all.join(' and '), lines]);
  };
  if (!isRelated(check)) return given([`(${ownConditionText(that, row)}) is not true`], refused);
  if (write !== 'delete') return given([], noteAsked(check, table));
  const broken = textOf(fixed(brokenRule(that, table, model)));
  return given([`exists (select from (select old.*) as item where ${broken})`], refused);
}
