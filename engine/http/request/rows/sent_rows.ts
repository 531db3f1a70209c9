import { isLosslessNumber } from 'lossless-json';
import type { ProblemError } from '../../../contract/problem.ts';
import type { Field } from '../../../model/field.ts';
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

/** What the columns of CSV stand for. */
interface Columns {
  /** The field whose values a column has: CSV has no types. */
  readonly fieldOf: (column: string) => Field | undefined;
  /** The rows that lines with these columns stand for. */
  readonly rowsOf: (lines: readonly SentRow[], columns: readonly string[]) => readonly SentRow[];
}

/** The rows of a body; null for a body that is one row. */
export function sentRows(body: JsonBody, columns: () => Columns): SentRows | null | Promise<SentRows> {
  if (Array.isArray(body)) return { rows: body, lines: null };
  if (body instanceof LinedRows) return body;
  return body instanceof CsvRows ? rowsOfCsv(body, columns()) : null;
}

async function rowsOfCsv(body: CsvRows, { fieldOf, rowsOf }: Columns): Promise<SentRows> {
  return { rows: rowsOf(await body.read(fieldOf), body.names), lines: body.lines };
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
