import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Where a server listens. */
export interface Place {
  readonly port: number;
  /** The folder of its socket; null for none. */
  readonly sockets: string | null;
}

// Of macOS, with the byte 0 at the end; Linux takes four more.
const longestPath = 103;

/**
 * Finds a free port of the loopback interface, and whether the folder of the data can have a socket. Only its owner may enter
 * that folder. There is no socket where its path is too long, or where the file system allows none.
 */
export async function findPlace(data: string): Promise<Place> {
  const port = await freePort();
  const path = join(data, `.s.PGSQL.${port}`);
  // PostgreSQL reads a list of quoted names.
  const isNameable = Buffer.byteLength(path) <= longestPath && !path.includes('"');
  return { port, sockets: isNameable && (await canHave(path)) ? data : null };
}

/** The URL of the server of a home: by its socket if there is one, else by the loopback interface. */
export function urlOf(home: string, { port, sockets }: Place): string {
  const password = readFileSync(join(home, 'password'), 'utf8');
  return `postgresql://postgres:${password}@${encodeURIComponent(sockets ?? '127.0.0.1')}:${port}/postgres`;
}

async function canHave(path: string): Promise<boolean> {
  try {
    rmSync(path, { force: true });
    const probe = createServer().listen(path);
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1');
  return address.port;
}
