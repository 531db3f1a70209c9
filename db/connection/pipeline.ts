import type { Outcome, Statement } from '../statement.ts';
import { attempt, failure } from './attempt.ts';
import type { ClientOptions } from './session.ts';
import { openTextClient, type TextClient } from './text_client.ts';

/** Of more, PostgreSQL gains nothing: each is busy all the time, and what is slow is not asked here. */
const connections = 3;

/** So many statements may be in flight at a time. */
export const pipelinedStatements = 16 * connections;

export interface Pipeline {
  /** Runs one statement, which is a transaction of its own. What the database refuses is a value. */
  query(statement: Statement): Promise<Outcome>;
  /** Statements that are not answered yet. */
  inFlight(): number;
  /** Waits for what is in flight, then disconnects. */
  close(): Promise<void>;
}

interface Connection {
  /** Open; null before its first statement, and after it was lost. */
  client: TextClient | null;
  /** Being opened. */
  opening: Promise<TextClient> | null;
  inFlight: number;
}

/**
 * A few connections with several statements in flight on each. PostgreSQL answers them in order, so nobody waits for a
 * round trip. Use it for short statements without locks: a slow one delays the ones behind it. Each fails alone; a lost
 * connection fails all of its statements in flight.
 */
export function createPipeline(url: string, options: ClientOptions): Pipeline {
  const all = Array.from({ length: connections }, (): Connection => ({ client: null, opening: null, inFlight: 0 }));
  let inFlight = 0;
  let idle: (() => void) | null = null;

  const open = async (connection: Connection): Promise<TextClient> => {
    // It may be lost while it is being opened.
    let client: TextClient | null = null;
    try {
      client = await openTextClient(url, { ...options, pipeline: true }, () => {
        if (connection.client === client) connection.client = null;
      });
      connection.client = client;
      return client;
    } finally {
      connection.opening = null;
    }
  };

  const clientOf = (connection: Connection): Promise<TextClient> => {
    connection.opening ??= open(connection);
    return connection.opening;
  };

  const leave = (connection: Connection): void => {
    connection.inFlight -= 1;
    inFlight -= 1;
    if (inFlight === 0) idle?.();
  };

  return {
    query: async (statement) => {
      const connection = leastBusy(all);
      connection.inFlight += 1;
      inFlight += 1;
      try {
        const client = connection.client ?? (await clientOf(connection));
        return await attempt(client, statement);
      } catch (thrown) {
        return failure(thrown);
      } finally {
        leave(connection);
      }
    },
    inFlight: () => inFlight,
    close: async () => {
      if (inFlight > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        idle = resolve;
        await promise;
      }
      await Promise.all(all.map(({ client }) => client?.end()));
    },
  };
}

function leastBusy(all: readonly Connection[]): Connection {
  return all.reduce((least, other) => (other.inFlight < least.inFlight ? other : least));
}
