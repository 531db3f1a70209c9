import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type DatabaseError, databaseError } from '../database_error.ts';
import { ConnectionError } from './connection_error.ts';
import { openConnection } from './open.ts';
import { connectionOf } from './own_connection.ts';

/** The kind of pooler between this process and PostgreSQL. */
export type Pooling =
  /** Each connection is to one session of PostgreSQL, by way of a pooler or not. */
  | { readonly kind: 'sessions' }
  /** A pooler gives each transaction a session that it chooses, and prepares there what its client has prepared, or not. */
  | { readonly kind: 'transactions'; readonly prepares: boolean }
  /** A pooler gives each statement a session that it chooses, and allows no transactions. */
  | { readonly kind: 'statements' }
  /** The pooler does not accept this parameter in the packet that opens a session. */
  | { readonly kind: 'refused'; readonly parameter: string }
  /** A pooler has a session for the first connection, and none for the second. */
  | { readonly kind: 'full' }
  | { readonly kind: 'away'; readonly error: DatabaseError };

const timeoutMilliseconds = 5_000;
const messageBytes = 1_048_576;
/** Other clients of the pooler may take a session between two looks: one pair of looks proves nothing. */
const rounds = 5;

/**
 * Finds whether a connection to a URL keeps its session, and if not, what the pooler does. PostgreSQL gives a client the process
 * id of its session; a pooler gives a key of its own. Two connections show the rest. It takes a bounded time.
 */
export async function findPooling(url: string): Promise<Pooling> {
  const clients: pg.Client[] = [];
  const open = async (): Promise<pg.Client> => {
    // What goes wrong is told to those who ask.
    const client = await openConnection(url, {
      messageBytes,
      answerTimeoutMilliseconds: timeoutMilliseconds,
      lost: () => {},
    });
    clients.push(client);
    return client;
  };
  try {
    const one = await open();
    const session = await sessionOf(one);
    if (processOf(one) === session) return { kind: 'sessions' };
    return await comparePooled(one, session, open);
  } catch (thrown) {
    return refusalOf(thrown);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

async function comparePooled(one: pg.Client, session: number, open: () => Promise<pg.Client>): Promise<Pooling> {
  const ofOne = new Set([session]);
  const ofOther = new Set<number>();
  const areShared = () => ofOne.size > 1 || ofOther.size > 1 || !ofOne.isDisjointFrom(ofOther);
  const other = await open();
  for (let round = 0; round < rounds; round += 1) {
    try {
      // Holds a session, so that the first connection may get another one meanwhile.
      await other.query('begin');
      ofOther.add(await sessionOf(other));
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) return { kind: 'full' };
      if (error.code?.startsWith('08')) return { kind: 'statements' };
      throw error;
    }
    // Where there is but one session, the first connection would wait for it.
    if (!areShared()) ofOne.add(await sessionOf(one));
    if (areShared()) return { kind: 'transactions', prepares: await keepsNames(other) };
    await other.query('commit');
  }
  return { kind: 'sessions' };
}

/**
 * Whether a pooler prepares what its client has prepared in each session that it gives to the client. Such a pooler has
 * names of its own for the sessions, since its clients may use one name for several statements. The transaction of the client
 * is open.
 */
async function keepsNames(client: pg.Client): Promise<boolean> {
  const name = `almanac_${randomBytes(8).toString('hex')}`;
  const text = 'select from pg_prepared_statements where name = $1';
  try {
    const { rowCount } = await client.query({ name, text, values: [name] });
    // The session is another client's next.
    connectionOf(client).close({ type: 'S', name });
    await client.query('commit');
    return rowCount === 0;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return false;
    throw error;
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ readonly pid: string }>('select pg_backend_pid() as pid');
  return Number(rows[0]?.pid ?? 0);
}

/** What the server calls its process, in the key by which a statement is cancelled. */
function processOf(client: pg.Client): number | null {
  return (client as unknown as { readonly processID: number | null }).processID;
}

function refusalOf(thrown: unknown): Pooling {
  const parameter = thrown instanceof Error ? refusedParameter.exec(thrown.message)?.[1] : undefined;
  if (parameter !== undefined) return { kind: 'refused', parameter };
  const error = databaseError(thrown) ?? databaseError(new ConnectionError(thrown as Error));
  if (error === null) throw thrown;
  return { kind: 'away', error };
}

// PgBouncer's words: of a parameter of the packet, and (since 1.20) of one within its options.
const refusedParameter = /^unsupported startup parameter(?: in options)?: (\S+)/;
