import type { Share } from '../../db/database.ts';
import { type Failure, isFailure, type Query, type Statement } from '../../db/statement.ts';
import { Problem } from '../contract/problem.ts';
import type { JsonAnswer } from './response/send.ts';

/** What runs the statements of a request: the database, or a transaction that has begun. */
export interface Run extends Pick<Share, 'query' | 'read' | 'transaction'> {
  /** From now on, a request that only reads does so on the primary; absent where it does anyway. */
  readonly usePrimary?: () => void;
  /** Whether it is a transaction that has begun, which a failed query aborts. */
  readonly isWithin?: true;
  /** A transaction after whose failure the request goes on; `transaction` when left out. */
  readonly attempt?: Share['transaction'];
  /** How a write under an Idempotency-Key is answered, where the request asks for more than its result. */
  readonly report?: Report;
}

/** An answer to a write that has more than its result. */
export interface Report {
  /** Runs the write, and answers with more than it does. */
  readonly of: (run: Run, write: (run: Run) => Promise<JsonAnswer>) => Promise<JsonAnswer>;
  /** The answer in the same form, of a write that was done before. */
  readonly again: (answer: JsonAnswer) => JsonAnswer;
}

/**
 * Runs statements within a transaction that has begun. A transaction within it is a part behind a savepoint. If the part fails
 * or throws, it is undone, and the transaction goes on.
 */
export function withinTransaction(query: Query): Run {
  return {
    isWithin: true,
    query,
    read: query,
    transaction: async (work) => {
      const saved = await query({ text: 'savepoint part', values: [] });
      if (!saved.ok) return saved;
      let cause: Failure | null = null;
      const leave = (text: string) => query({ text, values: [] });
      const undo = async () => {
        await leave('rollback to savepoint part');
        await leave('release savepoint part');
      };
      try {
        const value = await work(async (statement) => {
          const outcome = await query(statement);
          cause = outcome.ok ? null : (cause ?? outcome);
          return outcome;
        });
        if (cause === null) {
          const left = await leave('release savepoint part');
          return left.ok ? value : left;
        }
      } catch (thrown) {
        await undo();
        throw thrown;
      }
      await undo();
      return cause;
    },
  };
}

/**
 * Runs statements within a transaction which ends if any part of it fails. So only the parts after whose failure a request
 * goes on are behind a savepoint.
 */
export function withinWhole(query: Query): Run {
  const { transaction: attempt, ...within } = withinTransaction(query);
  const transaction: Run['transaction'] = async (work) => {
    let cause: Failure | null = null;
    const value = await work(async (statement) => {
      const outcome = await query(statement);
      cause = outcome.ok ? null : (cause ?? outcome);
      return outcome;
    });
    return cause ?? value;
  };
  return { ...within, transaction, attempt };
}

/** Runs work in a transaction, or a part of one, after whose failure the request goes on. */
export function attemptOn({ attempt, transaction }: Run): Run['transaction'] {
  return attempt ?? transaction;
}

/** Runs statements whose answers show datetimes in a zone, given by a name that PostgreSQL knows. */
export function inZone(run: Run, zone: string): Run {
  const zoned =
    (transaction: Run['transaction']): Run['transaction'] =>
    (work, name) =>
      transaction(async (query) => {
        const set = await query(settingZone(zone));
        if (!set.ok && set.error.sqlstate === invalidValue) throw unknownZone(zone);
        if (!set.ok) return set;
        const done = await work(query);
        // A savepoint keeps the setting, and what follows in its transaction is not of this request.
        if (run.isWithin && !isFailure(done)) await query(settingZone('UTC'));
        return done;
      }, name);
  const transaction = zoned(run.transaction);
  const single: Query = (statement) => transaction((query) => query(statement));
  return { ...run, read: single, query: single, transaction, attempt: zoned(attemptOn(run)) };
}

/** PostgreSQL may have an older list of zones than this process. */
function unknownZone(zone: string): Problem {
  const detail = `the database has no time zone ${zone}`;
  return new Problem('invalid_parameter', detail, { errors: [{ parameter: 'Prefer', detail }] });
}

const invalidValue = '22023';

function settingZone(zone: string): Statement {
  return { text: "select set_config('TimeZone', $1, true)", values: [zone] };
}

/** serialization_failure and deadlock_detected (PostgreSQL, Appendix A). */
const collisions: ReadonlySet<string> = new Set(['40001', '40P01']);

function isCollision({ error }: Failure): boolean {
  return collisions.has(error.sqlstate);
}

/**
 * Runs a write as a part of a transaction that goes on after it. Constraints that a commit would check are checked, and their
 * failure is that of the write. If another transaction made PostgreSQL end this one, the failure comes back, so that all of
 * it can be repeated.
 */
export async function asPart<T>(query: Query, write: (run: Run) => Promise<T>): Promise<T | Failure> {
  // The failure that aborted the transaction: only then is it safe to return it.
  let cause: Failure | null = null;
  const watched: Query = async (statement) => {
    const outcome = await query(statement);
    cause = outcome.ok ? null : (cause ?? outcome);
    return outcome;
  };
  try {
    return await write(checked(watched));
  } catch (thrown) {
    if (cause !== null && isCollision(cause)) return cause;
    throw thrown;
  }
}

/** Runs statements within a transaction. Behind each, and each part of several, comes the check that their commit would make. */
export function checked(query: Query): Run {
  const within = withinTransaction(query);
  return {
    ...within,
    query: async (statement) => {
      const outcome = await query(statement);
      if (!outcome.ok) return outcome;
      const check = await query(checkConstraints);
      return check.ok ? outcome : check;
    },
    transaction: (work, name) =>
      within.transaction(async (inner) => {
        const value = await work(inner);
        await inner(checkConstraints);
        return value;
      }, name),
  };
}

/** Does now what the commit would do: it compares unique values and runs deferred triggers. A timeout ends it, which ends no commit. */
export const checkConstraints: Statement = {
  name: 'check_constraints',
  text: 'set constraints all immediate',
  values: [],
};
