import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { ConnectionError, createDriverFactory, type DriverCommand, type DriverFactory } from 'slonik';
import { guardMessages } from './message_guard.ts';
import { inSequence } from './sequence.ts';
import { renderTemporaryLimit } from './temporary_files.ts';

const connectionTimeout = 5_000;
// pg's own words for a statement that query_timeout ends: it has no code for it.
const unanswered = 'Query read timeout';
const asText = (text: string): string => text;

/**
 * A slonik driver in which every column stays the text that PostgreSQL sent (slonik's own falls back to pg's parsers,
 * which make numbers and objects of it), and which throws pg's errors with all their fields. The settings travel in the
 * packet that opens the session, so that no statement spends a round trip on them. A statement without values and
 * without a name goes by the simple protocol, in which one text may hold several. A statement that is not answered within
 * a time (0 for any) has lost its connection: a host that is gone says nothing, and its server cannot end the statement.
 */
export function createTextDriver({ settings, ...session }: DriverOptions): DriverFactory {
  return createDriverFactory(async ({ driverConfiguration }) => {
    const connectionString = addSettings(driverConfiguration.connectionUri, settings);
    return {
      createPoolClient: async ({ clientEventEmitter }) => ({
        ...createTextClient({ ...session, connectionString, pipeline: false }, (error) =>
          clientEventEmitter.emit('error', error),
        ),
        stream: noStream,
      }),
    };
  });
}

interface FirstStatement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  readonly name?: string;
}

const firstOf = new WeakMap<readonly unknown[], FirstStatement>();

/**
 * The values of a statement, with another statement that is to be run before it (see inSequence): slonik hands a driver one
 * text and its values, and passes these on as they are.
 */
export function valuesAfter(first: FirstStatement, values: readonly (string | null)[]): readonly (string | null)[] {
  const own = [...values];
  firstOf.set(own, first);
  return own;
}

/** One connection, as slonik's drivers see it. */
export type TextClient = Pick<BasePoolClient, 'connect' | 'end' | 'query'>;

type BasePoolClient = Awaited<
  ReturnType<Awaited<ReturnType<Parameters<typeof createDriverFactory>[0]>>['createPoolClient']>
>;

/** Told how long a connection was at a prepared statement, whatever it waited for before. */
type Took = (name: string, milliseconds: number) => void;

/** What all connections of a pool have in common. */
export interface DriverOptions {
  /** Of each session, by the names that PostgreSQL has for them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly answerTimeoutMilliseconds: number;
  /** Bytes of a message of the server's at most. */
  readonly messageBytes: number;
  /** Bytes of temporary files of a connection at most; null leaves that to the server's configuration. */
  readonly temporaryBytes: number | null;
  readonly took: Took;
}

interface TextClientOptions extends Omit<DriverOptions, 'settings'> {
  readonly connectionString: string;
  /** Whether a statement is sent while others are still to be answered. Each is a transaction of its own. */
  readonly pipeline: boolean;
}

/** pg's own client, not open yet: every column stays text, and nothing that comes over its socket ends the process. */
export function createClient({
  connectionString,
  answerTimeoutMilliseconds,
  messageBytes,
  pipeline,
}: Omit<TextClientOptions, 'took' | 'temporaryBytes'>): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'almanac',
    connectionTimeoutMillis: connectionTimeout,
    keepAlive: true,
    query_timeout: answerTimeoutMilliseconds,
    types: { getTypeParser: () => asText },
    pipeline,
  });
  guardMessages(client, messageBytes);
  return client;
}

/** Connects, and bounds the temporary files of the connection where its role may. */
export async function openClient(client: pg.Client, temporaryBytes: number | null): Promise<void> {
  await client.connect();
  if (temporaryBytes !== null) await client.query(renderTemporaryLimit(temporaryBytes));
}

/** A connection that is not open yet; `lost` is told when it breaks. */
export function createTextClient(options: TextClientOptions, lost: (error: ConnectionError) => void): TextClient {
  const { pipeline, temporaryBytes, took } = options;
  const client = createClient(options);
  const prepared = preparedStatements(client);
  const gather = pipeline ? gatherWrites(client) : () => {};
  let isLost = false;
  let free = 0;
  client.on('error', (error) => {
    isLost = true;
    lost(new ConnectionError(error.message, { cause: error }));
  });
  return {
    connect: () => openClient(client, temporaryBytes),
    end: () => client.end(),
    query: async (text, values, options) => {
      const first = values && firstOf.get(values);
      const nameOf = (given: string | undefined, of: string) => (given && prepared.keep(given, of) ? given : undefined);
      const firstName = first && nameOf(first.name, first.text);
      const name = nameOf(options?.name, text);
      let sent = 0;
      try {
        await prepared.discard();
        gather();
        sent = performance.now();
        const result = await (first
          ? inSequence(client, { ...first, name: firstName }, { text, values, name })
          : client.query({ text, ...(values && { values }), ...(name && { name }) }));
        // The simple protocol gives one result for each statement of the text.
        const { command, rowCount, rows } = [result].flat().at(-1) ?? result;
        return { command: command as DriverCommand, fields: [], rowCount, rows };
      } catch (error) {
        if (!(error instanceof Error) || error instanceof pg.DatabaseError) throw error;
        if (!isLost && error.message !== unanswered) throw error;
        throw new ConnectionError(error.message, { cause: error });
      } finally {
        const answered = performance.now();
        if (name) took(name, answered - Math.max(sent, free));
        free = answered;
      }
    },
  };
}

export function noStream(): never {
  throw new Error('The text driver has no streams.');
}

/** What is sent within one turn of the event loop goes out in one packet, or as few as it takes. */
function gatherWrites(client: pg.Client): () => void {
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    const { stream } = connectionOf(client);
    stream.cork();
    setImmediate(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}

/** Texts of prepared statements that one connection keeps, in characters: PostgreSQL takes many times as much memory. */
const preparedCharacters = 500_000;
const longestPrepared = 20_000;

/**
 * The statements that a connection has prepared. PostgreSQL and pg keep each until they are told otherwise, and the
 * shapes of requests are without end.
 */
function preparedStatements(client: pg.Client): {
  keep(name: string, text: string): boolean;
  discard(): Promise<void>;
} {
  const { parsedStatements } = connectionOf(client);
  const old: string[] = [];
  const kept = new LRUCache<string, string>({
    maxSize: preparedCharacters,
    maxEntrySize: longestPrepared,
    sizeCalculation: (text) => text.length,
    dispose: (_text, name) => old.push(name),
  });
  return {
    /** Whether the statement is to be prepared, or is. */
    keep: (name, text) => kept.get(name) !== undefined || kept.set(name, text).has(name),
    /** Lets go of those that have not been used for the longest time. */
    discard: async () => {
      for (let name = old.pop(); name !== undefined; name = old.pop()) {
        // One that PostgreSQL refused was never prepared.
        if (parsedStatements[name] === undefined) continue;
        delete parsedStatements[name];
        await client.query(`deallocate "${name}"`);
      }
    },
  };
}

/** The socket of an open client. */
export function socketOf(client: pg.Client): Socket {
  return connectionOf(client).stream;
}

interface OwnConnection {
  readonly parsedStatements: Record<string, string | undefined>;
  readonly stream: Socket;
}

function connectionOf(client: pg.Client): OwnConnection {
  return (client as unknown as { readonly connection: OwnConnection }).connection;
}

/**
 * Adds session settings to a connection URL, after those that it has. The ssl modes of the URL get the meaning they have
 * for psql (`require` encrypts, `verify-full` checks the certificate), or a URL that works there would not work here.
 */
export function addSettings(url: string, settings: Readonly<Record<string, string>>): string {
  const target = new URL(url);
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  target.searchParams.set('options', [target.searchParams.get('options') ?? '', ...flags].join(' ').trim());
  if (target.searchParams.has('sslmode')) target.searchParams.set('uselibpqcompat', 'true');
  return target.href;
}
