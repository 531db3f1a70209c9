import type { ClientOptions } from './session.ts';

export interface SessionOptions {
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
