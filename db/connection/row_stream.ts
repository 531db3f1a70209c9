import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { ConnectionError } from 'slonik';
import { databaseError } from '../database_error.ts';
import type { Outcome, Row } from '../statement.ts';
import { cancelStatement } from './cancel.ts';
import type { PgQuery, QueryText } from './pg_query.ts';
import { connectionOf } from './prepared_statements.ts';
import { Sequence } from './sequence.ts';
import { type ClientOptions, openSession } from './session.ts';
import { transactionSettings } from './transaction_settings.ts';

interface StreamOptions {
  /** Ends the statement at any point. */
  readonly signal: AbortSignal;
  /** So long PostgreSQL may take to give the next row. */
  readonly idleMilliseconds: number;
}

export type StreamRows = (
  statement: { readonly text: string; readonly values: readonly (string | null)[] },
  take: (rows: readonly Row[]) => Promise<void>,
  options: StreamOptions,
) => Promise<Outcome>;

export interface RowStreams {
  readonly stream: StreamRows;
  close(): Promise<void>;
}

/** PostgreSQL gave no row for too long. */
export class Stalled extends Error {
  constructor(milliseconds: number) {
    super(`no row came for ${milliseconds / 1000} s`);
  }
}

/** Connections that wait for the next stream. */
const keptConnections = 4;

/**
 * Statements whose rows are handed out as they come, each on its own connection. While rows are taken, nothing is read
 * from the connection, and PostgreSQL waits. So the process holds one read of the socket and at most one more row, for
 * any number and length of rows.
 */
export function createRowStreams(url: string, options: ClientOptions): RowStreams {
  const kept: pg.Client[] = [];
  const all = new Set<pg.Client>();
  const settings = transactionSettings(options);
  // Without a name: a stream takes long beside it, and its connection prepares nothing.
  const earlier = settings === null ? [] : [{ ...settings, name: undefined }];
  let isClosed = false;
  const open = async (): Promise<pg.Client> => {
    // It may be lost while it is being opened.
    let client: pg.Client | null = null;
    const forget = () => {
      if (client === null) return;
      all.delete(client);
      if (kept.includes(client)) kept.splice(kept.indexOf(client), 1);
    };
    try {
      client = await openSession(url, options, forget);
      all.add(client);
      return client;
    } catch (error) {
      throw new ConnectionError((error as Error).message, { cause: error as Error });
    }
  };
  const leave = async (client: pg.Client): Promise<void> => {
    if (!all.has(client) || connectionOf(client).stream.destroyed) return;
    if (!isClosed && kept.length < keptConnections) {
      kept.push(client);
      return;
    }
    all.delete(client);
    await client.end();
  };
  return {
    stream: async (statement, take, options) => {
      try {
        const client = kept.pop() ?? (await open());
        try {
          return await run(client, { ...statement, earlier }, take, options);
        } finally {
          await leave(client);
        }
      } catch (thrown) {
        const error = databaseError(thrown);
        if (error === null) throw thrown;
        return { ok: false, error };
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.all(kept.splice(0).map(leave));
    },
  };
}

/** @throws ConnectionError where the connection is lost; what `take` throws, and why the statement was ended. */
async function run(
  client: pg.Client,
  { text, values, earlier }: Parameters<StreamRows>[0] & { readonly earlier: readonly QueryText[] },
  take: Parameters<StreamRows>[1],
  { signal, idleMilliseconds }: StreamOptions,
): Promise<Outcome> {
  const socket = connectionOf(client).stream;
  const ended = Promise.withResolvers<null>();
  const cancelled = Promise.withResolvers<void>();
  let rows: Row[] = [];
  let rowCount = 0;
  let handing: Promise<void> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let stopped: { readonly reason: unknown } | null = null;
  const stop = (reason: unknown): void => {
    if (stopped !== null) return;
    stopped = { reason };
    ended.reject(reason);
    // What it sends meanwhile is nobody's.
    socket.pause();
    cancelStatement(client, () => {
      socket.destroy();
      cancelled.resolve();
    });
  };
  const wait = (): void => {
    idle = setTimeout(() => stop(new Stalled(idleMilliseconds)), idleMilliseconds);
  };
  const hand = async (): Promise<void> => {
    // All rows of one read of the socket are handed out together.
    await nextTurn();
    const batch = rows;
    rows = [];
    await take(batch);
    if (stopped !== null) return;
    handing = null;
    wait();
    socket.resume();
  };
  const abort = (): void => stop(signal.reason);
  const query = new pg.Query({ text, values: [...values] });
  query.on('row', (row: Row) => {
    rows.push(row);
    rowCount += 1;
    if (handing !== null) return;
    clearTimeout(idle);
    socket.pause();
    handing = hand().catch(stop);
  });
  query.on('end', async () => {
    await handing;
    ended.resolve(null);
  });
  query.on('error', (error) => ended.reject(error));
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', abort, { once: true });
    wait();
    client.query(earlier.length > 0 ? new Sequence(earlier, query as unknown as PgQuery) : query);
    await ended.promise;
    return { ok: true, rows: [], rowCount };
  } catch (thrown) {
    if (stopped !== null) {
      await cancelled.promise;
      throw (stopped as { readonly reason: unknown }).reason;
    }
    if (thrown instanceof pg.DatabaseError || signal.aborted) throw thrown;
    throw new ConnectionError((thrown as Error).message, { cause: thrown as Error });
  } finally {
    clearTimeout(idle);
    signal.removeEventListener('abort', abort);
  }
}
