import type { Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Position } from './source.ts';

/** Some whole records of a file. */
export interface Cut {
  readonly bytes: Buffer;
  /** Where they begin. */
  readonly from: Position;
  /** Where they end. */
  readonly to: Position;
  /** Of the file up to their end, in hexadecimal digits. */
  readonly digest: string;
}

/** How to cut. */
interface Cutting {
  readonly from: Position;
  /** The hash of the bytes before. Each cut goes on with it. */
  readonly hash: Hash;
  readonly rows: number;
  /** Whether a line break between double quotes is part of a record. */
  readonly isQuoted: boolean;
}

/** A file that is not what it should be, at a line. */
export class FileFault extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const chunkBytes = 1_048_576;
/** A piece of long records has fewer of them. */
const mostBytes = 16_777_216;
/** A record without end would fill the memory. */
const longestRecord = 67_108_864;

const lineFeed = 0x0a;
const quote = 0x22;

/** Cuts a file into pieces of some records each, without reading them. @throws FileFault */
export async function* cutRecords(path: string, { from, hash, rows, isQuoted }: Cutting): AsyncGenerator<Cut> {
  let position = from;
  let held: Buffer[] = [];
  const seen = { bytes: 0, lines: 0, rows: 0 };
  let isInside = false;
  const cut = (bytes: Buffer): Cut => {
    hash.update(bytes);
    const to = {
      bytes: position.bytes + bytes.length,
      lines: position.lines + seen.lines,
      rows: position.rows + seen.rows,
    };
    const made = { bytes, from: position, to, digest: hash.copy().digest('hex') };
    position = to;
    held = [];
    Object.assign(seen, { bytes: 0, lines: 0, rows: 0 });
    return made;
  };
  const stream = createReadStream(path, { start: from.bytes, highWaterMark: chunkBytes });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let begin = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === quote && isQuoted) isInside = !isInside;
      if (byte !== lineFeed) continue;
      seen.lines += 1;
      if (isInside) continue;
      seen.rows += 1;
      if (seen.rows < rows && seen.bytes + at - begin < mostBytes) continue;
      yield cut(Buffer.concat([...held, chunk.subarray(begin, at + 1)]));
      begin = at + 1;
    }
    held.push(chunk.subarray(begin));
    seen.bytes += chunk.length - begin;
    if (seen.bytes > longestRecord + mostBytes)
      throw new FileFault(position.lines + 1, 'from here on a record has no end; a double quote may be open');
  }
  if (seen.bytes === 0) return;
  if (held.at(-1)?.at(-1) !== lineFeed) {
    seen.lines += 1;
    seen.rows += 1;
  }
  yield cut(Buffer.concat(held));
}
