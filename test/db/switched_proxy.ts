import type { AddressInfo, Server, Socket } from 'node:net';
import type { Test } from 'tap';
import { openProxy, proxyUrl } from './proxy.ts';

export interface SwitchedProxy {
  readonly url: string;
  /** Ends all connections and refuses new ones, as a server does that is stopped hard. */
  cut(): void;
  /** Passes nothing on any more and says nothing, also on new connections, as a host does that has lost its power. */
  freeze(): void;
  /** Goes on, with the server at another address where one is given. What is frozen stays so. */
  mend(url?: string): Promise<void>;
}

/** A server between a client and PostgreSQL that can be away. */
export async function switchedProxy(t: Test, url: string): Promise<SwitchedProxy> {
  let target = url;
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const open = (port: number): Promise<Server> =>
    openProxy(
      port,
      () => target,
      (client, database) => {
        if (!isFrozen) client.pipe(database).pipe(client);
        for (const socket of [client, database]) {
          sockets.add(socket);
          socket.on('close', () => sockets.delete(socket));
        }
      },
    );
  let server = await open(0);
  const freeze = () => {
    isFrozen = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  t.teardown(cut);
  return {
    url: proxyUrl(url, server),
    cut,
    freeze,
    mend: async (next = url) => {
      target = next;
      isFrozen = false;
      if (!server.listening) server = await open(port);
    },
  };
}
