import { quote } from '../../../sql/identifier.ts';
import { validityNames } from '../../table/column.ts';
import { beforeTables, keptHistory, type TableChange } from '../change/table_change.ts';
import { batch, catalogStep, exclusively, type Planned } from '../step.ts';
import { firstRecorded } from '../value/first_recorded.ts';
import { referredEntries } from '../value/question.ts';
import type { Backfill } from './backfill.ts';
import { dropColumns } from './column.ts';

/**
 * A resource becomes time-dependent, or is so no longer. Rows that there are become entries which are valid from when
 * they were first recorded, and open. Entries become rows: the deleted ones, which have no validity, are deleted.
 */
export function temporalSteps(change: TableChange): readonly Planned[] {
  const { old, now } = change;
  if (old.table.temporal === null && now.table.temporal !== null) return begin(change);
  return old.table.temporal !== null && now.table.temporal === null ? end(change) : [];
}

function begin(change: TableChange): readonly Planned[] {
  const { table } = change.now;
  const history = keptHistory(change);
  const tables = [table.name, ...(history === null ? [] : [history])];
  return [
    catalogStep({
      stage: 'expand',
      table: table.name,
      title: `add valid_from and valid_to to ${table.name}`,
      statements: tables.flatMap((name) =>
        validityNames.map((column) => `alter table public.${quote(name)} add column ${column} timestamptz`),
      ),
      locks: exclusively(...tables),
      undo: dropColumns(tables, validityNames),
    }),
  ];
}

/** The validity of what becomes an entry, in the table or in its history. */
export function validityBackfills(change: TableChange, on: string): readonly Backfill[] {
  const { table } = change.now;
  if (change.old.table.temporal !== null || table.temporal === null) return [];
  const id = on === table.name ? 'id' : `${table.name}_id`;
  const { align } = table.temporal;
  return [
    {
      column: 'valid_from',
      value: (row) => firstRecorded({ table: table.name, history: keptHistory(change), zone: align, row, id }),
      isMissing: (row) => `${row}valid_from is null`,
    },
  ];
}

function end(change: TableChange): readonly Planned[] {
  const { table } = change.now;
  const history = keptHistory(change);
  const tables = [table.name, ...(history === null ? [] : [history])];
  const deletion = `delete from public.${quote(table.name)} where valid_from is null`;
  return [
    {
      stage: 'lose',
      table: table.name,
      title: `delete the entries of ${table.name} that are deleted already`,
      runs: { kind: 'batches', table: table.name },
      statements: [`${deletion}${batch}`],
      atOnce: [deletion],
      locks: `the rows of a batch of ${table.name}, while it is written`,
      work: `writes the deleted entries of ${table.name}`,
      loses: `the entries of ${table.name} that are deleted and could be restored`,
      lost: [{ table: change.was.table.name, where: 'valid_from is null' }],
      asks: referredEntries(change),
      undo: null,
    },
    catalogStep({
      stage: 'finish',
      table: `${table.name}.valid_from`,
      title: `drop valid_from and valid_to of ${table.name}`,
      // And the entries that were deleted since.
      statements: [deletion, ...dropColumns(tables, validityNames)],
      locks: exclusively(...tables),
      work: `scans ${table.name}`,
      loses: `from when to when each row of ${tables.join(' and of ')} was valid`,
      lost: beforeTables(change).map((name) => ({ table: name, where: 'valid_from is not null' })),
      undo: null,
    }),
  ];
}
