import type { DatabaseError } from '../../../db/database_error.ts';
import { type Halving, isOfRow, writeByHalves } from '../../http/actions/rows/halving.ts';
import { writeProblem } from '../../http/response/database_problem.ts';
import type { RefusedWrite } from '../../http/response/refused_write.ts';
import type { Model } from '../../model/model.ts';
import { isDecidedAtEnd } from '../../model/tree/acyclic.ts';
import { decideNow } from '../../schema/check/decide.ts';
import { changeExisting } from './change_existing.ts';
import { keysOf } from './column.ts';
import { renderInsert } from './create_rows.ts';
import { type Fault, mostFaults } from './fault.ts';
import { faultsOfProblem, rowAt, type SoundRow } from './row.ts';
import type { Range, Shape } from './staging.ts';
import { type Attempt, type Attempted, ImportRefused } from './writing.ts';

/** Somebody else may make the same row again and again. */
const mostRaces = 10;

/**
 * Writes the staged rows of a piece in an open transaction, all of them with one statement. The rows at fault are left out;
 * the others stay written.
 * @throws ImportRefused
 */
export async function attempt(work: Attempt): Promise<Attempted> {
  const { session, rows } = work;
  const faults: Fault[] = [];
  const tally = { made: 0, changed: 0 };
  const halving: Halving<Attempted> = {
    query: session.query,
    write: async (places) => {
      const done = await write(work, { first: places[0] ?? 0, last: places.at(-1) ?? -1 });
      return 'sqlstate' in done ? { ok: false, error: done } : done;
    },
    taken: (_, done) => {
      faults.push(...done.faults);
      tally.made += done.made;
      tally.changed += done.changed;
    },
    refused: (place, error) => faults.push(...faultsOfRefusal(error, rowAt(rows, String(place)), work)),
    isOfRow: isFault,
    mayPass: (error, tries) => isRace(error, work) && tries <= mostRaces,
    // A file may have nothing but faults.
    isEnough: () => faults.length >= mostFaults,
  };
  const error = await writeByHalves(halving, [...rows.keys()]);
  if (error !== null) throw new ImportRefused(error);
  return { faults, ...tally };
}

/** What was done with a range, or the error that undoes it. Rows at fault may be written; the faults undo their piece. */
async function write(work: Attempt, range: Range): Promise<Attempted | DatabaseError> {
  const { session, shape, model } = work;
  const existing = shape.key === null ? nothing : await changeExisting(work, { ...shape, key: shape.key }, range);
  if ('sqlstate' in existing) return existing;
  const inserted = await session.query(renderInsert(shape, range));
  if (!inserted.ok) return inserted.error;
  const again = isDecidedAtEnd(model) ? decideNow : [];
  const checked = await session.script(['set constraints all immediate', ...again].join('; '));
  if (!checked.ok) return checked.error;
  return { faults: existing.faults, made: inserted.rowCount, changed: existing.changed };
}

const nothing: Attempted = { faults: [], made: 0, changed: 0 };

/** Whether a row was made that was not there a moment ago. */
function isRace({ sqlstate, constraint }: DatabaseError, { shape, constraints }: Attempt): boolean {
  const broken = constraints.get(constraint ?? '');
  if (sqlstate !== uniqueViolation || broken?.kind !== 'unique' || broken.among !== null) return false;
  return broken.fields.join() === shape.key?.join();
}

const uniqueViolation = '23505';

/** Also a row that its own statement changed, and what a trigger of the operator refuses (PostgreSQL, Appendix A). */
export function isFault(error: DatabaseError): boolean {
  return isOfRow(error) || (!error.unavailable && /^(27|P0)/.test(error.sqlstate));
}

function faultsOfRefusal(
  error: DatabaseError,
  row: SoundRow,
  { shape, constraints, model }: Attempt,
): readonly Fault[] {
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
  return faultsOfProblem(row.line, writeProblem(error, refusedWrite(shape, row, model), constraints));
}

const foreignKey = '23503';

function columnAt({ columns }: Shape, name: string): number {
  return columns.findIndex((column) => column.name === name);
}

function refusedWrite({ table }: Shape, { body }: SoundRow, model: Model): RefusedWrite {
  return { table, model, body, sight: { reads: () => true, shows: () => true, showsAll: () => true } };
}
