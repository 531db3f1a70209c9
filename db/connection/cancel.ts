import { connect } from 'node:net';
import type pg from 'pg';

// PostgreSQL's protocol, 54.7, CancelRequest.
const requestBytes = 16;
const requestCode = 80_877_102;

/**
 * Cancels the running statement of a connection over another connection, as the protocol of PostgreSQL requires. A
 * sorting statement does not notice that its own connection is closed; a cancelled one ends at once. It reports nothing
 * if the server is away: the connection itself shows that.
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
