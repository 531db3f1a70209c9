import { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { readHosts, type SessionKind } from './hosts.ts';
import { guardMessages } from './message_guard.ts';
import { createOpening } from './opening.ts';
import { connectionOf } from './own_connection.ts';
import { checkKind } from './session_kind.ts';
import { watchSilence } from './silence.ts';
import { refuseUnconfirmedCommits } from './unconfirmed_commit.ts';
import { createSocket } from './wire/socket.ts';

/** What a connection is held to. */
interface Configuration {
  /** Bytes of a message of the server's at most. */
  readonly messageBytes: number;
  /** A statement that is not answered for so long fails; any time when left out. */
  readonly answerTimeoutMilliseconds?: number;
  /** Told when the open connection breaks, and of what the server says after that. */
  readonly lost: (error: Error) => void;
}

const asText = (text: string): string => text;

/** Of a URL with several hosts, the place of the one that was good last: it is tried first. */
const lastGood = new LRUCache<string, number>({ max: 100 });

/**
 * Opens a connection to a PostgreSQL URL: every connection of a service is opened here. Every column stays the text that
 * PostgreSQL sent, and nothing that comes over its socket ends the process. If the URL has several hosts, they are tried one
 * after the other, and the first one of the wanted kind is taken.
 * @throws what pg says of a server that cannot be reached, or does not let this client in; what each of several said.
 */
export async function openConnection(url: string, configuration: Configuration): Promise<pg.Client> {
  const { urls, wanted, timeoutMilliseconds } = readHosts(url);
  // libpq does the same: a standby if there is one, else any.
  const kinds = wanted === 'prefer-standby' ? (['standby', 'any'] as const) : [wanted];
  const first = lastGood.get(url) ?? 0;
  const refusals: Error[] = [];
  for (const kind of kinds) {
    for (let tried = 0; tried < urls.length; tried += 1) {
      const place = (first + tried) % urls.length;
      try {
        const client = await openOne(urls[place] ?? url, { ...configuration, kind, timeoutMilliseconds });
        if (urls.length > 1) lastGood.set(url, place);
        return client;
      } catch (error) {
        refusals.push(urls.length > 1 ? namedRefusal(urls[place] ?? url, error) : (error as Error));
      }
    }
  }
  if (refusals.length === 1) throw refusals[0];
  throw new AggregateError(refusals, refusals.map(({ message }) => message).join('; '));
}

/** What a host said, without the password of its URL. */
function namedRefusal(url: string, error: unknown): Error {
  return new Error(`${new URL(url).host}: ${(error as Error).message}`, { cause: error });
}

const probeTimeout = 4_000;

/** @throws where a server lets no connection in. */
async function reach(url: string): Promise<void> {
  const client = clientOf(url, { messageBytes: 1_048_576, timeoutMilliseconds: probeTimeout });
  client.on('error', () => {});
  await client.connect();
  connectionOf(client).stream.destroy();
}

interface One extends Configuration {
  readonly kind: SessionKind;
  readonly timeoutMilliseconds: number;
}

async function openOne(url: string, { lost, kind, ...held }: One): Promise<pg.Client> {
  const client = clientOf(url, held);
  refuseUnconfirmedCommits(client);
  const check = checkKind(client);
  const { broke, opened } = createOpening(lost);
  client.on('error', broke);
  await client.connect();
  const refusal = await check.refusal(kind).catch((error: unknown) => (error as Error).message);
  if (refusal !== null) {
    connectionOf(client).stream.destroy();
    throw new Error(`the server ${refusal}`);
  }
  opened();
  check.hold(kind);
  watchSilence(url, client, () => reach(url));
  return client;
}

/** A client that is not connected yet. */
function clientOf(
  url: string,
  { messageBytes, timeoutMilliseconds, answerTimeoutMilliseconds = 0 }: Omit<One, 'kind' | 'lost'>,
): pg.Client {
  const client = new pg.Client({
    connectionString: asLibpq(url),
    application_name: 'almanac',
    connectionTimeoutMillis: timeoutMilliseconds,
    keepAlive: true,
    query_timeout: answerTimeoutMilliseconds,
    types: { getTypeParser: () => asText },
    stream: createStream as () => Socket,
  });
  guardMessages(client, messageBytes);
  return client;
}

/** TLS reads from its socket in a way of its own. pg's types do not tell that it says whether there is TLS. */
function createStream({ ssl }: { readonly ssl: unknown }): Socket {
  return ssl ? new Socket() : createSocket();
}

/**
 * A connection URL in which ssl modes have the meaning of psql: `require` encrypts, `verify-full` checks the
 * certificate. Otherwise a URL that works in psql would not work here.
 */
function asLibpq(url: string): string {
  const target = new URL(url);
  if (target.searchParams.has('sslmode')) target.searchParams.set('uselibpqcompat', 'true');
  return target.href;
}
