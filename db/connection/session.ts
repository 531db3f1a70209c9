import type pg from 'pg';
import { openConnection } from './open.ts';
import { createOpening } from './opening.ts';
import { renderTemporaryLimit } from './temporary_files.ts';

/** Gets the time that a connection spent on a prepared statement, without any waiting before. */
type Took = (name: string, milliseconds: number) => void;

/** What all connections of a pool have in common. */
export interface ClientOptions {
  /** Of each session, by the names that PostgreSQL has for them. */
  readonly settings: Readonly<Record<string, string>>;
  /** A statement that is not answered for so long has lost its connection: a host that is gone says nothing. 0 for any time. */
  readonly answerTimeoutMilliseconds: number;
  /** Bytes of a message of the server's at most. */
  readonly messageBytes: number;
  /** Bytes of temporary files of a connection at most; null leaves that to the server's configuration. */
  readonly temporaryBytes: number | null;
  /** The pooler that gives each transaction another session; null where each connection keeps its own. */
  readonly pooler: Pick<Pooler, 'prepares'> | null;
  readonly took: Took;
}

/** A pooler that gives each transaction a session of PostgreSQL that it chooses, such as PgBouncer in transaction mode. */
export interface Pooler {
  /** Whether it prepares the statements of a client in each session that it gives to the client. */
  readonly prepares: boolean;
  /** A URL by which each connection keeps its session; null where there is none. */
  readonly sessionUrl: string | null;
}

const settingMilliseconds = 5_000;

/**
 * Opens a connection to a PostgreSQL URL, and gives its session the settings. `lost` is told when it breaks. Behind a
 * pooler, each transaction gets the settings instead (see transaction_settings.ts): the session is not its own.
 */
export async function openSession(
  url: string,
  { settings, temporaryBytes, pooler, ...held }: Omit<ClientOptions, 'took'>,
  lost: (error: Error) => void,
): Promise<pg.Client> {
  const { broke, opened } = createOpening(lost);
  const client = await openConnection(url, { ...held, lost: broke });
  try {
    if (pooler === null) {
      const text = settingsText({ settings, temporaryBytes });
      await client.query({ text, query_timeout: settingMilliseconds } as pg.QueryConfig);
    }
    opened();
  } catch (error) {
    await client.end();
    throw error;
  }
  return client;
}

/** Settings are sent by a statement, since a pooler refuses or drops them in the packet that opens a session. */
function settingsText({ settings, temporaryBytes }: Pick<ClientOptions, 'settings' | 'temporaryBytes'>): string {
  const set = Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`);
  const limits = temporaryBytes === null ? [] : [`select ${renderTemporaryLimit(temporaryBytes, 'session')}`];
  return [...set, ...limits].join('; ');
}
