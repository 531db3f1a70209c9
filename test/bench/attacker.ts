import { Agent, request as ask, createServer, get } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { Served } from './subject.ts';

/** What is attacked, for how long, and the token of an identity. */
export interface Target {
  readonly served: Served;
  readonly database: Database;
  readonly token: (identity: number) => string;
  readonly seconds: number;
}

const attacker = 1;
/** The other callers have another address. */
const ownAddress = '127.0.0.2';
const hookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Each goes on for its time, and gives what the attacker saw, in words. */
export const attackers = {
  'heavy statements of one identity': async (size: number, { served, database, token, seconds }: Target) => {
    // What waits for a lock holds a connection until the statement timeout, and costs nothing else.
    const released = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = database.transaction(async (query) => {
      await query({ text: 'lock table slow in access exclusive mode', values: [] });
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const statuses = new Map<number, number>();
    const until = performance.now() + seconds * 1000;
    const ask = async () => {
      while (performance.now() < until) {
        const status = await statusOf(`${served.address}/slow`, { authorization: `Bearer ${token(attacker)}` });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 429 || status === 0) await delay(500);
      }
    };
    const asking = Promise.all(Array.from({ length: size }, ask));
    await delay(seconds * 1000);
    released.resolve();
    await Promise.all([holding, asking]);
    return `answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`;
  },
  'followers that catch up': async (size: number, { served, token, seconds }: Target) => {
    let bytes = 0;
    let refused = 0;
    const following = Array.from({ length: size }, (_, at) => {
      const headers = {
        accept: 'text/event-stream',
        authorization: `Bearer ${token(100 + (at % 10))}`,
        'last-event-id': '0',
      };
      // Each asks for something else, so that nothing can be fetched for several.
      const request = get(
        `${served.address}/event?source=neq./note/${at}`,
        { headers, agent: false, localAddress: ownAddress },
        (response) => {
          if (response.statusCode !== 200) refused += 1;
          response.on('data', (data: Buffer) => {
            bytes += data.length;
          });
          response.on('error', () => {});
        },
      );
      request.on('error', () => {});
      return request;
    });
    await delay(seconds * 1000);
    for (const request of following) request.destroy();
    return `${(bytes / 2 ** 20).toFixed(0)} MiB of events, ${refused} refused`;
  },
  'slow webhook receivers': async (size: number, { database, seconds }: Target) => {
    let taken = 0;
    const server = createServer((request, response) => {
      request.resume();
      // Just before the service gives up.
      setTimeout(() => {
        taken += 1;
        response.writeHead(204).end();
      }, 14_000);
    });
    const port = await listen(server);
    await subscribe(database, size, (at) => `http://127.0.0.1:${port}/${at}`, attacker);
    await delay(seconds * 1000);
    server.closeAllConnections();
    server.close();
    return `${taken} events taken slowly`;
  },
  'idle sockets of one address': (size: number, target: Target) => openSockets(size, target, () => ownAddress, ''),
  'idle sockets of 200 addresses': (size: number, target: Target) =>
    openSockets(size, target, (at) => `127.0.1.${1 + (at % 200)}`, ''),
  'headers byte by byte': (size: number, target: Target) =>
    openSockets(size, target, (at) => `127.0.1.${1 + (at % 200)}`, 'GET /api/v1/note HTTP/1.1\r\nhost: x\r\nx-long: '),
  'half of a body': (size: number, target: Target) =>
    openSockets(
      size,
      target,
      (at) => `127.0.1.${1 + (at % 200)}`,
      `POST /api/v1/note HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${target.token(attacker)}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    ),
  'refused requests with a key': async (size: number, { served, database, token }: Target) => {
    const headers = { authorization: `Bearer ${token(attacker)}`, 'content-type': 'application/json' };
    let sent = 0;
    const send = async () => {
      while (sent < size) {
        sent += 1;
        const own = { ...headers, 'idempotency-key': `"key ${sent}"` };
        await statusOf(`${served.address}/note`, own, '{"name":"note 1"}');
      }
    };
    await Promise.all(Array.from({ length: 16 }, send));
    const kept = await database.query({ text: 'select count(*) as count from almanac.idempotency_key', values: [] });
    return `${kept.ok ? kept.rows[0]?.count : '?'} keys kept`;
  },
} as const;

const agent = new Agent({ keepAlive: true });

/** The status of an answer, to a POST where there is a body; 0 where the connection was closed. */
function statusOf(url: string, headers: Record<string, string>, body?: string): Promise<number> {
  return new Promise((resolve) => {
    const options = { method: body === undefined ? 'GET' : 'POST', headers, agent, localAddress: ownAddress };
    ask(url, options, (response) => {
      response.resume();
      response.once('close', () => resolve(response.statusCode ?? 0));
    })
      .on('error', () => resolve(0))
      .end(body);
  });
}

/** Sockets that send a beginning and then, if there is one, a byte each second; one that is closed is opened again. */
async function openSockets(
  size: number,
  { served, seconds }: Target,
  addressOf: (at: number) => string,
  beginning: string,
): Promise<string> {
  const { port, hostname } = new URL(served.address);
  const open = new Map<number, Socket>();
  let closed = 0;
  let isOver = false;
  const start = (at: number) => {
    const socket = connect({ port: Number(port), host: hostname, localAddress: addressOf(at) });
    if (beginning !== '') socket.write(beginning);
    socket.on('error', () => {});
    socket.once('close', () => {
      open.delete(at);
      closed += 1;
    });
    open.set(at, socket);
  };
  for (let at = 0; at < size; at += 1) {
    start(at);
    if (at % 200 === 199) await delay(10);
  }
  const bytes = setInterval(() => {
    if (beginning !== '') for (const socket of open.values()) socket.write('a');
  }, 1000);
  const renew = async () => {
    for (let at = 0; !isOver; at = (at + 1) % size) {
      if (!open.has(at)) start(at);
      if (at % 20 === 19) await delay(10);
    }
  };
  const renewing = renew();
  await delay(seconds * 1000);
  isOver = true;
  await renewing;
  clearInterval(bytes);
  const held = open.size;
  for (const socket of open.values()) socket.destroy();
  return `${held} held, ${closed} closed`;
}

/** A receiver that takes each event at once, and how long after its row each came, in milliseconds. */
export async function webhookReceiver(database: Database, identity: number) {
  let delays: number[] = [];
  let last = '0';
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { id, time } = JSON.parse(text);
    last = id;
    delays.push(Date.now() - Date.parse(time));
    response.writeHead(204).end();
  });
  const port = await listen(server);
  await subscribe(database, 1, () => `http://127.0.0.1:${port}/`, identity);
  return {
    /** Those that have not come yet have taken as long as they wait. */
    delays: async (): Promise<readonly number[]> => {
      const waiting = await database.query({
        text: 'select extract(epoch from clock_timestamp() - "time") * 1000 as age from event where id > $1::bigint',
        values: [last],
      });
      return [...delays, ...(waiting.ok ? waiting.rows.map(({ age }) => Number(age)) : [])];
    },
    forget: () => {
      delays = [];
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function subscribe(
  database: Database,
  count: number,
  urlOf: (at: number) => string,
  identity: number,
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const made = await database.query({
      text: 'insert into subscription (url, secret, created_by) values ($1, $2, $3::bigint)',
      values: [urlOf(at), hookSecret, String(identity)],
    });
    if (!made.ok) throw new Error(made.error.message);
  }
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}
