import { Socket } from 'node:net';

/** As many as Node.js allocates for each read of a socket. */
const readBytes = 65_536;

/**
 * A socket that reads into the same bytes each time. It emits them as 'data', and they hold only until the listener returns.
 * With new bytes for each read, long answers soon fill what V8 allows outside of its heap. It then collects the whole heap.
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
