import { connect } from 'node:net';
import type pg from 'pg';

// PostgreSQL's protocol, 54.7, CancelRequest.
const requestBytes = 16;
const requestCode = 80_877_102;

/**
 * Has PostgreSQL end the statement that a connection is at, over another connection, as its protocol wants. A statement
 * that sorts does not notice that its own connection is closed; one that is cancelled ends at once. Says nothing when the
 * server cannot be reached: whoever is told of that is on the connection itself.
 */
export function cancelStatement(client: pg.Client): void {
  const { processID, secretKey, host, port } = client as unknown as Cancellable;
  const request = Buffer.alloc(requestBytes);
  request.writeInt32BE(requestBytes, 0);
  request.writeInt32BE(requestCode, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on('error', () => socket.destroy());
  socket.end(request);
}

interface Cancellable {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
}
