import { choice, type Lines } from './plpgsql.ts';

/** The rows of a change, as the statements of a trigger name them. */
export interface RecordedRows {
  /** The alias before a column. */
  readonly row: string;
  /** Where all rows of a statement are found; null for the one row of a trigger for each row. */
  readonly from: string | null;
  /** The column by which they are in the order in which they were written, where it is not the order of `from`. */
  readonly order?: string;
}

/** What is done after a change of each kind. */
export interface AfterChange {
  /** Once behind a statement, with all of its rows (see insertedRows). */
  readonly insert: Lines;
  /** For one row, or once for all of a statement. */
  readonly update: (rows: UpdatedRows) => Lines;
  /** Once behind a statement (see deletedRows). `instant` and `identity` are when and by whom the rows are removed. */
  readonly delete: Lines;
}

/** The rows of an update, as they have become and as they were. */
export interface UpdatedRows {
  readonly now: RecordedRows;
  readonly former: RecordedRows;
  /** The condition that the update has changed a row; null where there are no other rows. */
  readonly isChanged: string | null;
}

export const insertedRows: RecordedRows = { row: 'inserted', from: 'new_rows as inserted' };
export const deletedRows: RecordedRows = { row: 'deleted', from: 'old_rows as deleted' };
export const updatedRow: UpdatedRows = {
  now: { row: 'new', from: null },
  former: { row: 'old', from: null },
  isChanged: null,
};

// By a full join, which is never a nested loop: PostgreSQL keeps the plan of the first statement, whose rows may be few.
const pairs = {
  from: 'old_rows as former full join new_rows as changed on changed.id = former.id',
  order: 'changed.row_version',
};
export const updatedRows: Omit<UpdatedRows, 'isChanged'> = {
  now: { row: 'changed', ...pairs },
  former: { row: 'former', ...pairs },
};

/**
 * Inserts the values of each row, which are in lines. Behind a statement, a condition can leave rows out. They come in the
 * order in which the statement wrote them.
 */
export function insertOf(
  into: Lines,
  values: Lines,
  { from, order }: RecordedRows,
  condition: string | null = null,
): Lines {
  if (from === null) {
    const [first = '', ...others] = values;
    return ended([...into, 'values', ...[`(${first}`, ...others].map(indented)], ')');
  }
  const ordered = order === undefined ? [] : [`order by ${order}`];
  return ended([...into, 'select', ...values.map(indented), `from ${from}${whereOf(condition)}`, ...ordered]);
}

/** What is done with rows for which a condition holds: the lines behind IF for one row, or for all with the condition. */
export function onlyWhere(
  { from }: RecordedRows,
  condition: string,
  lines: (condition: string | null) => Lines,
): Lines {
  return from === null ? choice([condition, lines(null)]) : lines(condition);
}

/** WHERE with the conditions that there are, or nothing. */
export function whereOf(...conditions: readonly (string | null)[]): string {
  const known = conditions.filter((each) => each !== null);
  return known.length === 0 ? '' : ` where ${known.join(' and ')}`;
}

function ended(lines: Lines, end = ''): Lines {
  return [...lines.slice(0, -1), `${lines.at(-1)}${end};`];
}

function indented(line: string): string {
  return `  ${line}`;
}
