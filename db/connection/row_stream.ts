import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Outcome, Row } from '../statement.ts';
import { failure } from './attempt.ts';
import type { ClientOptions } from './session.ts';
import { openTextClient, type TextClient } from './text_client.ts';

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
  const kept: TextClient[] = [];
  let isClosed = false;
  const open = async (): Promise<TextClient> => {
    const client = await openTextClient(url, { ...options, pipeline: false }, () => {
      const place = kept.indexOf(client);
      if (place >= 0) kept.splice(place, 1);
    });
    return client;
  };
  const leave = async (client: TextClient): Promise<void> => {
    if (client.isLost()) return;
    if (!isClosed && kept.length < keptConnections) kept.push(client);
    else await client.end();
  };
  return {
    stream: async (statement, take, options) => {
      try {
        const client = kept.pop() ?? (await open());
        try {
          return await run(client, statement, take, options);
        } finally {
          await leave(client);
        }
      } catch (thrown) {
        return failure(thrown);
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
  client: TextClient,
  statement: Parameters<StreamRows>[0],
  take: Parameters<StreamRows>[1],
  { signal, idleMilliseconds }: StreamOptions,
): Promise<Outcome> {
  const stopped = Promise.withResolvers<never>();
  let cancelling: Promise<void> | null = null;
  let rows: Row[] = [];
  let rowCount = 0;
  let handing: Promise<void> | null = null;
  let idle: NodeJS.Timeout | undefined;
  const stop = (reason: unknown): void => {
    if (cancelling !== null) return;
    // What it sends meanwhile is nobody's.
    cancelling = client.cancel();
    stopped.reject(reason);
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
    if (cancelling !== null) return;
    handing = null;
    wait();
    client.resume();
  };
  const abort = (): void => stop(signal.reason);
  const took = (row: Row): void => {
    rows.push(row);
    rowCount += 1;
    if (handing !== null) return;
    clearTimeout(idle);
    client.pause();
    handing = hand().catch(stop);
  };
  const answered = async (): Promise<Outcome> => {
    const { refusal } = await client.run([statement], { take: took });
    await handing;
    return refusal === null ? { ok: true, rows: [], rowCount } : failure(refusal);
  };
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', abort, { once: true });
    wait();
    return await Promise.race([answered(), stopped.promise]);
  } catch (thrown) {
    await cancelling;
    throw thrown;
  } finally {
    clearTimeout(idle);
    signal.removeEventListener('abort', abort);
  }
}
