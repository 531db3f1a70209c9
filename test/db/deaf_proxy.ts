import type { Test } from 'tap';
import { messages, proxy } from './proxy.ts';

const notification = 'A';

/** The URL of a server between a client and PostgreSQL that takes out what PostgreSQL tells of a channel (NOTIFY). */
export async function deafProxy(t: Test, url: string): Promise<string> {
  return proxy(t, url, (client, database) => {
    const pass = messages('server', (message, kind) => {
      if (kind !== notification) client.write(message);
    });
    database.on('data', pass);
    client.pipe(database);
  });
}
