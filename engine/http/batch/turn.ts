import type { Query } from '../../../db/statement.ts';
import { attemptOn, type Run } from '../run.ts';
import type { BatchStatement } from './joining.ts';

/** A request has a second statement, and statements of later requests went out already: they have to wait for each other. */
export class OutOfTurn extends Error {}

/** The turn of a request to send its statements. */
export interface Turn {
  readonly run: Run;
  /** When the request has sent a statement that is a transaction outside of a batch. It is likely to send no other. */
  readonly passed: Promise<void>;
}

/** Gives each request of a batch its turn: the next one may begin before the one before it is answered. */
export function createTurns(run: Run): { next(): Turn; close(): void } {
  let turns = 0;
  let latest = 0;
  return {
    next: () => {
      turns += 1;
      return turnOf(turns);
    },
    close: () => {
      turns += 1;
      latest = turns;
    },
  };

  function turnOf(place: number): Turn {
    const { promise: passed, resolve: pass } = Promise.withResolvers<void>();
    const take = (): void => {
      if (latest > place) throw new OutOfTurn();
      latest = place;
    };
    const single =
      (query: Query): Query =>
      async (statement) => {
        take();
        const single: BatchStatement = { ...statement, isSingle: true };
        const outcome = query(single);
        pass();
        return outcome;
      };
    const several =
      (transaction: Run['transaction']): Run['transaction'] =>
      async (work, name) => {
        take();
        return transaction(work, name);
      };
    return {
      passed,
      run: {
        ...run,
        query: single(run.query),
        read: single(run.read),
        transaction: several(run.transaction),
        attempt: several(attemptOn(run)),
      },
    };
  }
}
