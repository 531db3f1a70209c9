import type { Socket } from 'node:net';

/** Messages to PostgreSQL, in one buffer until they are sent together (PostgreSQL's protocol, 54.7). */
export interface Outgoing {
  /** Runs a text of any number of statements by the simple protocol. */
  query(text: string): void;
  /**
   * Prepares a statement. The empty name is for one that is used once. Any other name is let go of before: behind a pooler,
   * the server may know it from another client.
   */
  prepare(name: string, text: string): void;
  /** Lets go of a prepared statement, or does nothing where there is none of this name. */
  close(name: string): void;
  /** Runs a prepared statement. `asksColumns` has the names of its columns come before its rows. */
  run(name: string, values: readonly (string | null)[], asksColumns: boolean): void;
  /** Ends what belongs together: PostgreSQL answers, and commits where no transaction is open. */
  sync(): void;
  /** Writes all of it to the socket at once. */
  flush(socket: Socket): void;
}

const codeOf = (letter: string): number => letter.charCodeAt(0);
const kinds = { query: codeOf('Q'), parse: codeOf('P'), bind: codeOf('B'), close: codeOf('C') };

const describeBytes = Buffer.from('D\0\0\0\x06P\0', 'latin1');
const executeBytes = Buffer.from('E\0\0\0\x09\0\0\0\0\0', 'latin1');
const syncBytes = Buffer.from('S\0\0\0\x04', 'latin1');

/** The requests of some turns: bytes that have left are not written again, since the socket may still hold them. */
const usualBytes = 16_384;
/** Of a character in UTF-16, as UTF-8. */
const bytesOfCharacter = 3;
/** Above this, a text is measured before it is written, so that no more memory is taken than it needs. */
const shortCharacters = 1024;

export function createOutgoing(): Outgoing {
  let bytes = Buffer.allocUnsafe(usualBytes);
  let start = 0;
  let end = 0;

  const reserve = (count: number): void => {
    if (end + count <= bytes.length) return;
    const held = end - start;
    const next = Buffer.allocUnsafe(Math.max(usualBytes, 2 * held, held + count));
    bytes.copy(next, 0, start, end);
    bytes = next;
    start = 0;
    end = held;
  };
  const putNumber = (number: number): void => {
    end = bytes.writeInt32BE(number, end);
  };
  const putCount = (number: number): void => {
    bytes[end++] = (number >>> 8) & 0xff;
    bytes[end++] = number & 0xff;
  };
  const putText = (text: string): void => {
    end += bytes.write(text, end);
    bytes[end++] = 0;
  };
  const put = (message: Buffer): void => {
    reserve(message.length);
    bytes.set(message, end);
    end += message.length;
  };
  const putValue = (value: string | null): void => {
    if (value === null) {
      putNumber(-1);
      return;
    }
    const at = end;
    end += 4;
    const length = bytes.write(value, end);
    bytes.writeInt32BE(length, at);
    end += length;
  };
  /** Begins a message, whose length is known at its end. */
  const begin = (kind: number, most: number): number => {
    reserve(most);
    bytes[end] = kind;
    end += 5;
    return end - 4;
  };
  const finish = (at: number): void => {
    bytes.writeInt32BE(end - at, at);
  };

  const close = (name: string): void => {
    const at = begin(kinds.close, 7 + mostBytes(name));
    bytes[end++] = codeOf('S');
    putText(name);
    finish(at);
  };

  return {
    query: (text) => {
      const at = begin(kinds.query, 6 + mostBytes(text));
      putText(text);
      finish(at);
    },
    prepare: (name, text) => {
      if (name !== '') close(name);
      const at = begin(kinds.parse, 9 + mostBytes(name) + mostBytes(text));
      putText(name);
      putText(text);
      // PostgreSQL finds the types of the parameters.
      putCount(0);
      finish(at);
    },
    close,
    run: (name, values, asksColumns) => {
      let most = 13 + mostBytes(name);
      for (const value of values) most += 4 + (value === null ? 0 : mostBytes(value));
      const at = begin(kinds.bind, most);
      bytes[end++] = 0;
      putText(name);
      // Every value and every column is text.
      putCount(0);
      putCount(values.length);
      for (const value of values) putValue(value);
      putCount(0);
      finish(at);
      if (asksColumns) put(describeBytes);
      put(executeBytes);
    },
    sync: () => put(syncBytes),
    flush: (socket) => {
      if (end === start) return;
      socket.write(bytes.subarray(start, end));
      start = end;
      // What was long is not kept.
      if (bytes.length > usualBytes) {
        bytes = Buffer.allocUnsafe(usualBytes);
        start = 0;
        end = 0;
      }
    },
  };
}

function mostBytes(text: string): number {
  return text.length < shortCharacters ? text.length * bytesOfCharacter : Buffer.byteLength(text);
}
