import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Test } from 'tap';

export interface CountedProxy {
  readonly url: string;
  /** The types of the messages that clients sent since the last reset (PostgreSQL's frontend/backend protocol). */
  messages(): string;
  reset(): void;
}

/** A server between a client and PostgreSQL that notes what the client sends. */
export async function countedProxy(t: Test, url: string): Promise<CountedProxy> {
  const target = new URL(url);
  let types = '';
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    // The first message of a session has no type, only its length.
    let isStarted = false;
    let rest: Buffer = Buffer.alloc(0);
    client.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const start = isStarted ? 1 : 0;
        if (rest.length < start + 4) return;
        const end = start + rest.readUInt32BE(start);
        if (rest.length < end) return;
        if (isStarted) types += String.fromCharCode(rest[0] ?? 0);
        isStarted = true;
        rest = rest.subarray(end);
      }
    });
    client.pipe(database).pipe(client);
    for (const socket of [client, database]) socket.on('error', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const own = new URL(url);
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  own.searchParams.set('sslmode', 'disable');
  return {
    url: own.href,
    messages: () => types,
    reset: () => {
      types = '';
    },
  };
}
