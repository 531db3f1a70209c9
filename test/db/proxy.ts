import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Test } from 'tap';

/**
 * The URL of a server between a client and PostgreSQL; `joined` passes on what it will. What is over for one side is over for
 * the other.
 */
export async function proxy(t: Test, url: string, joined: (client: Socket, database: Socket) => void): Promise<string> {
  const server = await openProxy(0, () => url, joined);
  t.teardown(() => server.close());
  return proxyUrl(url, server);
}

/** The same on a port, to the server that is asked for with each connection. */
export async function openProxy(
  port: number,
  target: () => string,
  joined: (client: Socket, database: Socket) => void,
): Promise<Server> {
  const server = createServer((client) => {
    const { port: databasePort, hostname } = new URL(target());
    const database = connect(Number(databasePort || 5432), hostname);
    joined(client, database);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const)
      one.on('error', () => one.destroy()).on('close', () => other.destroy());
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** The URL of a database by way of a server here. */
export function proxyUrl(url: string, server: Server): string {
  const own = new URL(url);
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  own.searchParams.set('sslmode', 'disable');
  return own.href;
}

const lengthBytes = 4;

/**
 * Cuts what comes over a socket into the messages of PostgreSQL's protocol (54.7): a byte for the kind, and four for the
 * length, which counts itself. The first message of a client has no kind.
 */
export function messages(
  from: 'client' | 'server',
  take: (message: Buffer, kind: string) => void,
): (chunk: Buffer) => void {
  let kindBytes = from === 'client' ? 0 : 1;
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      if (rest.length < kindBytes + lengthBytes) return;
      const end = kindBytes + rest.readUInt32BE(kindBytes);
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      const kind = kindBytes === 0 ? '' : String.fromCharCode(message[0] ?? 0);
      rest = rest.subarray(end);
      kindBytes = 1;
      take(message, kind);
    }
  };
}
