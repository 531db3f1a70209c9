import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CommandError, type Settings } from '../option/settings.ts';

/**
 * Listens for a moment, to find a taken port before a database is started or changed.
 * @throws CommandError when the address is taken, or not one of this machine.
 */
export async function requireFreePort(settings: Settings): Promise<void> {
  const probe = createServer();
  await listen(
    {
      listen: async (address) => {
        probe.listen(address);
        await once(probe, 'listening');
        return '';
      },
    },
    settings,
  );
  probe.close();
  await once(probe, 'close');
}

interface Listener {
  listen(options: { host: string; port: number }): Promise<string>;
}

/** @throws CommandError when the address is taken, or not one of this machine. */
export async function listen(server: Listener, { host, port }: Pick<Settings, 'host' | 'port'>): Promise<string> {
  try {
    return await server.listen({ host: await oneAddress(host), port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new CommandError(`port ${port} is in use; stop the process that listens there, or set PORT`);
    throw new CommandError(`cannot listen on ${host}:${port}: ${(error as Error).message}`);
  }
}

/**
 * localhost may be two addresses. Fastify would make a second server for the other one. That server has no limits of
 * connections and does not drain.
 */
async function oneAddress(host: string): Promise<string> {
  return host === 'localhost' ? (await lookup(host, { order: 'ipv4first' })).address : host;
}
