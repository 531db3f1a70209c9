import type { Table } from '../../definition/model.ts';
import { quote } from '../../query/sql/identifier.ts';
import { textLiteral } from '../../query/sql/literal.ts';
import { validityNames } from '../column.ts';
import type { Fill } from './fill.ts';
import { catalogOnly, exclusively, inTransaction, type Planned } from './step.ts';
import { keptHistory, type TableChange } from './table_change.ts';

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
    {
      stage: 'expand',
      table: table.name,
      title: `add valid_from and valid_to to ${table.name}`,
      runs: inTransaction,
      statements: tables.flatMap((name) =>
        validityNames.map((column) => `alter table public.${quote(name)} add column ${column} timestamptz`),
      ),
      locks: exclusively(...tables),
      work: catalogOnly,
      loses: null,
      undo: tables
        .flatMap((name) => validityNames.map((column) => `alter table public.${quote(name)} drop column ${column}`))
        .join('; '),
    },
  ];
}

/** The validity of what becomes an entry, in the table or in its history. */
export function validityFills(change: TableChange, on: string): readonly Fill[] {
  const { table } = change.now;
  if (change.old.table.temporal !== null || table.temporal === null) return [];
  const id = on === table.name ? 'id' : `${table.name}_id`;
  return [validityFill(keptHistory(change), table, id, table.temporal.align)];
}

/** From when the row was first recorded; with an alignment, from the beginning of that day. */
function validityFill(history: string | null, table: Table, id: string, zone: string | null): Fill {
  return {
    column: 'valid_from',
    value: (row) => {
      const first =
        history === null
          ? `${row}recorded_at`
          : `least(${row}recorded_at, (select min(version.recorded_at) from public.${quote(history)} as version where version.${quote(`${table.name}_id`)} = ${row}${quote(id)}))`;
      if (zone === null) return first;
      return `date_trunc('day', ${first} at time zone ${textLiteral(zone)}) at time zone ${textLiteral(zone)}`;
    },
    isMissing: (row) => `${row}valid_from is null`,
  };
}

function end(change: TableChange): readonly Planned[] {
  const { table } = change.now;
  const history = keptHistory(change);
  const tables = [table.name, ...(history === null ? [] : [history])];
  const deletion = `delete from public.${quote(table.name)} where valid_from is null`;
  return [
    {
      stage: 'fill',
      table: table.name,
      title: `delete the entries of ${table.name} that are deleted already`,
      runs: { kind: 'batches', table: table.name },
      statements: [`${deletion} and id between :first and :last`],
      locks: `the rows of a batch of ${table.name}, while it is written`,
      work: `writes the deleted entries of ${table.name}; fails while other rows refer to one`,
      loses: `the entries of ${table.name} that are deleted and could be restored`,
      undo: change.old.history === null ? 'impossible: restore a backup' : 'the history has them',
    },
    {
      stage: 'switch',
      table: table.name,
      title: `${table.name} is time-dependent no longer`,
      runs: inTransaction,
      // Those that were deleted since.
      statements: [deletion],
      locks: exclusively(table.name),
      work: `scans ${table.name}`,
      loses: null,
      undo: 'nothing to take back',
    },
    {
      stage: 'drop',
      table: `${table.name}.valid_from`,
      title: `drop valid_from and valid_to of ${table.name}`,
      runs: inTransaction,
      statements: tables.flatMap((name) =>
        validityNames.map((column) => `alter table public.${quote(name)} drop column ${column}`),
      ),
      locks: exclusively(...tables),
      work: catalogOnly,
      loses: `from when to when each row of ${tables.join(' and of ')} was valid`,
      undo: 'impossible: restore a backup',
    },
  ];
}
