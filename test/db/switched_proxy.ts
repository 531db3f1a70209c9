import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Test } from 'tap';

export interface SwitchedProxy {
  readonly url: string;
  /** Ends all connections and refuses new ones, as a server does that is stopped hard. */
  cut(): void;
  /** Passes nothing on any more and says nothing, as a host does that has lost its power. */
  freeze(): void;
  /** Goes on, with the server at another address where one is given. What is frozen stays so. */
  mend(url?: string): Promise<void>;
}

/** A server between a client and PostgreSQL that can be away. */
export async function switchedProxy(t: Test, url: string): Promise<SwitchedProxy> {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  const open = async (port: number): Promise<Server> => {
    const server = createServer((client) => {
      const database = connect(Number(target.port || 5432), target.hostname);
      client.pipe(database).pipe(client);
      for (const [socket, other] of [
        [client, database],
        [database, client],
      ] as const) {
        sockets.add(socket);
        socket
          .on('error', () => socket.destroy())
          .on('close', () => {
            sockets.delete(socket);
            // As between the two themselves: what is over for one is over for the other.
            other.destroy();
          });
      }
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await open(0);
  const freeze = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  t.teardown(cut);
  const own = new URL(url);
  own.host = `127.0.0.1:${port}`;
  own.searchParams.set('sslmode', 'disable');
  return {
    url: own.href,
    cut,
    freeze,
    mend: async (next = url) => {
      target = new URL(next);
      if (!server.listening) server = await open(port);
    },
  };
}
