import type { Socket } from 'node:net';
import type { Test } from 'tap';
import { messages, proxy } from './proxy.ts';

export interface HaltingProxy {
  readonly url: string;
  /** Calls `halt` when the statement of this number, counted from now and from 1, comes, or when its answer does. */
  haltAt(statement: number, place: 'before' | 'after', halt: () => void): void;
  /** Ends all sessions, as when the process of the client is killed. */
  cut(): void;
}

/**
 * A server between a client and PostgreSQL that stops passing messages on at a statement: what the client sees then is
 * nothing, and when it is gone, so is its session.
 */
export async function haltingProxy(t: Test, url: string): Promise<HaltingProxy> {
  let remaining = Number.POSITIVE_INFINITY;
  let place: 'before' | 'after' = 'before';
  let halt = () => {};
  const clients = new Set<Socket>();
  const own = await proxy(t, url, (client, database) => {
    clients.add(client);
    let isHalted = false;
    let statement: Buffer[] = [];
    const pass = messages('client', (message, kind) => {
      statement.push(message);
      // A statement ends with Query or with Sync; other messages, those of the beginning, pass on by themselves.
      const isEnd = kind === 'Q' || kind === 'S';
      if (isEnd) remaining -= 1;
      if (isEnd && remaining === 0) isHalted = true;
      if (isHalted && place === 'before') return halt();
      if (!isEnd && 'PBDEC'.includes(kind || '-')) return;
      for (const part of statement) database.write(part);
      statement = [];
    });
    client.on('data', pass);
    database.on('data', (chunk) => (isHalted ? halt() : client.write(chunk)));
  });
  return {
    url: own,
    haltAt: (...next) => {
      [remaining, place, halt] = next;
    },
    cut: () => {
      for (const client of clients) client.destroy();
      clients.clear();
    },
  };
}
