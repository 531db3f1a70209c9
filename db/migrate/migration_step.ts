import type { FileRun } from '../../engine/schema/migration/run.ts';
import { quote } from '../../engine/sql/identifier.ts';
import type { Failure, Query, Session, Success } from '../statement.ts';
import type { IsHeld } from './lock.ts';
import { type NumberedStep, noteStep } from './migration_account.ts';
import { oneByOne, patiently } from './patience.ts';

/** Follows a step at work. */
export interface StepObserver {
  /** Of a step in batches: the share of it that is done, from 0 to 1. */
  progress(share: number): void;
  /** A lock was not free in time; the step tries again. */
  waiting(milliseconds: number): void;
}

/** A session that works, and the lock that gives it the right to. */
export interface Worker {
  readonly session: Session;
  readonly isHeld: IsHeld;
}

const batchSize = 2_000;

/** Runs a step and notes it: in one transaction where it runs in one. */
export async function applyStep(
  worker: Worker,
  step: NumberedStep,
  observer: StepObserver,
): Promise<Success | Failure> {
  const { session } = worker;
  const { runs } = step.step;
  const note = (query: Query, done: boolean) => noteStep(query, step, { done });
  switch (runs.kind) {
    case 'transaction':
      return patiently(session, observer.waiting, async (query) => {
        const done = await query({ text: runs.script, values: [] });
        return done.ok ? note(query, true) : done;
      });
    case 'alone': {
      // What a kill leaves of it is found and taken back.
      const begun = await note(session.query, false);
      if (!begun.ok) return begun;
      const done = await oneByOne(session.query, runs.statements);
      if (done.ok) return session.transaction((query) => note(query, true));
      const mended = await oneByOne(session.query, runs.onFailure);
      return mended.ok ? done : mended;
    }
    case 'batches': {
      const begun = await note(session.query, false);
      if (!begun.ok) return begun;
      const done = await inBatches(worker, runs, observer);
      return done.ok ? session.transaction((query) => note(query, true)) : done;
    }
  }
}

/** Runs a statement over all ids of a table, in batches. Rows that are added meanwhile are newer and need no change. */
async function inBatches(
  { session, isHeld }: Worker,
  { table, statement }: FileRun & { readonly kind: 'batches' },
  observer: StepObserver,
): Promise<Success | Failure> {
  const from = `public.${quote(table)}`;
  const range = await session.query({ text: `select min(id) as first, max(id) as last from ${from}`, values: [] });
  const { first, last } = (range.ok && range.rows[0]) || {};
  if (!range.ok || first === null || first === undefined || last === null || last === undefined) return range;
  let next = BigInt(first);
  const end = BigInt(last);
  const length = Number(end - next) + 1;
  while (next <= end) {
    const held = await isHeld();
    if (!held.ok) return held;
    const batch = await session.query({
      text: `select max(id) as last from (select id from ${from} where id >= $1 order by id limit ${batchSize}) as batch`,
      values: [String(next)],
    });
    if (!batch.ok) return batch;
    const until = batch.rows[0]?.last;
    if (until === null || until === undefined) break;
    const text = statement({ first: String(next), last: until });
    const done = await patiently(session, observer.waiting, (query) => query({ text, values: [] }));
    if (!done.ok) return done;
    next = BigInt(until) + 1n;
    observer.progress(Math.min(1, 1 - Number(end - next + 1n) / length));
  }
  return range;
}
