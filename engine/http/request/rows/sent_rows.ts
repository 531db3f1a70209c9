import { isLosslessNumber } from 'lossless-json';
import type { ProblemError } from '../../../contract/problem.ts';
import type { Table } from '../../../model/model.ts';
import type { JsonBody } from '../json_body.ts';
import { CsvRows } from './csv.ts';
import { LinedRows } from './lines.ts';

/** The rows of a body in the order that they were sent. */
export interface SentRows {
  /** Each as a JSON value. */
  readonly rows: readonly unknown[];
  /** The line of the body in which each begins; null for a JSON array. */
  readonly lines: readonly number[] | null;
  /** Whether the body is one row, and no array. */
  readonly isOne?: true;
}

/** The rows of a body; null for a body that is one row. CSV has no types: the fields of the table decide on its cells. */
export async function sentRows(body: JsonBody, table: Table): Promise<SentRows | null> {
  if (Array.isArray(body)) return { rows: body, lines: null };
  if (body instanceof LinedRows) return body;
  return body instanceof CsvRows ? { rows: await body.read(table), lines: body.lines } : null;
}

/** The one row of a body that is not an array. */
export function oneRow(body: JsonBody): SentRows {
  return { rows: [body], lines: null, isOne: true };
}

/** A row with its members. */
export type SentRow = Readonly<Record<string, unknown>>;

export function isRow(row: unknown): row is SentRow {
  return typeof row === 'object' && row !== null && !Array.isArray(row) && !isLosslessNumber(row);
}

/** A fault of a row as a fault of the body. */
export function placedError(
  error: ProblemError,
  index: number,
  { lines, isOne }: Pick<SentRows, 'lines' | 'isOne'>,
): ProblemError {
  const line = lines?.[index];
  const place = isOne ? '' : `/${index}`;
  return { ...error, pointer: `${place}${error.pointer ?? ''}`, ...(line === undefined ? {} : { line }) };
}

/** The place of a row in the body, for a message. */
export function placeOf(index: number, { lines }: Pick<SentRows, 'lines'>): string {
  const line = lines?.[index];
  return `/${index}${line === undefined ? '' : ` (line ${line})`}`;
}
