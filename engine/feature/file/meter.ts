import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Passes bytes on, counts and hashes them, and breaks off behind so many. */
export interface Meter {
  readonly stream: Transform;
  size(): number;
  /** Once all bytes have passed. */
  sha256(): string;
}

export function createMeter(most: number, tooLong: () => Error): Meter {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) return done(tooLong());
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, size: () => size, sha256: () => hash.digest('hex') };
}
