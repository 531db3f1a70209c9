import type { Table } from '../model/model.ts';
import { statementTrigger, trigger } from '../sql/function.ts';
import { quote } from '../sql/identifier.ts';
import type { FunctionObject, SchemaObject } from '../sql/object.ts';
import { objectName } from '../sql/object_name.ts';
import { lookBehindDeletions, noteDeleted } from './deleted_ids.ts';
import { asksForEffects, noteEffect } from './effect.ts';
import { choice, type Lines, triggerFunction } from './plpgsql.ts';
import {
  type AfterChange,
  deletedRows,
  insertedRows,
  insertOf,
  type RecordedRows,
  type UpdatedRows,
  updatedRow,
  updatedRows,
} from './recorded_rows.ts';
import { isOfMany, isRecordedTogether, namesLatest, takeLatest, unchanged } from './stamp.ts';
import { contentColumns } from './table/column.ts';

/**
 * The triggers that record each change after it is made. The replaced version goes to the history, and then `follows` the
 * work of features. One trigger does all, since PostgreSQL calls each by itself. It never runs for a refused change, or for
 * a row that `on conflict do nothing` skips.
 *
 * New rows and deleted rows are recorded once for their statement, which takes a third less time where they are many. To
 * pair the rows of an update takes a quarter more time where it is of one row. So each row is recorded by itself. If the
 * statement says that it is of many, the trigger of the first row records them all.
 */
export function recordObjects(table: Table, follows: AfterChange): readonly SchemaObject[] {
  const work = {
    insert: [...lookBehindDeletions(table), ...follows.insert],
    update: afterUpdate(table, follows.update),
    delete: afterDelete(table, follows.delete),
  };
  const isTogether = work.update.length > 0 && isRecordedTogether(table);
  const variables = {
    insert: highest(table),
    update: isTogether ? ['earliest bigint[];'] : [],
    delete: work.delete.length === 0 ? [] : ofDelete(table),
  };
  const of = (event: keyof typeof work, before: Lines) => {
    const name = `almanac.${objectName([table.name, 'record', event])}`;
    return triggerFunction(name, variables[event], [...before, ...work[event], 'return null;']);
  };
  const inserts = of('insert', noteEffect(table, insertedRows));
  const updates = of('update', work.update.length === 0 ? noteUpdated(table, updatedRow) : []);
  const deletes = of('delete', noteEffect(table, deletedRows));
  const on = `public.${quote(table.name)}`;
  // Without other work, nothing is queued where nobody asks for effects.
  const asked = (event: keyof typeof work) => (work[event].length === 0 ? { when: asksForEffects } : {});
  // The name sorts before all else that follows from the rows of a statement.
  const behind = (event: 'insert' | 'delete', rows: string, calls: FunctionObject) =>
    statementTrigger({ name: `keep_record_${event}`, runs: `after ${event}`, on, rows, calls, ...asked(event) });
  return [
    inserts,
    updates,
    deletes,
    behind('insert', 'new table as new_rows', inserts),
    trigger({
      name: 'record_update',
      runs: 'after update',
      on,
      ...(isTogether ? { rows: 'old table as old_rows new table as new_rows' } : {}),
      calls: updates,
      ...asked('update'),
    }),
    behind('delete', 'old table as old_rows', deletes),
    ...(work.delete.length === 0 ? [] : latestOfDelete(table)),
  ];
}

/**
 * Takes the instant of a statement that deletes many rows, before the first of them goes: later than the version of each.
 * The setting is there for such a statement alone. Entries of timelines stay, and an update takes it.
 */
function latestOfDelete(table: Table): readonly SchemaObject[] {
  if (table.temporal !== null) return [];
  const takes = triggerFunction(
    `almanac.${objectName([table.name, 'latest'])}`,
    [],
    [...takeLatest(table), 'return old;'],
  );
  const on = `public.${quote(table.name)}`;
  return [takes, trigger({ name: 'latest_delete', runs: 'before delete', on, when: namesLatest(table), calls: takes })];
}

/** Nothing where an update has no work but effects, which are asked for rarely. */
function afterUpdate(table: Table, follows: AfterChange['update']): Lines {
  const one = recordOne(table, follows(updatedRow));
  if (one.length === 0) return [];
  const each = [...noteUpdated(table, updatedRow), ...one];
  if (!isRecordedTogether(table)) return each;
  // The triggers of rows run when all rows of their statement are written, and in their order.
  const many = [...choice(['new.id <> earliest[1]', ['return null;']]), ...recordMany(table, follows), 'return null;'];
  const found = [
    'earliest := array(select written.id from new_rows as written limit 2);',
    ...choice(['earliest[2] is not null', many]),
  ];
  return [...choice([isOfMany(table), found]), ...each];
}

/**
 * A second change in one transaction replaces no version. A change of columns that the model does not know does not
 * count.
 */
function recordOne(table: Table, follows: Lines): Lines {
  const replaced = replacedVersion(table, updatedRow.former, ['new.recorded_at', 'new.recorded_by']);
  const isNew = 'new.row_version <> old.row_version';
  if (follows.length === 0) return choice([isNew, replaced]);
  const isNothing = [unchanged(table), ['return null;']] as const;
  return [
    ...(replaced.length === 0
      ? choice(['new.row_version = old.row_version', choice(isNothing)])
      : choice([isNew, replaced], isNothing)),
    ...follows,
  ];
}

/** The same of all rows of a statement. The conditions hold of a null too, as a full join asks for. */
function recordMany(table: Table, follows: AfterChange['update']): Lines {
  const [now, former] = [updatedRows.now.row, updatedRows.former.row];
  const isNew = `${now}.row_version is distinct from ${former}.row_version`;
  const isChanged = `${isNew} or not (${unchanged(table, now, former)})`;
  return [
    ...noteUpdated(table, { ...updatedRows, isChanged }),
    ...replacedVersion(table, updatedRows.former, [`${now}.recorded_at`, `${now}.recorded_by`], isNew),
    ...follows({ ...updatedRows, isChanged }),
  ];
}

/** An update without effect leaves the row as it was to the bit, and nothing is noted of it. */
function noteUpdated(table: Table, { former, isChanged }: UpdatedRows): Lines {
  return noteEffect(table, former, isChanged ?? 'old *<> new');
}

function ofDelete({ history }: Table): Lines {
  return [
    'latest timestamptz;',
    'own timestamptz;',
    ...(history === null ? [] : ['highest bigint;']),
    'instant timestamptz;',
    'identity bigint;',
  ];
}

function highest({ history }: Table): Lines {
  return history === null ? [] : ['highest bigint;'];
}

/** What this transaction itself recorded leaves no version. A transaction id alone does not say so (see findOwnVersion). */
function afterDelete(table: Table, follows: Lines): Lines {
  const isOther = 'deleted.recorded_in <> pg_current_xact_id()';
  const replaced = replacedVersion(
    table,
    deletedRows,
    ['instant', 'identity'],
    `${isOther} or deleted.recorded_at <> instant`,
  );
  if (replaced.length === 0 && follows.length === 0) return [];
  const found = [
    ['latest', `max(deleted.recorded_at) filter (where ${isOther})`],
    ['own', 'max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())'],
    ...(table.history === null ? [] : [['highest', 'max(deleted.id)']]),
  ];
  return [
    'select',
    ...found.map(([, value], at) => `  ${value}${at < found.length - 1 ? ',' : ''}`),
    `into ${found.map(([name]) => name).join(', ')}`,
    `from ${deletedRows.from};`,
    ...choice(['latest is null and own is null', ['return null;']]),
    'instant := almanac.record_time(latest);',
    ...choice(['own > instant', ['instant := almanac.record_time(own);']]),
    'identity := almanac.identity();',
    ...(table.history === null ? [] : noteDeleted(table.history, table, 'highest')),
    ...replaced,
    ...follows,
  ];
}

/** The versions that rows were, replaced at an instant by an identity, in the history; nothing without one. */
function replacedVersion(
  table: Table,
  rows: RecordedRows,
  by: readonly [instant: string, identity: string],
  condition: string | null = null,
): Lines {
  if (table.history === null) return [];
  const content = contentColumns(table).map(quote);
  const record = ['recorded_at', 'recorded_by'];
  const columns = ['id', quote(`${table.name}_id`), ...content, ...record, 'replaced_at', 'replaced_by'];
  const values = ['row_version', 'id', ...content, ...record].map((column) => `${rows.row}.${column}`);
  const into = [`insert into public.${quote(table.history)}`, `  (${columns.join(', ')})`];
  return insertOf(into, [[...values, ...by].join(', ')], rows, condition);
}
