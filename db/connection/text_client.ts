import pg from 'pg';
import type { Row, Statement, Success } from '../statement.ts';
import { cancelStatement } from './cancel.ts';
import { ConnectionError } from './connection_error.ts';
import { connectionOf } from './own_connection.ts';
import { isForgotten, preparedStatements } from './prepared_statements.ts';
import { type ClientOptions, openSession } from './session.ts';
import { transactionSettings } from './transaction_settings.ts';
import type { Part } from './wire/round.ts';
import { createWire } from './wire/wire.ts';

/** A connection on which every column stays the text that PostgreSQL sent. */
export interface TextClient {
  /**
   * Runs statements in one round trip and, outside of an explicit transaction, in one transaction. Their messages go out
   * together with one Sync behind all of them (PostgreSQL manual, 53.2.4). Each has its own snapshot, so a statement sees
   * rows that were committed while the one before it waited for a lock. If one fails, those behind it do not run. One alone,
   * without values and name, uses the simple protocol: its text may hold several statements, and the answer is that of the last.
   * @throws ConnectionError for a connection that is lost.
   */
  run(statements: readonly TextStatement[], how?: How): Promise<Answers>;
  /** Stops reading from the connection, on which PostgreSQL waits, and goes on. */
  pause(): void;
  resume(): void;
  /** Ends the running statement, and loses the connection. */
  cancel(): Promise<void>;
  isLost(): boolean;
  end(): Promise<void>;
}

type TextStatement = Pick<Statement, 'text' | 'values' | 'name' | 'bytesOf'>;

/** How statements are run. */
interface How {
  /** How many times answerTimeoutMilliseconds their answer may take; once when left out. */
  readonly patience?: number;
  /** Gets the rows of the last one as they come, which are then in no answer. */
  readonly take?: (row: Row) => void;
}

interface Answers {
  /** Of the statements that have run. */
  readonly answers: readonly Success[];
  /** Why the next one has not. */
  readonly refusal: pg.DatabaseError | null;
}

interface TextClientOptions extends ClientOptions {
  /** Whether a statement is sent while others are still to be answered. Each is a transaction of its own. */
  readonly pipeline: boolean;
}

// Node's timers count in 32 bits.
const longestTimer = 2_147_483_647;
/** After PostgreSQL has forgotten a prepared statement, which its pooler still believes to be there. */
const unnamedMilliseconds = 1_000;

/**
 * Opens a connection to a PostgreSQL URL; `lost` is told when it breaks.
 * @throws ConnectionError
 */
export async function openTextClient(
  url: string,
  { took, pipeline, ...options }: TextClientOptions,
  lost: () => void,
): Promise<TextClient> {
  let isLost = false;
  const client = await openSession(url, options, () => {
    isLost = true;
    lost();
  }).catch((error: unknown) => {
    throw new ConnectionError(error as Error);
  });
  const prepared = preparedStatements();
  const settings = transactionSettings(options);
  const isPreparing = options.pooler?.prepares ?? true;
  const wire = createWire(client, {
    messageBytes: options.messageBytes,
    prepared,
    gathers: pipeline,
    // Another session may have tables that were changed meanwhile.
    keepsColumns: settings === null,
  });
  const { stream } = connectionOf(client);
  let namedAgain = 0;
  let free = 0;

  const partOf = ({ text, values, name, bytesOf }: TextStatement): Part => {
    const isNamed = name !== undefined && isPreparing && (namedAgain === 0 || performance.now() >= namedAgain);
    return { text, values, prepared: isNamed ? prepared.keep(name, text) : null, bytesOf: bytesOf ?? null };
  };

  /** What is sent: behind a pooler, a transaction begins with its settings. */
  const composed = (statements: readonly TextStatement[], isWhole: boolean): Composed => {
    const begins = settings === null || wire.isWithin() ? null : settings;
    const [only] = statements;
    const isSimple =
      isWhole && statements.length === 1 && only !== undefined && only.name === undefined && only.values.length === 0;
    if (begins === null) return { parts: statements.map(partOf), isSimple, added: 0, shift: 0 };
    // It may be several statements, which only the simple protocol takes.
    if (isSimple) {
      const text = `${begins.text}; ${only.text}`;
      return {
        parts: [{ text, values: [], prepared: null, bytesOf: null }],
        isSimple,
        added: 0,
        shift: begins.text.length + 2,
      };
    }
    return { parts: [begins, ...statements].map(partOf), isSimple, added: 1, shift: 0 };
  };

  const note = (statements: readonly TextStatement[], parts: readonly Part[], sent: number): void => {
    const answered = performance.now();
    const name = statements.at(-1)?.name;
    // Of several statements, nothing tells the time of one.
    const isTimed = statements.length <= 2 && (settings !== null || parts.at(-1)?.prepared !== null);
    if (name !== undefined && isTimed) took(name, answered - Math.max(sent, free));
    free = answered;
  };

  /** Whether statements that PostgreSQL did not know may be sent once more. They are prepared again in any case. */
  const prepareAgain = (parts: readonly Part[]): boolean => {
    if (settings !== null) namedAgain = performance.now() + unnamedMilliseconds;
    if (wire.isWithin()) {
      prepared.forgetAll();
      return false;
    }
    for (const part of parts) if (part.prepared !== null) part.prepared.isSent = false;
    return true;
  };

  return {
    run: (statements, { patience = 1, take } = {}) =>
      new Promise((resolve, reject) => {
        const send = (isAgain: boolean): void => {
          const { parts, isSimple, added, shift } = composed(statements, take === undefined);
          const sent = performance.now();
          wire.send({
            parts,
            isSimple,
            patience: Math.min(patience * options.answerTimeoutMilliseconds, longestTimer),
            take: take ?? null,
            done: (error, answers) => {
              note(statements, parts, sent);
              const own = added === 0 ? answers : answers.slice(added);
              if (error === null) resolve({ answers: own, refusal: null });
              else if (!(error instanceof pg.DatabaseError)) reject(new ConnectionError(error));
              // Prepared and run in one turn, it cannot fail so again; behind a pooler, without a name.
              else if (isForgotten(error.code) && prepareAgain(parts) && !isAgain) send(true);
              else resolve({ answers: own, refusal: movedBack(error, shift) });
            },
          });
        };
        send(false);
      }),
    pause: () => {
      stream.pause();
    },
    resume: () => {
      stream.resume();
    },
    cancel: () => {
      stream.pause();
      return new Promise((resolve) =>
        cancelStatement(client, () => {
          stream.destroy();
          resolve();
        }),
      );
    },
    isLost: () => isLost || stream.destroyed,
    end: async () => {
      // pg does not know of what is in flight.
      if (wire.isBusy()) stream.destroy();
      await client.end();
    },
  };
}

interface Composed {
  readonly parts: readonly Part[];
  readonly isSimple: boolean;
  /** How many of the first parts the caller does not know of. */
  readonly added: number;
  /** How many characters stand before the text of the caller. */
  readonly shift: number;
}

/** An error that says where it is in the text of the caller. */
function movedBack(error: pg.DatabaseError, shift: number): pg.DatabaseError {
  if (shift > 0 && error.position !== undefined) error.position = String(Number(error.position) - shift);
  return error;
}
