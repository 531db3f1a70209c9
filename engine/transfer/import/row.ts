import { LosslessNumber } from 'lossless-json';
import type { ProblemError } from '../../contract/problem.ts';
import { Problem } from '../../contract/problem.ts';
import { textOf } from '../../http/request/assignment.ts';
import type { Validate } from '../../http/request/validator.ts';
import type { FieldType } from '../../vocabulary/field_type.ts';
import { wordOf } from '../../vocabulary/field_type.ts';
import type { Column } from './column.ts';
import type { Fault } from './fault.ts';

/** A row of a file, with a member of a body for each column; undefined where it lacks one, which gets its default. */
export interface FileRow {
  readonly line: number;
  readonly members: readonly unknown[];
}

/** A row that is as the schema wants it: what PostgreSQL reads for each column. */
export interface SoundRow {
  readonly line: number;
  /** As a request would have sent it. */
  readonly body: Readonly<Record<string, unknown>>;
  /** By the columns of its file; undefined where the row lacks one. */
  readonly texts: readonly (string | null | undefined)[];
}

/** The row at a place that a statement names. */
export function rowAt(rows: readonly SoundRow[], place: string | null | undefined): SoundRow {
  const row = rows[Number(place)];
  if (row === undefined) throw new Error(`a statement names the place ${place}, which has no row`);
  return row;
}

/** A body needs a number where the key of a row stands for its id. */
const anyId = new LosslessNumber('0');

/** Holds a row against the schema of a create. */
export function checkRow(
  { line, members }: FileRow,
  columns: readonly Column[],
  validate: Validate,
): SoundRow | readonly Fault[] {
  const body: Record<string, unknown> = {};
  const faults: Fault[] = [];
  const texts = columns.map((column, at) => {
    const value = members[at];
    if (value === undefined) return undefined;
    if (column.kind === 'field') {
      body[column.name] = value;
      return null;
    }
    const text = value === null ? null : String(value);
    if (column.kind === 'key') {
      body[column.reference.name] = body[column.reference.name] === anyId || text !== null ? anyId : null;
      return text === null ? null : readKey(column.field.type, column.name, text);
    }
    return text === null ? null : readKey(idType, column.name, text);
  });
  function readKey(type: FieldType, name: string, text: string): string | null {
    const read = wordOf(type).read(type, text);
    if (read.ok) return read.value;
    faults.push({ line, column: name, detail: `${read.message}; expected ${read.expected}` });
    return null;
  }
  faults.push(...validate(body).map((error) => faultOf(line, error)));
  if (faults.length > 0) return faults;
  return {
    line,
    body,
    texts: columns.map((column, at) => {
      if (column.kind !== 'field') return texts[at];
      const value = body[column.name];
      return value === undefined ? undefined : textOf(column.field.type, value);
    }),
  };
}

const idType: FieldType = { kind: 'bigint', minimum: null, maximum: null, multipleOf: null };

function faultOf(line: number, { pointer = '', detail, hint }: ProblemError): Fault {
  const column = pointer.replace(/^\//, '').replaceAll('~1', '/').replaceAll('~0', '~');
  return { line, column, detail: hint === undefined ? detail : `${detail}; ${hint}` };
}

/** The faults of a row whose JSON cannot be read. Anything else is thrown on. */
export function faultsOfJson(line: number, column: string, thrown: unknown): readonly Fault[] {
  if (!(thrown instanceof Problem)) throw thrown;
  const { errors, message, hint } = thrown;
  if (errors.length === 0) return [{ line, column, detail: hint === null ? message : `${message}; ${hint}` }];
  return errors.map((error) => (column === '' ? faultOf(line, error) : { line, column, detail: error.detail }));
}

/** The faults of a row that a write was refused for. */
export function faultsOfProblem(line: number, { errors, message }: Problem): readonly Fault[] {
  return errors.length === 0 ? [{ line, column: '', detail: message }] : errors.map((error) => faultOf(line, error));
}
