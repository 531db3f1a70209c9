import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Test } from 'tap';

// The protocol of PostgreSQL: a byte for the kind of a message, four for its length, which counts itself.
const header = 5;
const notification = 'A'.charCodeAt(0);

/** The URL of a server between a client and PostgreSQL that takes out what PostgreSQL tells of a channel (NOTIFY). */
export async function deafProxy(t: Test, url: string): Promise<string> {
  const target = new URL(url);
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    let rest: Buffer = Buffer.alloc(0);
    database.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= header && rest.length > rest.readUInt32BE(1)) {
        const end = 1 + rest.readUInt32BE(1);
        if (rest[0] !== notification) client.write(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
    });
    client.pipe(database);
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
  return own.href;
}
