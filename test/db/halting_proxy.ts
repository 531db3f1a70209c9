import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Test } from 'tap';

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
  const target = new URL(url);
  let remaining = Number.POSITIVE_INFINITY;
  let place: 'before' | 'after' = 'before';
  let halt = () => {};
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    const database = connect(Number(target.port || 5432), target.hostname);
    let isStarted = false;
    let isHalted = false;
    let rest: Buffer = Buffer.alloc(0);
    let statement: Buffer[] = [];
    client.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        // The first message of a session has no type, only its length.
        const start = isStarted ? 1 : 0;
        if (rest.length < start + 4) return;
        const end = start + rest.readUInt32BE(start);
        if (rest.length < end) return;
        const type = isStarted ? String.fromCharCode(rest[0] ?? 0) : '';
        statement.push(rest.subarray(0, end));
        rest = rest.subarray(end);
        isStarted = true;
        // A statement ends with Query or with Sync; other messages, those of the beginning, pass on by themselves.
        const isEnd = type === 'Q' || type === 'S';
        if (isEnd) remaining -= 1;
        if (isEnd && remaining === 0) isHalted = true;
        if (isHalted && place === 'before') return halt();
        if (!isEnd && 'PBDEC'.includes(type || '-')) continue;
        for (const message of statement) database.write(message);
        statement = [];
      }
    });
    database.on('data', (chunk) => (isHalted ? halt() : client.write(chunk)));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const own = new URL(url);
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  own.searchParams.set('sslmode', 'disable');
  return {
    url: own.href,
    haltAt: (...next) => {
      [remaining, place, halt] = next;
    },
    cut: () => {
      for (const client of clients) client.destroy();
      clients.clear();
    },
  };
}
