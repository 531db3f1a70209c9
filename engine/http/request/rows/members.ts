import { mostErrors, Problem, type ProblemError } from '../../../contract/problem.ts';
import type { Table } from '../../../model/model.ts';
import type { Parameter } from '../../../query/plan/query_string.ts';
import { describeUnwritable, type Validate } from '../validator.ts';
import { isRow, placedError, type SentRow, type SentRows } from './sent_rows.ts';

/** Which members of the rows count. */
export interface Members {
  /** The members that the parameter `columns` lists; null without it. */
  readonly columns: readonly string[] | null;
  /** Whether a row that lacks a listed member gets its default, and not null. */
  readonly defaults: boolean;
}

/** The rows of a body with the members that count. All have the same members, except where a default takes their place. */
export interface EvenRows extends SentRows {
  /** The members that any row may have. */
  readonly names: readonly string[];
}

/**
 * The parameter `columns`, as PostgREST's clients send it, and all other parameters.
 * @throws Problem for a column that a create cannot set, or that no row has.
 */
export function readColumns(
  parameters: readonly Parameter[],
  table: Table,
  action: 'create' | 'upsert',
): { readonly columns: readonly string[] | null; readonly others: readonly Parameter[] } {
  const own = parameters.filter(({ name }) => name === 'columns');
  if (own.length === 0) return { columns: null, others: parameters };
  const columns = own.flatMap(({ value }) => value.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1')));
  // A row that is there may be sent back with members that cannot be written.
  const isWrong = (name: string) =>
    action === 'create' ? table.fields.get(name)?.create !== true : !table.fields.has(name);
  const unwritable = columns.filter(isWrong);
  const errors = unwritable.slice(0, mostErrors).map((name) => ({
    parameter: 'columns',
    detail: table.fields.has(name)
      ? `${name} ${describeUnwritable(name, table, 'create').detail}`
      : `${JSON.stringify(name.slice(0, 80))} is not a field of ${table.name}`,
  }));
  const [first] = errors;
  if (first !== undefined) throw new Problem('invalid_parameter', first.detail, { errors });
  return { columns: [...new Set(columns)], others: parameters.filter(({ name }) => name !== 'columns') };
}

/**
 * The rows with the members that count.
 * @throws Problem for rows that have other members than the first, where no columns say which are meant.
 */
export function evenRows(sent: SentRows, { columns, defaults }: Members): EvenRows {
  if (columns === null) return { ...sent, names: sameMembers(sent) };
  const rows = sent.rows.map((row) => (isRow(row) ? pick(row, columns, defaults) : row));
  return { ...sent, rows, names: columns };
}

/** The same of a body that is one row. */
export function withMembers(body: unknown, { columns, defaults }: Members): unknown {
  return columns === null || !isRow(body) ? body : pick(body, columns, defaults);
}

function pick(row: SentRow, columns: readonly string[], defaults: boolean): SentRow {
  const picked: Record<string, unknown> = {};
  for (const name of columns) {
    if (Object.hasOwn(row, name)) picked[name] = row[name];
    else if (!defaults) picked[name] = null;
  }
  return picked;
}

function sameMembers(sent: SentRows): readonly string[] {
  const first = sent.rows.find(isRow) ?? {};
  const names = Object.keys(first);
  const errors: ProblemError[] = [];
  for (const [index, row] of sent.rows.entries()) {
    if (!isRow(row) || hasMembers(row, names)) continue;
    errors.push(placedError({ detail: difference(row, names) }, index, sent));
    if (errors.length === mostErrors) break;
  }
  const [fault] = errors;
  if (fault === undefined) return names;
  const where = fault.line === undefined ? fault.pointer : `line ${fault.line}, ${fault.pointer}`;
  throw new Problem('uneven_rows', `${where}: ${fault.detail}`, {
    hint: 'name the members in the parameter columns, or send the same ones in each row',
    errors,
  });
}

function hasMembers(row: SentRow, names: readonly string[]): boolean {
  if (Object.keys(row).length !== names.length) return false;
  for (const name of names) if (!Object.hasOwn(row, name)) return false;
  return true;
}

function difference(row: SentRow, names: readonly string[]): string {
  const known = new Set(names);
  const lacking = names.filter((name) => !Object.hasOwn(row, name));
  const other = Object.keys(row).filter((name) => !known.has(name));
  const parts = [
    ...(lacking.length === 0 ? [] : [`lacks ${shown(lacking)}`]),
    ...(other.length === 0 ? [] : [`has ${shown(other)} besides`]),
  ];
  return `${parts.join(' and ')}, unlike the first row`;
}

function shown(names: readonly string[]): string {
  const text = names.join(', ');
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}

/** What is wrong with the rows, each with the place of its row: so many faults as an answer names. */
export function faultsOfRows(sent: SentRows, validate: Validate): readonly ProblemError[] {
  const errors: ProblemError[] = [];
  for (const [index, row] of sent.rows.entries()) {
    for (const fault of validate(row)) errors.push(placedError(fault, index, sent));
    if (errors.length >= mostErrors) break;
  }
  return errors.slice(0, mostErrors);
}
