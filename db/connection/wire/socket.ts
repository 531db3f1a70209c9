import { Socket } from 'node:net';

/** As many as Node.js allocates for each read of a socket. */
const readBytes = 65_536;

/**
 * A socket that reads into the same bytes each time. It emits them as 'data', and they hold only until the listener returns.
 * With bytes of its own for each read, long answers soon reach what V8 allows outside of its heap, and all of the heap is
 * collected several times a second.
 */
export function createSocket(): Socket {
  const socket: Socket = new Socket({
    onread: {
      buffer: Buffer.allocUnsafeSlow(readBytes),
      callback: (length, bytes) => {
        socket.emit('data', bytes.subarray(0, length));
        return true;
      },
    },
  });
  return socket;
}
