import type { Lines } from './plpgsql.ts';

/** The rows of a change, as the statements of a trigger name them. */
export interface RecordedRows {
  /** The alias before a column. */
  readonly row: string;
  /** Where a trigger behind a statement finds all of its rows; null in a trigger for each row. */
  readonly from: string | null;
}

export const newRow: RecordedRows = { row: 'new', from: null };
export const oldRow: RecordedRows = { row: 'old', from: null };
export const insertedRows: RecordedRows = { row: 'inserted', from: 'new_rows as inserted' };
export const deletedRows: RecordedRows = { row: 'deleted', from: 'old_rows as deleted' };

/**
 * Inserts the values of each row, which are in lines. Behind a statement, a condition can leave rows out. They come in the
 * order in which the statement wrote them.
 */
export function insertOf(into: Lines, values: Lines, { from }: RecordedRows, condition: string | null = null): Lines {
  if (from === null) {
    const [first = '', ...others] = values;
    return ended([...into, 'values', ...[`(${first}`, ...others].map(indented)], ')');
  }
  return ended([...into, 'select', ...values.map(indented), `from ${from}${whereOf(condition)}`]);
}

/** WHERE, or nothing. */
export function whereOf(condition: string | null): string {
  return condition === null ? '' : ` where ${condition}`;
}

function ended(lines: Lines, end = ''): Lines {
  return [...lines.slice(0, -1), `${lines.at(-1)}${end};`];
}

function indented(line: string): string {
  return `  ${line}`;
}
