import pg from 'pg';
import { createDriverFactory, type DriverCommand, type DriverFactory } from 'slonik';

const asText = (text: string): string => text;

/**
 * A slonik driver on pg, as somebody would write it who wants each column as the text that PostgreSQL sent. `settings` are the
 * first statements of each connection.
 */
export function createTextDriver(settings: string): DriverFactory {
  return createDriverFactory(async ({ driverConfiguration }) => ({
    createPoolClient: async ({ clientEventEmitter }) => {
      const client = new pg.Client({
        connectionString: driverConfiguration.connectionUri,
        query_timeout: 12_000,
        types: { getTypeParser: () => asText },
      });
      client.on('error', (error) => {
        if (clientEventEmitter.listenerCount('error') > 0) clientEventEmitter.emit('error', error);
      });
      return {
        connect: async () => {
          await client.connect();
          await client.query(settings);
        },
        end: () => client.end(),
        query: async (text, values, named) => {
          const { command, rows, rowCount } = await client.query({
            text,
            values: [...(values ?? [])],
            ...(named?.name !== undefined && { name: named.name }),
          });
          return { command: command as DriverCommand, fields: [], rows, rowCount };
        },
        stream: () => {
          throw new Error('The driver has no streams.');
        },
      };
    },
  }));
}
