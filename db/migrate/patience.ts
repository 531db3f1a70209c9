import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseError } from '../database_error.ts';
import type { Failure, Outcome, Query, Session, Success } from '../statement.ts';

/** How long a step waits for a lock, and others for it: then it steps back, lets them pass, and tries again. */
export const lockTimeoutMilliseconds = 200;
const attempts = 60;
const longestPauseMilliseconds = 5_000;

/**
 * Runs work in a transaction that waits for a lock only for as long as others may wait for it. It tries again after a
 * growing pause.
 */
export async function patiently(
  session: Session,
  waiting: (milliseconds: number) => void,
  work: (query: Query) => Promise<Outcome>,
): Promise<Success | Failure> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await session.transaction(async (query) => {
      const set = await query({ text: `set local lock_timeout = '${lockTimeoutMilliseconds}ms'`, values: [] });
      return set.ok ? work(query) : set;
    });
    if (outcome.ok || attempt === attempts || !isPassing(outcome.error)) return outcome;
    const pause = Math.min(50 * 2 ** attempt, longestPauseMilliseconds);
    waiting(pause);
    await delay(pause);
  }
}

/** Runs statements one by one, each by itself. */
export async function oneByOne(query: Query, statements: readonly string[]): Promise<Success | Failure> {
  let done: Success = { ok: true, rows: [], rowCount: 0 };
  for (const text of statements) {
    const outcome = await query({ text, values: [] });
    if (!outcome.ok) return outcome;
    done = outcome;
  }
  return done;
}

/** A lock that was not free in time, or a deadlock: PostgreSQL, Appendix A. */
function isPassing({ sqlstate }: DatabaseError): boolean {
  return sqlstate === '55P03' || sqlstate === '40P01';
}
