import type pg from 'pg';

/** PostgreSQL announced a message that is longer than this process takes. */
export class MessageTooLong extends Error {
  constructor(bytes: number, most: number) {
    super(`PostgreSQL sent a message of ${bytes} bytes; at most ${most} are taken`);
  }
}

// PostgreSQL's protocol, 54.7: a byte for the kind of a message, and four for its length, which count themselves.
const kindBytes = 1;
export const headerBytes = 5;

/**
 * Ends a connection, and nothing else, if reading its bytes fails. Since pg reads in a listener of the socket, a throw
 * would end the process. A message longer than `most` is refused by its header, before it arrives. Call it before the
 * client connects.
 */
export function guardMessages(client: pg.Client, most: number): void {
  const { connection } = client as unknown as { readonly connection: OwnConnection };
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    const check = headerCheck(most);
    // Of the socket, pg's parser uses its data and its end.
    attach({
      on: (event, listener) =>
        stream.on(event, (bytes) => {
          try {
            if (event !== 'data') return listener(bytes);
            check(bytes);
            // pg keeps what is not a whole message yet, and the socket writes to these bytes again (socket.ts).
            listener(Buffer.from(bytes));
          } catch (error) {
            stream.destroy(error as Error);
          }
        }),
      destroy: (error) => stream.destroy(error),
    });
  };
}

interface Socket {
  on(event: string, listener: (bytes: Buffer) => void): unknown;
  destroy(error: Error): unknown;
}

interface OwnConnection {
  attachListeners(stream: Socket): void;
}

/**
 * Reads the headers in a stream of messages, in chunks of any size.
 * @throws MessageTooLong
 */
function headerCheck(most: number): (bytes: Buffer) => void {
  const header = Buffer.alloc(headerBytes);
  let held = 0;
  let skip = 0;
  return (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      if (skip > 0) {
        const passed = Math.min(skip, bytes.length - at);
        skip -= passed;
        at += passed;
        continue;
      }
      const copied = bytes.copy(header, held, at, at + headerBytes - held);
      held += copied;
      at += copied;
      if (held < headerBytes) return;
      held = 0;
      skip = bytesOfMessage(header, 0, most) - headerBytes;
    }
  };
}

/**
 * How many bytes a message has, by the header that begins at a place.
 * @throws MessageTooLong
 */
export function bytesOfMessage(bytes: Buffer, at: number, most: number): number {
  const length = bytes.readUInt32BE(at + kindBytes);
  if (length > most) throw new MessageTooLong(length, most);
  return kindBytes + length;
}
