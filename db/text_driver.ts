import pg from 'pg';
import { ConnectionError, createDriverFactory, type DriverCommand, type DriverFactory } from 'slonik';
import { guardMessages } from './message_guard.ts';
import { connectionOf, isForgotten, preparedStatements } from './prepared_statements.ts';
import { inSequence } from './sequence.ts';
import { renderTemporaryLimit } from './temporary_files.ts';

const connectionTimeout = 5_000;
// pg's own words for a statement that query_timeout ends: it has no code for it.
const unanswered = 'Query read timeout';
// PostgreSQL's protocol, 54.7, ReadyForQuery: no transaction is open.
const idle = 'I';
const asText = (text: string): string => text;

/**
 * A slonik driver in which every column stays the text that PostgreSQL sent (slonik's own falls back to pg's parsers,
 * which make numbers and objects of it), and which throws pg's errors with all their fields. The settings
 * are those of the session: no statement spends a round trip on them. A statement without values and
 * without a name goes by the simple protocol, in which one text may hold several. A statement that is not answered within
 * a time (0 for any) has lost its connection: a host that is gone says nothing, and its server cannot end the statement.
 */
export function createTextDriver(options: DriverOptions): DriverFactory {
  return createDriverFactory(async ({ driverConfiguration }) => {
    const connectionString = asLibpq(driverConfiguration.connectionUri);
    return {
      createPoolClient: async ({ clientEventEmitter }) => ({
        ...createTextClient({ ...options, connectionString, pipeline: false }, (error) =>
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

interface TextClientOptions extends DriverOptions {
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
}: Omit<TextClientOptions, 'took'>): pg.Client {
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

/** Connects, and gives the session its settings. */
export async function openClient(
  client: pg.Client,
  { settings, temporaryBytes }: Pick<DriverOptions, 'settings' | 'temporaryBytes'>,
): Promise<void> {
  await client.connect();
  const limits = temporaryBytes === null ? [] : [renderTemporaryLimit(temporaryBytes)];
  const text = [settingsText(settings), ...limits].join('; ');
  try {
    await client.query({ text, query_timeout: connectionTimeout } as pg.QueryConfig);
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** A connection that is not open yet; `lost` is told when it breaks. */
export function createTextClient(options: TextClientOptions, lost: (error: ConnectionError) => void): TextClient {
  const { pipeline, took } = options;
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
    connect: () => openClient(client, options),
    end: () => client.end(),
    query: async (text, values, options) => {
      const first = values && firstOf.get(values);
      const nameOf = (given: string | undefined, of: string) => (given && prepared.keep(given, of) ? given : undefined);
      const firstName = first && nameOf(first.name, first.text);
      const name = nameOf(options?.name, text);
      const names = [firstName, name].filter((each) => each !== undefined);
      let sent = 0;
      const send = () => {
        gather();
        sent = performance.now();
        const { stream } = connectionOf(client);
        stream.cork();
        try {
          prepared.close(names);
          return first
            ? inSequence(client, { ...first, name: firstName }, { text, values, name })
            : client.query({ text, ...(values && { values }), ...(name && { name }) });
        } finally {
          stream.uncork();
        }
      };
      try {
        const result = await send().catch((error: unknown) => {
          if (!(error instanceof pg.DatabaseError) || !isForgotten(error.code)) throw error;
          const isAlone = client.getTransactionStatus() === idle;
          prepared.forget(isAlone ? names : 'all');
          // Prepared and run in one turn, it cannot fail so again: even a pooler sends one turn to one server.
          if (isAlone) return send();
          throw error;
        });
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

/**
 * A connection URL whose ssl modes have the meaning that they have for psql (`require` encrypts, `verify-full` checks the
 * certificate), or a URL that works there would not work here.
 */
export function asLibpq(url: string): string {
  const target = new URL(url);
  if (target.searchParams.has('sslmode')) target.searchParams.set('uselibpqcompat', 'true');
  return target.href;
}

/** Settings go by a statement: a pooler refuses those in the packet that opens a session, or drops them. */
function settingsText(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ');
}
