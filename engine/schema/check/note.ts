import { ofNewRows, type WatchedConcern } from '../../model/condition/look.ts';
import type { Table } from '../../model/model.ts';
import { statementTrigger } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { SchemaObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import { choice, type Lines, triggerFunction } from '../plpgsql.ts';

/**
 * The triggers that note whose checks a statement concerns, once for all of its rows. A row that moves from one owner to
 * another concerns both. A table that no check looks at does not have these triggers.
 */
export function noteObjects(table: Table, concerns: readonly WatchedConcern[]): readonly SchemaObject[] {
  if (concerns.length === 0) return [];
  const ofItself = ofNewRows(concerns);
  // Without its row, a check of its own is gone too.
  const ofGone = ofItself.filter(({ column }) => column !== 'id');
  const of = {
    insert: noteRows(ofItself, 'new_rows'),
    update: noteChanges(concerns),
    delete: noteRows(ofGone, 'old_rows'),
  };
  const calls = triggerFunction(
    `almanac.${objectName([table.name, 'note', 'checks'])}`,
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
        statementTrigger({ name: `note_checks_${event}`, runs: `after ${event}`, on, rows: rows[event], calls }),
      ),
  ];
}

function noteRows(concerns: readonly WatchedConcern[], rows: 'new_rows' | 'old_rows'): Lines {
  return concerns.flatMap((concern) => note(concern, [`from ${rows} as changed`]));
}

// By EXCEPT, not by a join: PostgreSQL keeps the plan of the first statement, whose rows may be few.
function noteChanges(concerns: readonly WatchedConcern[]): Lines {
  return concerns.flatMap((concern) => {
    if (concern.columns.length === 0) return [];
    const columns = [...new Set(['id', concern.column, ...concern.columns])].map(quote).join(', ');
    const versions = (of: string, others: string) =>
      `(select ${columns} from ${of} except select ${columns} from ${others})`;
    return note(concern, [
      'from (',
      `  ${versions('new_rows', 'old_rows')}`,
      '  union all',
      `  ${versions('old_rows', 'new_rows')}`,
      ') as changed',
    ]);
  });
}

function note({ resource, field, column }: WatchedConcern, from: Lines): Lines {
  const value = `changed.${quote(column)}`;
  return [
    'insert into almanac.check_due (recorded_in, resource, field, ids)',
    `select pg_current_xact_id(), ${textLiteral(resource)}, ${textLiteral(field)}, array_agg(distinct ${value})`,
    ...from,
    `where ${value} is not null`,
    'having count(*) > 0;',
  ];
}
