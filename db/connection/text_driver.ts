import { createDriverFactory, type DriverCommand, type DriverFactory } from 'slonik';
import type { ClientOptions } from './session.ts';
import { openTextClient, type TextClient, type TextStatement } from './text_client.ts';

/**
 * A slonik driver in which every column stays the text that PostgreSQL sent, and which throws pg's errors with all
 * their fields. (slonik's own driver uses pg's parsers, which make numbers and objects.) The settings belong to the
 * session, so no statement spends a round trip on them.
 */
export function createTextDriver(options: ClientOptions): DriverFactory {
  return createDriverFactory(async ({ driverConfiguration }) => {
    const url = driverConfiguration.connectionUri;
    return {
      createPoolClient: async ({ clientEventEmitter }) => {
        let client: TextClient | null = null;
        return {
          connect: async () => {
            client = await openTextClient(url, { ...options, pipeline: false }, (error) => {
              // slonik hears no more of a connection that it has given up, and what nobody hears ends the process.
              if (clientEventEmitter.listenerCount('error') > 0) clientEventEmitter.emit('error', error);
            });
          },
          end: async () => client?.end(),
          query: async (text, values, named) => {
            if (client === null) throw new Error('a statement came before its connection');
            const running = values && runningOf.get(values);
            const { command, rows, rowCount } = await client.query({ text, values, name: named?.name, ...running });
            return { command: command as DriverCommand, fields: [], rows, rowCount };
          },
          stream: noStream,
        };
      },
    };
  });
}

/** How a statement is run, besides its text and values. */
export type Running = Pick<TextStatement, 'before' | 'patience' | 'isWithin'>;

const runningOf = new WeakMap<readonly unknown[], Running>();

/**
 * The values of a statement, with other statements to run before it (see Sequence) and its patience. The driver of slonik gets
 * one text and its values, which slonik passes on unchanged.
 */
export function valuesOf(values: readonly (string | null)[], running: Running): readonly (string | null)[] {
  const own = [...values];
  runningOf.set(own, running);
  return own;
}

function noStream(): never {
  throw new Error('The text driver has no streams.');
}
