import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import type { Test } from 'tap';

export interface PoolingProxy {
  readonly url: string;
}

interface PoolingOptions {
  /** Whether a client has its server connection for itself, or anyone's for each transaction. */
  readonly mode: 'session' | 'transaction';
  readonly servers: number;
}

/** A connection to PostgreSQL. */
interface Server {
  /** Sends a turn of a client, up to its Query or Sync, and gives the state of the transaction after it. */
  turn(bytes: Buffer, answer: (bytes: Buffer) => void): Promise<string>;
}

// PostgreSQL's protocol, 54.7: a byte for the kind of a message, and four for its length, which count themselves.
const header = 5;
const ready = 'Z'.charCodeAt(0);
const endsOfTurn = ['Q', 'S'].map((kind) => kind.charCodeAt(0));
const terminate = 'X'.charCodeAt(0);

/**
 * A pooler as PgBouncer is by default: it refuses options in the startup packet, gives keys of its own, passes on no
 * notification, and leaves prepared statements where they are. The server connection that was free for the longest time is
 * the next to be given to a client.
 */
export async function poolingProxy(t: Test, url: string, { mode, servers }: PoolingOptions): Promise<PoolingProxy> {
  const free: Server[] = [];
  const waiting: ((server: Server) => void)[] = [];
  const give = (server: Server) => {
    const next = waiting.shift();
    if (next === undefined) free.push(server);
    else next(server);
  };
  const take = async (): Promise<Server> => free.shift() ?? new Promise((resolve) => waiting.push(resolve));
  for (let number = 0; number < servers; number += 1) give(await openServer(t, url));
  const sockets = new Set<Socket>();
  const proxy = createServer({ noDelay: true }, (client) => {
    sockets.add(client);
    let held: Server | null = null;
    let turns = Promise.resolve();
    const act = async (bytes: Buffer): Promise<void> => {
      held ??= await take();
      const status = await held.turn(bytes, (answer) => client.write(answer));
      if (mode === 'session' || status !== 'I') return;
      give(held);
      held = null;
    };
    readMessages(
      client,
      (start) => {
        const refused = start.includes('\0options\0');
        client.write(refused ? refusal : welcome);
        if (refused) client.end();
      },
      (turn) => {
        turns = turns.then(() => act(turn));
      },
    );
    client
      .on('error', () => {})
      .on('close', () => {
        turns.then(() => held && give(held));
      });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.teardown(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  const own = new URL(url);
  own.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  own.searchParams.set('sslmode', 'disable');
  return { url: own.href };
}

/** Reads what a client sends: its first message, which has no kind, and then turn by turn. */
function readMessages(client: Socket, started: (start: Buffer) => void, turn: (bytes: Buffer) => void): void {
  let isStarted = false;
  let rest: Buffer = Buffer.alloc(0);
  let begin: Buffer[] = [];
  client.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const kinds = isStarted ? 1 : 0;
      if (rest.length < header || rest.length < kinds + rest.readUInt32BE(kinds)) return;
      const message = rest.subarray(0, kinds + rest.readUInt32BE(kinds));
      rest = rest.subarray(message.length);
      if (!isStarted) {
        isStarted = true;
        started(message);
      } else if (message[0] === terminate) client.end();
      else {
        begin.push(message);
        if (!endsOfTurn.includes(message[0] ?? 0)) continue;
        turn(Buffer.concat(begin));
        begin = [];
      }
    }
  });
}

/** Has pg open the session, and takes its socket over. */
async function openServer(t: Test, url: string): Promise<Server> {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  const { stream } = (session as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.removeAllListeners();
  stream.on('error', () => {});
  t.teardown(() => stream.destroy());
  let answer: (bytes: Buffer) => void = () => {};
  let done: (status: string) => void = () => {};
  let rest: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= header && rest.length > rest.readUInt32BE(1)) {
      const message = rest.subarray(0, 1 + rest.readUInt32BE(1));
      rest = rest.subarray(message.length);
      answer(message);
      if (message[0] === ready) done(String.fromCharCode(message[header] ?? 0));
    }
  });
  return {
    turn: (bytes, told) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      answer = told;
      done = resolve;
      stream.write(bytes);
      return promise;
    },
  };
}

function message(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(length.length + body.length);
  return Buffer.concat([Buffer.from(kind), length, body]);
}

/** AuthenticationOk, BackendKeyData of no server, ReadyForQuery. */
const welcome = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('K', Buffer.alloc(8, 0xff)),
  message('Z', Buffer.from('I')),
]);

const refusal = message('E', Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'));
