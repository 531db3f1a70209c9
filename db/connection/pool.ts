import type { ClientOptions } from './session.ts';
import { openTextClient, type TextClient } from './text_client.ts';

/** Connections that are opened when they are needed, at most so many. Each has one user at a time. */
export interface Pool {
  /** Runs work on a free connection. Those who wait for one get it in their order. If work throws, its connection is ended. */
  connect<T>(work: (connection: TextClient) => Promise<T>): Promise<T>;
  load(): PoolLoad;
  /** Waits for what is running, then disconnects. */
  end(): Promise<void>;
}

interface PoolLoad {
  /** Connections in use, or being opened. */
  readonly active: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Opens no connection yet. */
export function createPool(url: string, most: number, options: ClientOptions): Pool {
  const idle: TextClient[] = [];
  const waiting: (() => void)[] = [];
  let active = 0;
  let ended: (() => void) | null = null;

  const open = async (): Promise<TextClient> => {
    const client = await openTextClient(url, { ...options, pipeline: false }, () => {
      const place = idle.indexOf(client);
      if (place >= 0) idle.splice(place, 1);
    });
    return client;
  };

  const enter = (): Promise<void> | null => {
    if (ended !== null) throw new Error('the pool of connections has ended');
    if (active === most) return new Promise((resolve) => waiting.push(resolve));
    active += 1;
    return null;
  };

  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) active -= 1;
    else next();
    if (active === 0) ended?.();
  };

  return {
    connect: async (work) => {
      await enter();
      try {
        const client = idle.pop() ?? (await open());
        try {
          const done = await work(client);
          if (!client.isLost()) idle.push(client);
          return done;
        } catch (error) {
          client.end().catch(() => {});
          throw error;
        }
      } finally {
        leave();
      }
    },
    load: () => ({ active, idle: idle.length, waiting: waiting.length }),
    end: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      ended = resolve;
      if (active === 0) resolve();
      await promise;
      await Promise.all(idle.splice(0).map((client) => client.end()));
    },
  };
}
