import { createPool, type DatabasePool } from 'slonik';
import type { ClientOptions } from './session.ts';
import { createTextDriver } from './text_driver.ts';

interface SessionOptions {
  /** Bytes that an answer may have; as many as are usual when left out. */
  readonly responseBytes?: number | undefined;
  /** Bytes of temporary files that a statement may write; as the server is configured when left out. */
  readonly temporaryBytes?: number | undefined;
  /** After which PostgreSQL ends a statement; 0 for never. */
  readonly timeoutMilliseconds: number;
  /** After which a statement must have been answered, those before it on the same connection included; 0 for never. */
  readonly answerMilliseconds?: number;
  /** Where a pooler gives each transaction another session. */
  readonly pooler?: ClientOptions['pooler'] | undefined;
}

interface PoolOptions extends SessionOptions {
  readonly maximumConnections: number;
}

/** So much later than the statement timeout the server's word of it must have come. */
const lateMilliseconds = 2000;

// PostgreSQL and Node's timers count in 32 bits.
const longestMilliseconds = 2_147_483_647;

/** What the messages of an answer, and their other columns, have beside its body. */
const messageSlack = 1_048_576;
const usualResponseBytes = 67_108_864;

/** How each connection is opened, and what it is held to. */
export function sessionOptions(
  {
    timeoutMilliseconds,
    answerMilliseconds = timeoutMilliseconds,
    responseBytes = usualResponseBytes,
    temporaryBytes,
    pooler = null,
  }: SessionOptions,
  took: ClientOptions['took'] = () => {},
): ClientOptions {
  const answerTimeout =
    answerMilliseconds === 0 ? 0 : Math.min(answerMilliseconds + lateMilliseconds, longestMilliseconds);
  return {
    settings: {
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      statement_timeout: `${timeoutMilliseconds}ms`,
      // A service whose machine is gone within a transaction would keep its locks until TCP finds out, after hours.
      idle_in_transaction_session_timeout: `${answerTimeout}ms`,
    },
    answerTimeoutMilliseconds: answerTimeout,
    messageBytes: responseBytes + messageSlack,
    temporaryBytes: temporaryBytes ?? null,
    pooler,
    took,
  };
}

/** A pool of connections. It connects with its first statement. */
export async function openPool(
  url: string,
  { maximumConnections, ...session }: PoolOptions,
  took: ClientOptions['took'] = () => {},
): Promise<DatabasePool> {
  const pool = await createPool(url, {
    driverFactory: createTextDriver(sessionOptions(session, took)),
    maxPoolSize: maximumConnections,
    idleTimeout: 'DISABLE_TIMEOUT',
    // slonik's default, DISCARD ALL, is a second round trip and throws the prepared statements away. No session state is
    // ever left behind here: only transaction-local settings are used.
    resetConnection: async () => {},
    connectionRetryLimit: 0,
    queryRetryLimit: 0,
    transactionRetryLimit: 0,
    captureStackTrace: false,
    typeParsers: [],
  });
  // An EventEmitter without a listener throws its errors; these reach the caller of the statement already.
  pool.on('error', () => {});
  return inQueue(pool, maximumConnections);
}

/**
 * The same pool, where at most so many are connected at a time and the others wait here. Where no connection can be opened,
 * slonik leaves those who wait for one waiting for ever.
 */
function inQueue(pool: DatabasePool, most: number): DatabasePool {
  const waiting: (() => void)[] = [];
  let connected = 0;
  const enter = async (): Promise<void> => {
    if (connected < most) connected += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) connected -= 1;
    else next();
  };
  return {
    ...pool,
    connect: async (work) => {
      await enter();
      try {
        return await pool.connect(work);
      } finally {
        leave();
      }
    },
    state: () => ({ ...pool.state(), waitingClients: waiting.length }),
  };
}
