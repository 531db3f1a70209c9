import type { Table } from '../../model/model.ts';
import type { EntryBranch, KeptByDatabase } from './kind.ts';

interface RowCheck<Own> {
  /** What PostgreSQL checks of a row, in parentheses. */
  readonly condition: (constraint: Own, table: Table) => string;
  /** The rule in words. */
  readonly words: (constraint: Own) => string;
  readonly columns: (constraint: Own) => readonly string[];
  readonly onEntry?: (constraint: Own, table: Table) => EntryBranch;
}

/** A constraint that PostgreSQL checks row by row. */
export function rowCheck<Own>({ condition, words, columns, ...more }: RowCheck<Own>): KeptByDatabase<Own> {
  return {
    by: 'database',
    place: () => 'table',
    rule: (constraint, table) => `check ${condition(constraint, table)}`,
    hasIndex: false,
    comes: () => ({ how: 'unproved' }),
    against: (constraint, { table, name }) => ({
      rows: `rows of ${table.name} that break ${name} (${words(constraint)})`,
      columns: columns(constraint),
      find: (from) => ({ from, where: `not ${condition(constraint, table)}` }),
    }),
    ...more,
  };
}
