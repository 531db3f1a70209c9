import pg from 'pg';
import { ConnectionError, createDriverFactory, type DriverCommand, type DriverFactory } from 'slonik';

const connectionTimeout = 5_000;
const asText = (text: string): string => text;

/**
 * A slonik driver in which every column stays the text that PostgreSQL sent (slonik's own falls back to pg's parsers,
 * which make numbers and objects of it), and which throws pg's errors with all their fields. The settings travel in the
 * packet that opens the session, so that no statement spends a round trip on them. A statement without values and
 * without a name goes by the simple protocol, in which one text may hold several.
 */
export function createTextDriver(settings: Readonly<Record<string, string>>): DriverFactory {
  return createDriverFactory(async ({ driverConfiguration }) => {
    const connectionString = addSettings(driverConfiguration.connectionUri, settings);
    return {
      createPoolClient: async ({ clientEventEmitter }) => {
        const client = new pg.Client({
          connectionString,
          application_name: 'almanac',
          connectionTimeoutMillis: connectionTimeout,
          keepAlive: true,
          types: { getTypeParser: () => asText },
        });
        let isLost = false;
        client.on('error', (error) => {
          isLost = true;
          clientEventEmitter.emit('error', new ConnectionError(error.message, { cause: error }));
        });
        return {
          connect: async () => {
            await client.connect();
          },
          end: () => client.end(),
          query: async (text, values, options) => {
            try {
              const result = await client.query({
                text,
                ...(values && { values }),
                ...(options?.name && { name: options.name }),
              });
              // The simple protocol gives one result for each statement of the text.
              const { command, rowCount, rows } = [result].flat().at(-1) ?? result;
              return { command: command as DriverCommand, fields: [], rowCount, rows };
            } catch (error) {
              if (!isLost || !(error instanceof Error) || error instanceof pg.DatabaseError) throw error;
              throw new ConnectionError(error.message, { cause: error });
            }
          },
          stream: () => {
            throw new Error('The text driver has no streams.');
          },
        };
      },
    };
  });
}

/**
 * Adds session settings to a connection URL, after those that it has. The ssl modes of the URL get the meaning they have
 * for psql (`require` encrypts, `verify-full` checks the certificate), or a URL that works there would not work here.
 */
export function addSettings(url: string, settings: Readonly<Record<string, string>>): string {
  const target = new URL(url);
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  target.searchParams.set('options', [target.searchParams.get('options') ?? '', ...flags].join(' ').trim());
  if (target.searchParams.has('sslmode')) target.searchParams.set('uselibpqcompat', 'true');
  return target.href;
}
