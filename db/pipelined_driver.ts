import { ConnectionError, createDriverFactory, type DriverFactory } from 'slonik';
import { asLibpq, createTextClient, type DriverOptions, noStream, type TextClient } from './text_driver.ts';

/** Of more, PostgreSQL gains nothing: each is busy all the time, and what is slow is not asked here. */
const sharedConnections = 3;

/** So many statements may be in flight at a time. */
export const pipelinedStatements = 16 * sharedConnections;

interface Shared {
  /** Being opened, or open; null before its first statement, and after it was lost. */
  client: Promise<TextClient> | null;
  /** Statements that are not answered yet. */
  waiting: number;
}

/**
 * The text driver (see createTextDriver) with all clients of the pool on a few connections, which have several statements
 * in flight each: PostgreSQL answers them in their order, and whoever waits, it is not for the way there and back. For
 * statements that are soon done and wait for no lock: one that takes its time holds up those behind it. Each is a
 * transaction of its own, and fails alone; a connection that is lost fails all that it had in flight.
 */
export function createPipelinedDriver(options: DriverOptions): DriverFactory {
  return createDriverFactory(async ({ driverConfiguration }) => {
    const connectionString = asLibpq(driverConfiguration.connectionUri);
    const all: Shared[] = Array.from({ length: sharedConnections }, () => ({ client: null, waiting: 0 }));
    const open = async (shared: Shared): Promise<TextClient> => {
      const client = createTextClient({ ...options, connectionString, pipeline: true }, () => {
        shared.client = null;
      });
      try {
        await client.connect();
        return client;
      } catch (error) {
        shared.client = null;
        throw new ConnectionError((error as Error).message, { cause: error as Error });
      }
    };
    let clients = 0;
    return {
      createPoolClient: async () => ({
        connect: async () => {
          clients += 1;
        },
        end: async () => {
          clients -= 1;
          if (clients > 0) return;
          await Promise.all(
            all.map(async (shared) => {
              const ending = shared.client;
              shared.client = null;
              await (await ending?.catch(() => null))?.end();
            }),
          );
        },
        query: async (text, values, named) => {
          const shared = all.reduce((least, other) => (other.waiting < least.waiting ? other : least));
          shared.waiting += 1;
          try {
            shared.client ??= open(shared);
            const client = await shared.client;
            return await client.query(text, values, named);
          } finally {
            shared.waiting -= 1;
          }
        },
        stream: noStream,
      }),
    };
  });
}
