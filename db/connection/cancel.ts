import { connect } from 'node:net';
import type pg from 'pg';

// PostgreSQL's protocol, 54.7, CancelRequest.
const requestBytes = 16;
const requestCode = 80_877_102;
const answerMilliseconds = 1_000;
const giveUpMilliseconds = 30_000;

/**
 * Cancels the running statement of a connection over another connection, as the protocol of PostgreSQL requires. A
 * sorting statement does not notice that its own connection is closed; a cancelled one ends at once. `done` is called when
 * the server has taken the request, or after a second. Close the connection then, and no sooner: a pooler knows it by its key
 * until it is closed. Nothing is reported if the server is away: the connection itself shows that.
 */
export function cancelStatement(client: pg.Client, done: () => void): void {
  const { processID, secretKey, host, port } = client as unknown as Cancellable;
  const request = Buffer.alloc(requestBytes);
  request.writeInt32BE(requestBytes, 0);
  request.writeInt32BE(requestCode, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const late = setTimeout(done, answerMilliseconds);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    clearTimeout(late);
    done();
  });
  // A socket that nobody reads does not end.
  socket.resume().unref();
  // The server closes it: PgBouncer 1.18 ends if a client does so first.
  socket.setTimeout(giveUpMilliseconds, () => socket.destroy());
  socket.write(request);
}

interface Cancellable {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
}
