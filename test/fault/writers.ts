import { setTimeout as delay } from 'node:timers/promises';
import { type ClientOptions, runClient, type Work } from './client.ts';

/** Clients that write all the time. */
export interface Writers {
  readonly acknowledged: () => number;
  /** Waits until so many writes more are acknowledged; throws when that takes longer. */
  goOn(writes: number, seconds?: number): Promise<void>;
  /** Between two acknowledged writes of all clients together, since the last call. */
  longestPauseMilliseconds(): number;
  /** Has them finish what they are at. */
  end(): Promise<readonly Work[]>;
  /** Ends them, whatever they are at. */
  stop(): Promise<void>;
}

export interface WritersOptions extends Pick<ClientOptions, 'address' | 'random'> {
  /** The numbers of the clients, which are their identities. */
  readonly numbers: readonly number[];
  readonly token: (claims: Readonly<Record<string, unknown>>) => string;
  readonly pauseMilliseconds?: number;
}

/** Sets clients to work on a service, wherever that is at the moment. */
export function startWriters({ numbers, address, random, token, pauseMilliseconds = 0 }: WritersOptions): Writers {
  let isOver = false;
  let isStopped = false;
  const addressNow = () => {
    if (isStopped) throw new Error('the writers were stopped');
    return address();
  };
  let acknowledged = 0;
  let last = performance.now();
  let longest = 0;
  const note = () => {
    acknowledged += 1;
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const working = Promise.all(
    numbers.map((number) =>
      runClient({
        number,
        token: token({ identity_id: number, scope: 'manage:data' }),
        address: addressNow,
        isOver: () => isOver,
        random,
        acknowledged: note,
        pauseMilliseconds,
      }),
    ),
  );
  // Who waits for them hears of it.
  working.catch(() => {});
  return {
    acknowledged: () => acknowledged,
    goOn: async (writes, seconds = 180) => {
      const [goal, until] = [acknowledged + writes, performance.now() + seconds * 1000];
      while (acknowledged < goal) {
        if (performance.now() > until) throw new Error(`no ${writes} writes were acknowledged in ${seconds} s`);
        await delay(5);
      }
    },
    longestPauseMilliseconds: () => {
      const found = longest;
      longest = 0;
      return found;
    },
    end: async () => {
      isOver = true;
      return working;
    },
    stop: async () => {
      isStopped = true;
      await working.catch(() => {});
    },
  };
}

/** What came of all of them, in words. */
export function summary(works: readonly Work[], unknown: number): string {
  const sum = (of: (work: Work) => number) => works.reduce((total, work) => total + of(work), 0);
  return (
    `${sum((work) => work.acknowledged)} writes acknowledged, ${sum((work) => work.repeated)} requests repeated, ` +
    `${sum((work) => work.abandoned.length)} given up (${unknown} of them done); lost 0, doubled 0`
  );
}
