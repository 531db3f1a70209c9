import type { Readable } from 'node:stream';

/** Where the bytes of files are. An object is written once, under a name that is a random UUID, and never changed. */
export interface FileStore {
  /**
   * Writes an object. When it is done, the object is there and outlasts a loss of power. Until then, `read` does not find it.
   * @throws StoreFull when there is no room; what the stream throws; anything else when the store cannot be reached.
   */
  write(object: string, bytes: Readable): Promise<void>;
  /** Reads a part of an object; null when it is not there. The first and the last byte both count. */
  read(object: string, part: ByteRange | null): Promise<Readable | null>;
  /** Removes an object, and what an unfinished write of it has left. Nothing happens when there is none. */
  remove(object: string): Promise<void>;
  close(): Promise<void>;
}

export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The store has no room for an object. */
export class StoreFull extends Error {}

const objectPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws for a name that the engine has not given: names become paths. */
export function requireObject(object: string): string {
  if (objectPattern.test(object)) return object;
  throw new Error('the name of an object is not a UUID');
}
