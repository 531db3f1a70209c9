import type { Table } from '../model/model.ts';
import { latestSetting } from '../query/sql/write/many/chosen.ts';
import { trigger } from '../sql/function.ts';
import { quote } from '../sql/identifier.ts';
import { textLiteral } from '../sql/literal.ts';
import type { FunctionObject, SchemaObject } from '../sql/object.ts';
import { objectName } from '../sql/object_name.ts';
import type { SetLines } from './consequence/set.ts';
import { type NamedConstraint, versionSequence } from './constraint/constraints.ts';
import { kindOf } from './constraint/kinds.ts';
import { stampNow } from './default_now.ts';
import { mayHaveVersions } from './deleted_ids.ts';
import { countChanged, countNumbers, lockCounters } from './number/number.ts';
import { choice, type Lines, triggerFunction } from './plpgsql.ts';
import { contentColumns, rowOf } from './table/column.ts';

/**
 * The trigger that stamps each row with the time, the identity and the version of its record. PostgreSQL prepares each
 * expression that it reaches again in each transaction. So there are few of them, and long ones come behind short ones.
 */
export function stampObjects(
  table: Table,
  constraints: readonly NamedConstraint[],
  sets: SetLines,
): readonly SchemaObject[] {
  const stamp = stampFunction(table, constraints, sets);
  const on = `public.${quote(table.name)}`;
  return [stamp, trigger({ name: 'stamp', runs: 'before insert or update', on, calls: stamp })];
}

/** The condition that an update leaves the row as it was. */
export function unchanged(table: Table, now = 'new', former = 'old'): string {
  const columns = contentColumns(table);
  return columns.length === 0 ? 'true' : `${rowOf(now, columns)} is not distinct from ${rowOf(former, columns)}`;
}

/**
 * Sets the variable is_own: whether this transaction made the version `old`. Transaction ids begin again in a restored
 * database, so recorded_in alone does not tell.
 */
const findOwnVersion: Lines = choice([
  'old.recorded_in = pg_current_xact_id()',
  ['is_own := old.recorded_at = almanac.record_time(null);'],
]);

function stampFunction(table: Table, constraints: readonly NamedConstraint[], sets: SetLines): FunctionObject {
  const nextVersion = `new.row_version := nextval('public.${versionSequence(table)}');`;
  const otherId = `raise exception 'the id of a row of ${table.name} never changes' using errcode = 'integrity_constraint_violation';`;
  // What is set may be an instant, and has to keep the rules.
  const inserted = rulesOf('onInsert', table, constraints);
  const updated = [...rulesOf('onUpdate', table, constraints), ...countChanged(table)];
  const insert = [
    ...(sets.insert.length === 0 ? inserted : []),
    ...lockCounters(table),
    ...recordInsert(table),
    nextVersion,
    ...stampNow(table),
    ...countNumbers(table),
    ...(sets.insert.length === 0 ? [] : [...sets.insert, ...inserted]),
  ];
  const isOtherId = 'new.id is distinct from old.id';
  const isNothing = unchanged(table);
  const replaces = ['new.recorded_at := almanac.record_time(old.recorded_at);', nextVersion];
  const update = [
    ...choice([`${isOtherId} or ${isNothing}`, [...choice([isOtherId, [otherId]]), 'return old;']]),
    ...(sets.update.length === 0 ? updated : []),
    ...choice(
      [`old.recorded_in <> pg_current_xact_id() and not (${namesLatest(table)})`, replaces],
      [
        null,
        [
          ...findOwnVersion,
          ...choice(
            ['is_own', ['new.recorded_at := old.recorded_at;', 'new.row_version := old.row_version;']],
            [null, [...choice([namesLatest(table), takeLatest(table)]), ...replaces]],
          ),
        ],
      ],
    ),
    ...(sets.update.length === 0 ? [] : [...sets.update, ...choice([isNothing, ['return old;']]), ...updated]),
  ];
  return triggerFunction(
    `almanac.${objectName([table.name, 'stamp'])}`,
    ['is_own boolean := false;', ...(table.history === null ? [] : ['previous timestamptz;'])],
    [
      ...choice(["tg_op = 'INSERT'", insert], [null, update]),
      'new.recorded_by := almanac.identity();',
      'new.recorded_in := pg_current_xact_id();',
      'return new;',
    ],
  );
}

/** The condition that a statement of many has said which of its rows was recorded last. */
export function namesLatest(table: Table): string {
  return `coalesce(current_setting(${textLiteral(latestSetting(table))}, true), '') <> ''`;
}

/** Whether a statement of many records its updates at once. What becomes of entries of timelines is told in three ways. */
export function isRecordedTogether({ temporal }: Table): boolean {
  return temporal === null;
}

/**
 * The condition that the statement under way is one of many. All else of its transaction is not, also what its rows bring about
 * later.
 */
export function isOfMany(table: Table): string {
  return `current_setting(${textLiteral(manySetting(table))}, true) = statement_timestamp()::text`;
}

/** The setting that says when a statement of many began. */
function manySetting({ name }: Table): string {
  return `almanac.many.${name}`;
}

/** The first row of such a statement takes an instant that is later than the version of each. */
export function takeLatest(table: Table): Lines {
  const setting = textLiteral(latestSetting(table));
  return [
    'perform almanac.record_time((',
    `  select latest.recorded_at from public.${quote(table.name)} as latest`,
    `  where latest.id = current_setting(${setting})::bigint and latest.recorded_in <> pg_current_xact_id()`,
    '));',
    `perform set_config(${setting}, '', true);`,
    ...(isRecordedTogether(table)
      ? [`perform set_config(${textLiteral(manySetting(table))}, statement_timestamp()::text, true);`]
      : []),
  ];
}

/** What constraints refuse of a write that a trigger alone can see. */
function rulesOf(on: 'onInsert' | 'onUpdate', table: Table, constraints: readonly NamedConstraint[]): Lines {
  return constraints.flatMap(([name, constraint]) => {
    const { kept } = kindOf(constraint);
    return (kept.by === 'trigger' && kept[on]?.(constraint, name, table)) || [];
  });
}

/**
 * An id that was deleted may be given again, at the instant of its deletion at the earliest. Versions of a row never overlap,
 * so its last one was replaced last. By itself, the SELECT costs less than as a part of the expression behind it.
 */
function recordInsert(table: Table): Lines {
  if (table.history === null) return ['new.recorded_at := almanac.record_time(null);'];
  return [
    ...choice([
      mayHaveVersions(table.history),
      [
        "select version.replaced_at - interval '1 microsecond' into previous",
        `from public.${quote(table.history)} as version`,
        `where version.${quote(`${table.name}_id`)} = new.id`,
        'order by version.recorded_at desc',
        'limit 1;',
      ],
    ]),
    'new.recorded_at := almanac.record_time(previous);',
  ];
}
