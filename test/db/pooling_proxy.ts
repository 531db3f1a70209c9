import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import type { Test } from 'tap';
import { keptStatements, made } from './kept_statements.ts';
import { messages, proxyUrl } from './proxy.ts';

export interface PoolingProxy {
  readonly url: string;
}

interface PoolingOptions {
  /** Whether a client has its server connection for itself, or anyone's for each transaction or statement. */
  readonly mode: 'session' | 'transaction' | 'statement';
  readonly servers: number;
  /** Whether it prepares what its client has prepared in each session. */
  readonly prepares?: boolean;
}

/** A connection to PostgreSQL. */
interface Server {
  /** Sends a turn of a client, up to its Query or Sync, and gives the state of the transaction after it. */
  turn(bytes: Buffer, answer: (bytes: Buffer, kind: string) => void): Promise<string>;
  /** The statements that the pooler has prepared there. */
  readonly prepared: Set<string>;
}

// Kinds of messages of PostgreSQL's protocol, 54.7.
const ready = 'Z';
const endsOfTurn = ['Q', 'S'];
const terminate = 'X';

/**
 * A pooler as PgBouncer is by default: it refuses options in the startup packet, gives keys of its own, passes on no
 * notification, and leaves prepared statements where they are unless told otherwise. The server connection that was free for the
 * longest time is the next to be given to a client.
 */
export async function poolingProxy(
  t: Test,
  url: string,
  { mode, servers, prepares = false }: PoolingOptions,
): Promise<PoolingProxy> {
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
    const kept = prepares ? keptStatements() : null;
    const act = async (messages: readonly Buffer[]): Promise<void> => {
      if (mode === 'statement' && messages.some((message) => message.includes('begin'))) {
        client.end(noTransactions);
        return;
      }
      held ??= await take();
      const turn = kept?.turn(messages, held.prepared) ?? null;
      const status = await held.turn(turn?.bytes ?? Buffer.concat(messages), (answer, kind) => {
        if (turn === null || turn.isForClient(kind)) client.write(answer);
      });
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
  return { url: proxyUrl(url, proxy) };
}

/** Reads what a client sends: its first message, which has no kind, and then turn by turn. */
function readMessages(
  client: Socket,
  started: (start: Buffer) => void,
  turn: (messages: readonly Buffer[]) => void,
): void {
  let begin: Buffer[] = [];
  client.on(
    'data',
    messages('client', (message, kind) => {
      if (kind === '') started(message);
      else if (kind === terminate) client.end();
      else {
        begin.push(message);
        if (!endsOfTurn.includes(kind)) return;
        turn(begin);
        begin = [];
      }
    }),
  );
}

/** Has pg open the session, and takes its socket over. */
async function openServer(t: Test, url: string): Promise<Server> {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  const { stream } = (session as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.removeAllListeners();
  stream.on('error', () => {});
  t.teardown(() => stream.destroy());
  let answer: (bytes: Buffer, kind: string) => void = () => {};
  let done: (status: string) => void = () => {};
  stream.on(
    'data',
    messages('server', (message, kind) => {
      answer(message, kind);
      if (kind === ready) done(String.fromCharCode(message.at(-1) ?? 0));
    }),
  );
  return {
    prepared: new Set(),
    turn: (bytes, told) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      answer = told;
      done = resolve;
      stream.write(bytes);
      return promise;
    },
  };
}

/** AuthenticationOk, BackendKeyData of no server, ReadyForQuery. */
const welcome = Buffer.concat([
  made('R', Buffer.alloc(4)),
  made('K', Buffer.alloc(8, 0xff)),
  made('Z', Buffer.from('I')),
]);

const refusal = made('E', Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'));
const noTransactions = made('E', Buffer.from('SFATAL\0C08P01\0Mtransaction blocks not allowed\0\0'));
