import type { Table } from '../model/model.ts';
import { trigger } from '../sql/function.ts';
import { quote } from '../sql/identifier.ts';
import type { FunctionObject, SchemaObject } from '../sql/object.ts';
import { objectName } from '../sql/object_name.ts';
import { asksForEffects, noteEffect } from './effect.ts';
import { type AfterChange, choice, type Lines, triggerFunction } from './plpgsql.ts';
import { findOwnVersion, namesLatest, takeLatest, unchanged } from './stamp.ts';
import { contentColumns } from './table/column.ts';

/**
 * The trigger that records each change after it is made. The replaced version goes to the history, and then `follows`
 * the work of features. It is one trigger for all, since PostgreSQL queues and calls each by itself. It never runs for
 * a refused change, or for a row that `on conflict do nothing` skips.
 */
export function recordObjects(table: Table, follows: AfterChange): readonly SchemaObject[] {
  const after: AfterChange = {
    insert: follows.insert,
    update: afterUpdate(table, follows.update),
    delete: afterDelete(table, follows.delete),
  };
  const on = `public.${quote(table.name)}`;
  const name = `almanac.${objectName([table.name, 'record'])}`;
  const calls = recordFunction(table, name, after);
  const of = (event: keyof AfterChange, ...when: readonly string[]) => {
    // Without other work, nothing is queued where nobody asks for effects.
    const conditions = after[event].length === 0 ? [...when, asksForEffects] : when;
    const condition = conditions.length === 0 ? {} : { when: conditions.join(' and ') };
    return trigger({ name: `record_${event}`, runs: `after ${event}`, on, ...condition, calls });
  };
  // An update without effect leaves the row as it was to the bit, and nothing is queued for it.
  const triggers = [of('insert'), of('update', 'old.* *<> new.*'), of('delete')];
  return [calls, ...triggers, ...(after.delete.length === 0 ? [] : latestOfDelete(table))];
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

function recordFunction(table: Table, name: string, after: AfterChange): FunctionObject {
  const variables = ['instant timestamptz;', 'identity bigint;', 'is_own boolean := false;'];
  return triggerFunction(name, after.delete.length === 0 ? [] : variables, [
    ...noteEffect(table),
    ...choice(
      ["tg_op = 'INSERT'", after.insert],
      ["tg_op = 'UPDATE'", after.update],
      ["tg_op = 'DELETE'", after.delete],
    ),
    'return null;',
  ]);
}

/**
 * A second change in one transaction replaces no version. A change of columns that the model does not know does not
 * count.
 */
function afterUpdate(table: Table, follows: Lines): Lines {
  const replaced = replacedVersion(table, 'new.recorded_at', 'new.recorded_by');
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

function afterDelete(table: Table, follows: Lines): Lines {
  const replaced = replacedVersion(table, 'instant', 'identity');
  if (replaced.length === 0 && follows.length === 0) return [];
  return [
    ...findOwnVersion,
    'instant := almanac.record_time(case when is_own then null else old.recorded_at end);',
    'identity := almanac.identity();',
    ...choice(['not is_own', replaced]),
    ...follows,
  ];
}

/** The version that `old` is, replaced at an instant by an identity, in the history; nothing without one. */
function replacedVersion(table: Table, instant: string, identity: string): Lines {
  if (table.history === null) return [];
  const content = contentColumns(table).map(quote);
  const record = ['recorded_at', 'recorded_by'];
  const columns = ['id', quote(`${table.name}_id`), ...content, ...record, 'replaced_at', 'replaced_by'];
  const values = ['row_version', 'id', ...content, ...record].map((column) => `old.${column}`);
  return [
    `insert into public.${quote(table.history)}`,
    `  (${columns.join(', ')})`,
    'values',
    `  (${[...values, instant, identity].join(', ')});`,
  ];
}
