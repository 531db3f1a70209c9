import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionOf } from './own_connection.ts';

/** The connections of this process to one server. */
interface Server {
  readonly watched: Map<pg.Client, Watched>;
  readonly timer: NodeJS.Timeout;
}

interface Watched {
  /** What was read from it, as it was seen last. */
  bytes: number;
  /** Since when an answer is waited for, and nothing of it comes. */
  quietSince: number;
}

const lookMilliseconds = 500;
/** A statement that is not answered for so long may be slow, or its server gone. */
const suspectMilliseconds = 3_000;
const betweenProbes = 5_000;
/** Bytes that came while this process was busy are read meanwhile. */
const graceMilliseconds = 200;

const servers = new Map<string, Server>();

/**
 * Ends all connections to a server that has gone silent, as a host does without power or network. A statement would wait for
 * its timeout. A silent server answers no statement for seconds, and lets no new connection in (`reach` throws). Meanwhile it
 * sends nothing on any connection.
 */
export function watchSilence(url: string, client: pg.Client, reach: () => Promise<void>): void {
  const server = servers.get(url) ?? startWatch(url, reach);
  server.watched.set(client, { bytes: 0, quietSince: performance.now() });
  client.once('end', () => {
    server.watched.delete(client);
    if (server.watched.size > 0) return;
    clearInterval(server.timer);
    servers.delete(url);
  });
}

function startWatch(url: string, reach: () => Promise<void>): Server {
  const watched: Server['watched'] = new Map();
  let isProbing = false;
  let nextProbe = 0;
  const look = async (): Promise<void> => {
    const now = performance.now();
    for (const each of watched) note(each, now);
    const isSuspect = [...watched.values()].some(({ quietSince }) => now - quietSince > suspectMilliseconds);
    if (!isSuspect || isProbing || now < nextProbe) return;
    isProbing = true;
    const before = bytesOf(watched);
    // What PostgreSQL says against a new connection, it says.
    const isThere = await reach().then(
      () => true,
      (error: unknown) => error instanceof pg.DatabaseError,
    );
    await delay(graceMilliseconds, undefined, { ref: false });
    if (!isThere && bytesOf(watched) === before) end(watched);
    isProbing = false;
    nextProbe = performance.now() + betweenProbes;
  };
  const server = { watched, timer: setInterval(look, lookMilliseconds).unref() };
  servers.set(url, server);
  return server;
}

function note([client, watched]: [pg.Client, Watched], now: number): void {
  const { stream } = connectionOf(client);
  // While its rows are taken, nothing is read.
  const isQuiet = isWaiting(client) && !stream.isPaused() && stream.bytesRead === watched.bytes;
  if (isQuiet) return;
  watched.bytes = stream.bytesRead;
  watched.quietSince = now;
}

function bytesOf(watched: Server['watched']): number {
  return [...watched.keys()].reduce((sum, client) => sum + connectionOf(client).stream.bytesRead, 0);
}

function end(watched: Server['watched']): void {
  for (const client of watched.keys()) connectionOf(client).stream.destroy(new Error('the server has gone silent'));
}

/** Whether a statement is not answered yet; pg's types leave it out. */
function isWaiting(client: pg.Client): boolean {
  return (client as unknown as { readonly readyForQuery: boolean }).readyForQuery === false;
}
