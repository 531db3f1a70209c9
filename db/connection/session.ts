import type pg from 'pg';
import { openConnection } from './open.ts';
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
  readonly took: Took;
}

const settingMilliseconds = 5_000;

/** Opens a connection to a PostgreSQL URL, and gives its session the settings. `lost` is told when it breaks. */
export async function openSession(
  url: string,
  { settings, temporaryBytes, ...held }: Omit<ClientOptions, 'took'> & { readonly pipeline?: boolean },
  lost: (error: Error) => void,
): Promise<pg.Client> {
  const client = await openConnection(url, { ...held, lost });
  const limits = temporaryBytes === null ? [] : [renderTemporaryLimit(temporaryBytes)];
  const text = [settingsText(settings), ...limits].join('; ');
  try {
    await client.query({ text, query_timeout: settingMilliseconds } as pg.QueryConfig);
  } catch (error) {
    await client.end();
    throw error;
  }
  return client;
}

/** Settings are sent by a statement, since a pooler refuses or drops them in the packet that opens a session. */
function settingsText(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ');
}
