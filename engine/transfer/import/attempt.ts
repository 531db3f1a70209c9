import type { DatabaseError } from '../../../db/database_error.ts';
import { type RefusedWrite, ruleProblem, writeProblem } from '../../http/response/database_problem.ts';
import { looksAtRelations } from '../../model/condition/looks.ts';
import { changeExisting } from './change_existing.ts';
import { keysOf } from './column.ts';
import { renderBroken, renderInsert } from './create_rows.ts';
import { type Fault, mostFaults } from './fault.ts';
import { faultsOfProblem, rowAt, type SoundRow } from './row.ts';
import type { Range, Shape } from './staging.ts';
import { type Attempt, type Attempted, ImportRefused, settled } from './writing.ts';

/** Somebody else may make the same row again and again. */
const mostRaces = 10;

/**
 * Writes the staged rows of a range in an open transaction, all of them with one statement. If that fails, each half is
 * tried by itself, down to the rows at fault. The others stay written.
 * @throws ImportRefused
 */
export async function attempt(work: Attempt, { first, last }: Range, race = 0): Promise<Attempted> {
  if (first > last) return { faults: [], made: 0, changed: 0 };
  const { session, rows } = work;
  await settled(session.script('savepoint piece'));
  const written = await write(work, { first, last });
  if (!('sqlstate' in written)) {
    await settled(session.script('release savepoint piece'));
    return written;
  }
  if (!isOfRow(written)) throw new ImportRefused(written);
  await settled(session.script('rollback to savepoint piece; release savepoint piece'));
  if (isRace(written, work) && race < mostRaces) return attempt(work, { first, last }, race + 1);
  const row = rows[first];
  if (first === last && row !== undefined) return { faults: faultsOfRefusal(written, row, work), made: 0, changed: 0 };
  const middle = Math.floor((first + last) / 2);
  const before = await attempt(work, { first, last: middle });
  // A file may have nothing but faults.
  if (before.faults.length >= mostFaults) return before;
  const behind = await attempt(work, { first: middle + 1, last });
  return {
    faults: [...before.faults, ...behind.faults],
    made: before.made + behind.made,
    changed: before.changed + behind.changed,
  };
}

/** What was done with a range, or the error that undoes it. Rows at fault may be written; the faults undo their piece. */
async function write(work: Attempt, range: Range): Promise<Attempted | DatabaseError> {
  const { session, shape } = work;
  const existing = shape.key === null ? nothing : await changeExisting(work, { ...shape, key: shape.key }, range);
  if ('sqlstate' in existing) return existing;
  const inserted = await session.query(renderInsert(shape, range));
  if (!inserted.ok) return inserted.error;
  const broken = await brokenRules(work, range);
  if ('sqlstate' in broken) return broken;
  const checked = await session.script('set constraints all immediate');
  if (!checked.ok) return checked.error;
  return { faults: [...existing.faults, ...broken], made: inserted.rowCount, changed: existing.changed };
}

const nothing: Attempted = { faults: [], made: 0, changed: 0 };

async function brokenRules({ session, shape, rows, model }: Attempt, range: Range): Promise<Fault[] | DatabaseError> {
  const rules = shape.table.checks.filter(({ that }) => looksAtRelations(that));
  if (rules.length === 0) return [];
  const conditions = rules.map(({ that }) => that);
  const broken = await session.query(renderBroken(shape, range, conditions, model));
  if (!broken.ok) return broken.error;
  return broken.rows.flatMap((result) => {
    const row = rowAt(rows, result._place);
    return rules.flatMap((rule, at) =>
      result[`rule_${at}`] === 't' ? [] : faultsOfProblem(row.line, ruleProblem(rule, refusedWrite(shape, row))),
    );
  });
}

/** Whether a row was made that was not there a moment ago. */
function isRace({ sqlstate, constraint }: DatabaseError, { shape, constraints }: Attempt): boolean {
  const broken = constraints.get(constraint ?? '');
  return sqlstate === uniqueViolation && broken?.kind === 'unique' && broken.fields.join() === shape.key?.join();
}

const uniqueViolation = '23505';

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
  return faultsOfProblem(row.line, writeProblem(error, refusedWrite(shape, row), constraints));
}

const foreignKey = '23503';

function columnAt({ columns }: Shape, name: string): number {
  return columns.findIndex((column) => column.name === name);
}

function refusedWrite({ table }: Shape, { body }: SoundRow): RefusedWrite {
  return { table, body, sight: { shows: () => true, showsAll: () => true } };
}
