import { ofNewRows, type WatchedConcern } from '../../model/condition/look.ts';
import type { Table } from '../../model/model.ts';
import { statementTrigger } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { SchemaObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import type { DueQueue } from '../due_queue.ts';
import { choice, type Lines, triggerFunction } from '../plpgsql.ts';

/**
 * The triggers that note in a queue whose rows a statement concerns, once for all of its rows. A row that moves from one owner
 * to another concerns both. A table that nothing of the queue looks at does not have these triggers.
 */
export function noteObjects(
  table: Table,
  concerns: readonly WatchedConcern[],
  queue: DueQueue,
): readonly SchemaObject[] {
  if (concerns.length === 0) return [];
  const ofItself = ofNewRows(concerns);
  // Without its row, a check of its own is gone too.
  const ofGone = queue.notesGone ? ofItself : ofItself.filter(({ column }) => column !== 'id');
  const of = {
    insert: noteRows(ofItself, 'new_rows', queue),
    update: noteChanges(concerns, queue),
    delete: noteRows(ofGone, 'old_rows', queue),
  };
  const calls = triggerFunction(
    `almanac.${objectName([table.name, 'note', queue.word])}`,
    [],
    [
      ...choice(["tg_op = 'INSERT'", of.insert], ["tg_op = 'UPDATE'", of.update], ["tg_op = 'DELETE'", of.delete]),
      'return null;',
    ],
  );
  const on = `public.${quote(table.name)}`;
  const rows = {
    insert: 'new table as new_rows',
    update: 'old table as old_rows new table as new_rows',
    delete: 'old table as old_rows',
  };
  const events = ['insert', 'update', 'delete'] as const;
  return [
    calls,
    ...events
      .filter((event) => of[event].length > 0)
      .map((event) =>
        statementTrigger({ name: `note_${queue.word}_${event}`, runs: `after ${event}`, on, rows: rows[event], calls }),
      ),
  ];
}

function noteRows(concerns: readonly WatchedConcern[], rows: 'new_rows' | 'old_rows', queue: DueQueue): Lines {
  return concerns.flatMap((concern) => note(queue, concern, [`from ${rows} as changed`]));
}

// By EXCEPT, not by a join: PostgreSQL keeps the plan of the first statement, whose rows may be few.
function noteChanges(concerns: readonly WatchedConcern[], queue: DueQueue): Lines {
  return concerns.flatMap((concern) => {
    if (concern.columns.length === 0) return [];
    const columns = [...new Set(['id', concern.column, ...concern.columns])].map(quote).join(', ');
    const versions = (of: string, others: string) =>
      `(select ${columns} from ${of} except select ${columns} from ${others})`;
    return note(queue, concern, [
      'from (',
      `  ${versions('new_rows', 'old_rows')}`,
      '  union all',
      `  ${versions('old_rows', 'new_rows')}`,
      ') as changed',
    ]);
  });
}

function note({ table }: DueQueue, { resource, field, column, inArray }: WatchedConcern, from: Lines): Lines {
  const isArray = inArray === 'column';
  const value = isArray ? 'element.id' : `changed.${quote(column)}`;
  return [
    `insert into ${table.name} (recorded_in, resource, field, ids)`,
    `select pg_current_xact_id(), ${textLiteral(resource)}, ${textLiteral(field)}, array_agg(distinct ${value})`,
    ...from,
    ...(isArray ? [`cross join lateral unnest(changed.${quote(column)}) as element (id)`] : []),
    `where ${value} is not null`,
    'having count(*) > 0;',
  ];
}
