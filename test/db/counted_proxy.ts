import type { Test } from 'tap';
import { messages, proxy } from './proxy.ts';

export interface CountedProxy {
  readonly url: string;
  /** The types of the messages that clients sent since the last reset (PostgreSQL's frontend/backend protocol). */
  messages(): string;
  reset(): void;
}

/** A server between a client and PostgreSQL that notes what the client sends. */
export async function countedProxy(t: Test, url: string): Promise<CountedProxy> {
  let kinds = '';
  const own = await proxy(t, url, (client, database) => {
    client.on(
      'data',
      messages('client', (_, kind) => {
        kinds += kind;
      }),
    );
    client.pipe(database).pipe(client);
  });
  return {
    url: own,
    messages: () => kinds,
    reset: () => {
      kinds = '';
    },
  };
}
