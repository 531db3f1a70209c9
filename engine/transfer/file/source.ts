import { createHash, type Hash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A file to be imported. */
export interface Source {
  readonly path: string;
  readonly bytes: number;
  /** Removes it where it was made of standard input. */
  close(): Promise<void>;
}

/** How far into a file something is. */
export interface Position {
  readonly bytes: number;
  readonly lines: number;
  /** Rows of data, the header not among them. */
  readonly rows: number;
}

/**
 * Opens a file; `-` is standard input, which is written to a temporary file first. An import reads the beginning of its file
 * twice: to find out how much of it is in the database, and to load it.
 */
export async function openSource(name: string, input: NodeJS.ReadableStream): Promise<Source> {
  if (name !== '-') {
    const { size } = await stat(name);
    return { path: name, bytes: size, close: async () => {} };
  }
  const path = join(tmpdir(), `almanac-import-${randomBytes(8).toString('hex')}`);
  const close = () => rm(path, { force: true });
  try {
    await pipeline(input, createWriteStream(path, { mode: 0o600 }));
    return { path, bytes: (await stat(path)).size, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The hashes of a file up to several places, by their number of bytes; none for a place behind its end. */
export async function hashesUpTo(path: string, places: readonly number[]): Promise<ReadonlyMap<number, Hash>> {
  const hashes = new Map<number, Hash>();
  const open = [...new Set(places)].sort((one, other) => one - other);
  const last = open.at(-1) ?? 0;
  const hash = createHash('sha256');
  let read = 0;
  const reach = () => {
    while (open[0] === read) hashes.set(open.shift() ?? 0, hash.copy());
  };
  reach();
  if (last === 0) return hashes;
  for await (const chunk of createReadStream(path, { end: last - 1 }) as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + ((open[0] ?? last) - read));
      hash.update(part);
      read += part.length;
      at += part.length;
      reach();
    }
  }
  return hashes;
}
