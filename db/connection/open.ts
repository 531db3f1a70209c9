import pg from 'pg';
import { guardMessages } from './message_guard.ts';

/** What a connection is held to. */
interface Configuration {
  /** Bytes of a message of the server's at most. */
  readonly messageBytes: number;
  /** A statement that is not answered for so long fails; any time when left out. */
  readonly answerTimeoutMilliseconds?: number;
  /** Whether a statement is sent while others are still to be answered. */
  readonly pipeline?: boolean;
  /** Told when the open connection breaks, and of what the server says after that. */
  readonly lost: (error: Error) => void;
}

const connectionTimeout = 5_000;
const asText = (text: string): string => text;

/**
 * Opens a connection to a PostgreSQL URL: every connection of a service is opened here. Every column stays the text that
 * PostgreSQL sent, and nothing that comes over its socket ends the process.
 * @throws what pg says of a server that cannot be reached, or does not let this client in.
 */
export async function openConnection(
  url: string,
  { messageBytes, answerTimeoutMilliseconds = 0, pipeline = false, lost }: Configuration,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: asLibpq(url),
    application_name: 'almanac',
    connectionTimeoutMillis: connectionTimeout,
    keepAlive: true,
    query_timeout: answerTimeoutMilliseconds,
    types: { getTypeParser: () => asText },
    pipeline,
  });
  guardMessages(client, messageBytes);
  client.on('error', lost);
  await client.connect();
  return client;
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
