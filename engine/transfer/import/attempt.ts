import type { CopySession } from '../../../db/connection/copy_session.ts';
import type { DatabaseError } from '../../../db/database_error.ts';
import { type RefusedWrite, ruleProblem, writeProblem } from '../../http/response/database_problem.ts';
import { looksAtRelations } from '../../model/condition/looks.ts';
import type { Model } from '../../model/model.ts';
import type { Constraint } from '../../schema/constraint/constraints.ts';
import { keysOf } from './column.ts';
import { renderBroken, renderInsert } from './create_rows.ts';
import { type Fault, mostFaults } from './fault.ts';
import { faultOf, type SoundRow } from './row.ts';
import type { Range, Shape } from './staging.ts';

/** What writing needs beside the rows. */
export interface Writing {
  readonly model: Model;
  readonly constraints: ReadonlyMap<string, Constraint>;
}

/** The database refused to go on, for no fault of a row. */
export class ImportRefused extends Error {
  readonly error: DatabaseError;
  constructor(error: DatabaseError) {
    super(error.message);
    this.error = error;
  }
}

/** The staged rows of a piece, and the session that writes them. */
export interface Attempt extends Writing {
  readonly session: CopySession;
  readonly shape: Shape;
  readonly rows: readonly SoundRow[];
}

/**
 * Writes the staged rows of a range in an open transaction, all of them with one statement. If that fails, each half is
 * tried by itself, down to the rows at fault. The others stay written.
 * @throws ImportRefused
 */
export async function attempt(work: Attempt, { first, last }: Range, found: Fault[] = []): Promise<readonly Fault[]> {
  if (first > last || found.length >= mostFaults) return found;
  const { session, rows } = work;
  await settled(session.script('savepoint piece'));
  const error = await write(work, { first, last }, found);
  if (error === null) {
    await settled(session.script('release savepoint piece'));
    return found;
  }
  if (!isOfRow(error)) throw new ImportRefused(error);
  await settled(session.script('rollback to savepoint piece; release savepoint piece'));
  const row = rows[first];
  if (first === last && row !== undefined) {
    found.push(...faultsOfRefusal(error, row, work));
    return found;
  }
  const middle = Math.floor((first + last) / 2);
  await attempt(work, { first, last: middle }, found);
  return attempt(work, { first: middle + 1, last }, found);
}

/** The error that undoes the range; null where it is written. Rows that break a rule about others are added to the faults. */
async function write(
  { session, shape, rows, model }: Attempt,
  range: Range,
  found: Fault[],
): Promise<DatabaseError | null> {
  const inserted = await session.query(renderInsert(shape, range));
  if (!inserted.ok) return inserted.error;
  const rules = shape.table.checks.filter(({ that }) => looksAtRelations(that));
  if (rules.length > 0) {
    const conditions = rules.map(({ that }) => that);
    const broken = await session.query(renderBroken(shape, range, conditions, model));
    if (!broken.ok) return broken.error;
    for (const result of broken.rows) {
      const row = rows[Number(result.place)];
      if (row === undefined) throw new Error('a rule was asked of a row that is not there');
      for (const [at, rule] of rules.entries())
        if (result[`rule_${at}`] !== 't')
          found.push(...faultsOfProblem(row, ruleProblem(rule, refusedWrite(shape, row))));
    }
  }
  const checked = await session.script('set constraints all immediate');
  return checked.ok ? null : checked.error;
}

/** PostgreSQL, Appendix A: data exceptions, broken constraints, a row that its own statement changed, the engine's refusals. */
function isOfRow({ sqlstate, unavailable }: DatabaseError): boolean {
  return !unavailable && /^(22|23|27|ZA|P0)/.test(sqlstate);
}

function faultsOfRefusal(error: DatabaseError, row: SoundRow, { shape, constraints }: Attempt): readonly Fault[] {
  const key = keysOf(shape.columns).find(({ reference }) => reference.name === error.column);
  if (error.sqlstate === foreignKey && error.constraint === null && key !== undefined) {
    const values = key.columns.map(
      (name, at) => `${key.fields[at]?.name} ${row.texts[columnAt(shape, name)] ?? 'null'}`,
    );
    return [
      {
        line: row.line,
        column: key.columns[0] ?? '',
        detail: `there is no ${key.target.name} with ${values.join(' and ')}`,
      },
    ];
  }
  return faultsOfProblem(row, writeProblem(error, refusedWrite(shape, row), constraints));
}

const foreignKey = '23503';

function columnAt({ columns }: Shape, name: string): number {
  return columns.findIndex((column) => column.name === name);
}

function refusedWrite({ table }: Shape, { body }: SoundRow): RefusedWrite {
  return { table, body, sight: { shows: () => true, showsAll: () => true } };
}

function faultsOfProblem({ line }: SoundRow, problem: ReturnType<typeof writeProblem>): readonly Fault[] {
  const { errors, message } = problem;
  return errors.length === 0 ? [{ line, column: '', detail: message }] : errors.map((error) => faultOf(line, error));
}

/** @throws ImportRefused for a statement that can only fail with its connection. */
export async function settled(outcome: ReturnType<CopySession['query']>) {
  const done = await outcome;
  if (!done.ok) throw new ImportRefused(done.error);
  return done;
}
