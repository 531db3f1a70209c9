import { setTimeout as delay } from 'node:timers/promises';
import { openConnection } from './open.ts';

/** A connection that waits for notifications. */
export interface Listening {
  close(): Promise<void>;
}

// A notification has less than 8 000 bytes; the rest is for what the server says of itself.
const notificationBytes = 1_048_576;
const betweenAttempts = 500;

/** So often the caller looks where nothing is heard. */
const pollMilliseconds = 1_000;

/**
 * Stands for `listen` behind a pooler, which passes on no notifications. `heard` gets null at once and then every second, since
 * there may be something new.
 */
export function poll(heard: (payload: null) => void): Listening {
  const first = setImmediate(heard, null);
  const timer = setInterval(heard, pollMilliseconds, null).unref();
  return {
    close: async () => {
      clearImmediate(first);
      clearInterval(timer);
    },
  };
}

/**
 * Hears the notifications of a channel (LISTEN) on its own connection until it is closed; a lost connection is
 * replaced. `heard` gets the payload of each notification, and null for each new connection: nobody heard the
 * notifications before it.
 */
export function listen(url: string, channel: string, heard: (payload: string | null) => void): Listening {
  const closing = new AbortController();
  const { signal } = closing;
  const attend = async (): Promise<void> => {
    const lost = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => lost.resolve(), { once: true });
    const client = await openConnection(url, { messageBytes: notificationBytes, lost: () => lost.resolve() });
    client.on('end', lost.resolve);
    client.on('notification', ({ payload }) => heard(payload ?? ''));
    try {
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      heard(null);
      await lost.promise;
    } finally {
      await client.end().catch(() => {});
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      // That the database is away is told to those who ask it something; here it is waited for.
      await attend().catch(() => {});
      await delay(betweenAttempts, undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    close: async () => {
      closing.abort();
      await running;
    },
  };
}
