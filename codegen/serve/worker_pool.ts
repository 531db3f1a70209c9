import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../option/settings.ts';
import { replacedMessage } from './stop.ts';

/** The processes that answer requests. One that dies is replaced. */
export interface WorkerPool {
  readonly all: ReadonlySet<Worker>;
  readonly isEnding: boolean;
  /**
   * Starts one more, and gives its address when it listens.
   * @throws CommandError when it ends before, or does not listen in time. It is not replaced then.
   */
  start(): Promise<string>;
  /**
   * Starts another one in the place of one. Once that listens, the former one answers its requests in progress, and ends.
   * @throws CommandError as `start` does. The former one goes on then.
   */
  replace(worker: Worker): Promise<void>;
  /** Ends all; gives whether each of them could answer its requests. */
  end(): Promise<boolean>;
}

/** A process that ends sooner after its start is not replaced at once, since it would fail again and again. */
const soonMilliseconds = 1_000;

/** It reads the definitions and asks the database, which takes seconds at most. */
const startSeconds = 60;

/** An empty pool. Its processes run this command with the environment of this process, and these variables. */
export function startPool(environment: Readonly<Record<string, string>>): WorkerPool {
  const all = new Set<Worker>();
  /** Not replaced: told to end, or started for a place of its own and not listening yet. */
  const single = new Set<Worker>();
  let isEnding = false;
  let isDrained = true;

  const fork = (): Worker => {
    const worker = cluster.fork(environment);
    const born = performance.now();
    all.add(worker);
    worker.once('exit', async (code, signal) => {
      all.delete(worker);
      // The signal itself ends one that was not listening yet.
      if (isEnding) isDrained &&= code === 0 || signal === 'SIGTERM';
      if (isEnding || single.delete(worker)) return;
      console.error(`almanac: process ${worker.process.pid} ended (${signal ?? code}); another takes its place`);
      if (performance.now() - born < soonMilliseconds) await delay(soonMilliseconds);
      if (!isEnding) fork();
    });
    return worker;
  };

  const start = async (): Promise<string> => {
    const worker = fork();
    single.add(worker);
    const address = await addressOf(worker);
    single.delete(worker);
    return address;
  };

  return {
    all,
    get isEnding() {
      return isEnding;
    },
    start,
    replace: async (worker) => {
      // If it dies meanwhile, the other one has its place already.
      single.add(worker);
      try {
        await start();
      } catch (error) {
        if (!single.delete(worker) && !isEnding) fork();
        throw error;
      }
      if (isEnding || !all.has(worker)) return;
      const ended = once(worker, 'exit');
      // If it is gone already, it ends all the same.
      worker.send(replacedMessage, () => {});
      await ended;
    },
    end: async () => {
      isEnding = true;
      const ending = [...all].map((worker) => {
        const ended = once(worker, 'exit');
        worker.process.kill('SIGTERM');
        return ended;
      });
      await Promise.all(ending);
      return isDrained;
    },
  };
}

/** @throws CommandError when it ends before it listens, or takes too long. */
async function addressOf(worker: Worker): Promise<string> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const late = `process ${worker.process.pid} did not listen within ${startSeconds} seconds`;
  try {
    const found = await Promise.race([
      once(worker, 'listening', { signal }),
      once(worker, 'exit', { signal }),
      delay(startSeconds * 1000, null, { signal }),
    ]);
    if (found === null) {
      worker.process.kill('SIGKILL');
      throw new CommandError(late);
    }
    const [at] = found as [{ readonly address: string; readonly port: number } | number | null];
    // It has printed the reason.
    if (typeof at !== 'object' || at === null) throw new CommandError('');
    return `http://${at.address.includes(':') ? `[${at.address}]` : at.address}:${at.port}`;
  } finally {
    waiting.abort();
  }
}
