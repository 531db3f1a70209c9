import pg from 'pg';
import { ConnectionError } from 'slonik';
import type { Row } from '../statement.ts';
import { type Answered, type PgQuery, pgQuery, type QueryText } from './pg_query.ts';
import { connectionOf, isForgotten, preparedStatements } from './prepared_statements.ts';
import { Sequence } from './sequence.ts';
import { type ClientOptions, openSession } from './session.ts';
import { transactionSettings } from './transaction_settings.ts';

/** A connection on which every column stays the text that PostgreSQL sent. */
export interface TextClient {
  end(): Promise<void>;
  /**
   * Runs a statement, and others before it in the same transaction and round trip (see Sequence). Throws pg's errors
   * with all their fields, and ConnectionError for a lost connection. Without values and name, the simple protocol is
   * used: one text may hold several statements, and the answer is the answer of the last.
   */
  query(statement: TextStatement): Promise<TextAnswer>;
}

export interface TextStatement {
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
  readonly name?: string | undefined;
  readonly before?: Before | undefined;
  /** How many times answerTimeoutMilliseconds its answer may take; once when left out. */
  readonly patience?: number | undefined;
  /** Whether a transaction is open, which has its settings. */
  readonly isWithin?: boolean | undefined;
}

/** Statements that run before another. */
interface Before {
  readonly statements: readonly Pick<TextStatement, 'text' | 'values' | 'name'>[];
  /** Gets the answers of the statements that were run, before the answer or the error of the whole. */
  readonly answered: (answers: readonly TextAnswer[]) => void;
  /** Whether the first of them begins a transaction, which the failure of another one aborts. */
  readonly begins: boolean;
}

export interface TextAnswer {
  readonly command: string;
  readonly rows: Row[];
  readonly rowCount: number | null;
}

interface TextClientOptions extends ClientOptions {
  /** Whether a statement is sent while others are still to be answered. Each is a transaction of its own. */
  readonly pipeline: boolean;
}

// pg's own words for a statement that query_timeout ends: it has no code for it.
const unanswered = 'Query read timeout';
// PostgreSQL's protocol, 54.7, ReadyForQuery: no transaction is open.
const idle = 'I';
// Node's timers count in 32 bits.
const longestTimer = 2_147_483_647;
/** After PostgreSQL has forgotten a prepared statement, which its pooler still believes to be there. */
const unnamedMilliseconds = 1_000;

/** Opens a connection to a PostgreSQL URL; `lost` is told when it breaks. */
export async function openTextClient(
  url: string,
  { took, ...options }: TextClientOptions,
  lost: (error: ConnectionError) => void,
): Promise<TextClient> {
  let isLost = false;
  const client = await openSession(url, options, (error) => {
    isLost = true;
    lost(new ConnectionError(error.message, { cause: error }));
  });
  const prepared = preparedStatements(client);
  const gather = options.pipeline ? gatherWrites(client) : () => {};
  const settings = transactionSettings(options);
  const isPreparing = options.pooler?.prepares ?? true;
  let namedAgain = 0;
  let free = 0;

  /** Closes statements that PostgreSQL is to let go of, in the same packet. */
  const submit = (query: PgQuery | Sequence, names: readonly string[]): void => {
    if (prepared.areReady(names)) {
      client.query(query);
      return;
    }
    const { stream } = connectionOf(client);
    stream.cork();
    try {
      prepared.close(names);
      client.query(query);
    } finally {
      stream.uncork();
    }
  };

  const textOf = ({ text, values, name }: Omit<TextStatement, 'before'>): QueryText => {
    const isNamed = name && isPreparing && performance.now() >= namedAgain && prepared.keep(name, text);
    return { text, values, name: isNamed ? name : undefined };
  };

  /** What is sent for a statement: behind a pooler, a transaction begins with its settings. */
  const composed = ({ text, values, name, before, isWithin = false }: TextStatement): Composed => {
    // pg may not know the state of the transaction yet, where a statement of it has failed.
    const begins = isWithin ? null : settings;
    // It may be several statements, which only the simple protocol takes.
    if (begins !== null && before === undefined && !name && !values?.length)
      return {
        earlier: [],
        last: textOf({ text: `${begins.text}; ${text}` }),
        added: 0,
        shift: begins.text.length + 2,
      };
    const own = before?.statements ?? [];
    const earlier = (begins === null ? own : [begins, ...own]).map(textOf);
    return { earlier, last: textOf({ text, values, name }), added: earlier.length - own.length, shift: 0 };
  };

  return {
    end: () => client.end(),
    query: async (statement) => {
      const { before, name, patience = 1 } = statement;
      let names: readonly string[] = [];
      let sent = 0;
      const send = () =>
        new Promise<Answer>((resolve, reject) => {
          const { earlier, last, added, shift } = composed(statement);
          names = [...new Set([...earlier, last].map((each) => each.name))].filter((each) => each !== undefined);
          const answered: Answered = (error, answer) => {
            if (query instanceof Sequence) before?.answered(query.answers.slice(added));
            if (error) reject(movedBack(error, shift));
            else resolve(answer as Answer);
          };
          gather();
          sent = performance.now();
          const one = pgQuery(last, answered);
          const query: PgQuery | Sequence = earlier.length > 0 ? new Sequence(earlier, one) : one;
          if (patience > 1) query.query_timeout = Math.min(patience * options.answerTimeoutMilliseconds, longestTimer);
          submit(query, names);
        });
      // Prepared and run in one turn, it cannot fail so again; behind a pooler, without a name.
      const sendAgain = (error: unknown) => {
        if (!(error instanceof pg.DatabaseError) || !isForgotten(error.code)) throw error;
        if (settings !== null) namedAgain = performance.now() + unnamedMilliseconds;
        const isAlone = client.getTransactionStatus() === idle && !before?.begins;
        prepared.forget(isAlone ? names : 'all');
        if (isAlone) return send();
        throw error;
      };
      try {
        return lastOf(await send().catch(sendAgain));
      } catch (error) {
        if (!(error instanceof Error) || error instanceof pg.DatabaseError) throw error;
        if (!isLost && error.message !== unanswered) throw error;
        throw new ConnectionError(error.message, { cause: error });
      } finally {
        const answered = performance.now();
        // Of several statements, nothing tells the time of one.
        const isTimed = name && (names.includes(name) || settings !== null) && (before?.statements.length ?? 0) < 2;
        if (isTimed) took(name, answered - Math.max(sent, free));
        free = answered;
      }
    },
  };
}

interface Composed {
  readonly earlier: readonly QueryText[];
  readonly last: QueryText;
  /** How many of the earlier statements the caller does not know of. */
  readonly added: number;
  /** How many characters stand before the text of the caller. */
  readonly shift: number;
}

/** An error that says where it is in the text of the caller. */
function movedBack(error: Error, shift: number): Error {
  if (shift > 0 && error instanceof pg.DatabaseError && error.position !== undefined)
    error.position = String(Number(error.position) - shift);
  return error;
}

type Answer = pg.QueryResult<Row> | pg.QueryResult<Row>[];

function lastOf(answer: Answer): TextAnswer {
  return Array.isArray(answer) ? (answer.at(-1) as TextAnswer) : answer;
}

/** What is sent within one turn of the event loop goes out in one packet, or as few as it takes. */
function gatherWrites(client: pg.Client): () => void {
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    const { stream } = connectionOf(client);
    stream.cork();
    setImmediate(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}
