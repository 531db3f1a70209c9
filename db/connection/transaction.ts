import { databaseError } from '../database_error.ts';
import type { Failure, Outcome, Query, Statement } from '../statement.ts';
import { attempt, attemptTogether, type Connection } from './attempt.ts';
import { isForgotten } from './prepared_statements.ts';

/** How a transaction has ended on a connection that can be used again: committed; refused; or undone by what `work` threw. */
export type End<T> = { readonly value: T } | { readonly failure: Failure } | { readonly thrown: unknown };

/** What runs in a transaction, as Session.transaction says. */
export type Work<T> = (query: Query, last: Query) => Promise<T>;

/**
 * Runs `work` in one transaction. If the server has forgotten a prepared statement, the transaction is aborted. Then all of it
 * runs once more, with newly prepared statements. `commits` is told before the commit is sent.
 * @throws ConnectionError for a connection that is lost, and is not to be used again.
 */
export async function inTransaction<T>(connection: Connection, work: Work<T>, commits: () => void): Promise<End<T>> {
  let hasForgotten = false;
  const watched = watching(work, (outcome) => {
    if (!outcome.ok && isForgotten(outcome.error.sqlstate)) hasForgotten = true;
  });
  const end = await inOneTransaction(connection, watched, commits);
  return hasForgotten && !('value' in end) ? inOneTransaction(connection, work, commits) : end;
}

async function inOneTransaction<T>(connection: Connection, work: Work<T>, commits: () => void): Promise<End<T>> {
  const { query, last, end } = begin(connection, commits);
  // The failure that aborted the transaction; those after it only say that it is aborted.
  let cause: Failure | null = null;
  const watched = watching(work, (outcome) => {
    cause = outcome.ok ? null : (cause ?? outcome);
  });
  const done = await watched(query, last).then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  const isDone = 'value' in done && cause === null;
  if (isDone) commits();
  const ended = await end(isDone ? 'commit' : 'rollback');
  if (!ended.ok) return { failure: ended };
  return 'value' in done && cause !== null ? { failure: cause } : done;
}

/** The same work, each outcome of which is told. */
function watching<T>(work: Work<T>, told: (outcome: Outcome) => void): Work<T> {
  const watch =
    (run: Query): Query =>
    async (statement) => {
      const outcome = await run(statement);
      told(outcome);
      return outcome;
    };
  return (query, last) => work(watch(query), watch(last));
}

interface Transaction {
  readonly query: Query;
  /** Runs a statement, and the commit behind it. */
  readonly last: Query;
  /** Ends it behind all of its statements. A failure of the commit has rolled it back. */
  readonly end: (by: 'commit' | 'rollback') => Promise<Outcome>;
}

interface Asked {
  readonly statement: Statement;
  readonly isLast: boolean;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (thrown: unknown) => void;
}

/**
 * Begins a transaction together with its first statement. Statements that are asked for before
 * any of them is answered go out in one round trip. Behind a statement that fails, none of them runs.
 */
function begin(connection: Connection, commits: () => void): Transaction {
  let asked: Asked[] = [];
  let running: Promise<void> = Promise.resolve();
  let hasBegun = false;
  let hasEnded = false;
  let lost: { readonly thrown: unknown } | null = null;

  const run = async (statements: readonly Statement[]): Promise<readonly Outcome[]> => {
    if (hasEnded) throw new Error('the transaction has ended');
    if (hasBegun) return attemptTogether(connection, statements);
    const together = statements.every(isPrepared) ? statements : [];
    const all = [beginStatement, ...together];
    const [begun = done, ...outcomes] = await attemptTogether(connection, all);
    hasBegun = begun.ok;
    if (!begun.ok) return statements.map(() => begun);
    return together.length > 0 ? outcomes : attemptTogether(connection, statements);
  };

  /** Behind a statement that fails, PostgreSQL leaves the commit out. If it fails itself, so has the last statement. */
  const runLast = async (statements: readonly Statement[]): Promise<readonly Outcome[]> => {
    commits();
    const outcomes = await run([...statements, commitStatement]);
    const own = outcomes.slice(0, -1);
    hasEnded = own.every(({ ok }) => ok);
    const ended = outcomes.at(-1);
    return hasEnded && ended?.ok === false ? [...own.slice(0, -1), ended] : own;
  };

  const runRound = async (round: readonly Asked[]): Promise<void> => {
    try {
      const statements = round.map(({ statement }) => statement);
      const outcomes = await (round.at(-1)?.isLast ? runLast(statements) : run(statements));
      for (const [index, { resolve }] of round.entries()) resolve(outcomes[index] as Outcome);
    } catch (thrown) {
      lost ??= { thrown };
      const error = databaseError(thrown);
      for (const { resolve, reject } of round) error === null ? reject(thrown) : resolve({ ok: false, error });
    }
  };

  const runAsked = async (all: readonly Asked[]): Promise<void> => {
    for (const round of roundsOf(all)) await runRound(round);
  };

  const flush = (): void => {
    const all = asked;
    asked = [];
    running = running.then(() => runAsked(all));
  };

  const ask =
    (isLast: boolean): Query =>
    (statement) =>
      new Promise((resolve, reject) => {
        asked.push({ statement, isLast, resolve, reject });
        // It runs behind all promises that are settled by now, which may ask for more.
        if (asked.length === 1) process.nextTick(flush);
      });

  return {
    query: ask(false),
    last: ask(true),
    end: async (by) => {
      flush();
      await running;
      if (lost !== null) throw lost.thrown;
      return hasBegun && !hasEnded ? attempt(connection, { text: by, values: [] }) : done;
    },
  };
}

/** A text without values and name may hold several statements: only the simple protocol takes it, and alone. */
function roundsOf(all: readonly Asked[]): readonly (readonly Asked[])[] {
  const rounds: Asked[][] = [];
  let open: Asked[] | null = null;
  for (const each of all) {
    const isOpen = isPrepared(each.statement);
    if (open !== null && isOpen) open.push(each);
    else rounds.push([each]);
    open = isOpen ? (rounds.at(-1) ?? null) : null;
  }
  return rounds;
}

const beginStatement: Statement = { text: 'begin', values: [] };
const commitStatement: Statement = { name: 'commit', text: 'commit', values: [] };

const done: Outcome = { ok: true, rows: [], rowCount: 0 };

function isPrepared({ values, name }: Statement): boolean {
  return name !== undefined || values.length > 0;
}
