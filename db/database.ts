import { LRUCache } from 'lru-cache';
import { failure } from './connection/attempt.ts';
import { queryOn, requireWritable, sessionOn, transact } from './connection/connection.ts';
import { type CopySession, openCopySession } from './connection/copy_session.ts';
import { type Listening, listen, poll } from './connection/listen.ts';
import { createPipeline } from './connection/pipeline.ts';
import { createPool } from './connection/pool.ts';
import { createRowStreams, type StreamRows } from './connection/row_stream.ts';
import type { Pooler } from './connection/session.ts';
import { sessionOptions } from './connection/session_options.ts';
import { openTextClient } from './connection/text_client.ts';
import { turnRefused } from './database_error.ts';
import { createDurations } from './duration.ts';
import { createFairShare } from './fair_share.ts';
import { createQuickReads, quickMilliseconds } from './quick_reads.ts';
import type { Failure, Query, Session } from './statement.ts';

/** What the pool of connections is at. */
interface Load {
  /** Busy connections, and statements that wait for one. */
  readonly active: number;
  readonly idle: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
}

/** What one of those who use the database asks for, in their own share of its connections. */
export interface Share extends Session {
  /**
   * The same as `query`, for a statement that only reads. Where it has been soon done so far, it shares a connection with
   * others and does not wait for their answers (see quick_reads.ts).
   */
  readonly read: Query;
  /**
   * Runs a statement that reads, without statement timeout, and hands out its rows as they come: the next ones when
   * `take` has ended. If `take` throws, or the signal aborts, the statement ends and the reason is thrown. Stalled is
   * thrown if PostgreSQL gives no row for too long. Each has its own connection: the caller bounds their number.
   */
  readonly stream: StreamRows;
}

/** A pool of connections. Its own query, read and transaction are in the share of the service itself. */
export interface Database extends Share {
  /** The share of somebody else: of an identity, or of a part of the service whose statements may be long. */
  share(name: string): Share;
  /**
   * Runs a text of several statements, which may begin and commit by itself. It uses its own connection without
   * statement timeout, so nothing is left behind.
   * @throws PostgreSQL's error (see databaseError).
   * @throws SessionNeeded
   */
  script(text: string): Promise<void>;
  /**
   * Runs `work` on its own connection without statement timeout, so that a lock of the session holds from one statement
   * to the next. A lost connection is not replaced: every later statement fails.
   * @throws SessionNeeded
   */
  session<T>(work: (session: Session) => Promise<T>): Promise<T | Failure>;
  /**
   * A connection of its own without statement timeout, into whose tables rows can be copied. The caller closes it.
   * @throws SessionNeeded
   */
  copySession(): Promise<CopySession>;
  readonly load: () => Load;
  /** Whether the database answers and takes writes. A connection to a server that takes none is given up. */
  isWritable(): Promise<boolean>;
  /**
   * Hears the notifications of a channel on a connection of its own, until that is closed. Where no connection keeps its
   * session, `heard` gets null every second (see listen.ts).
   */
  listen(channel: string, heard: (payload: string | null) => void): Listening;
  /** Waits for what is running, then disconnects. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly maximumConnections: number;
  /** 0 for no timeout. */
  readonly statementTimeoutSeconds: number;
  /** Bytes that an answer may have. A connection that gets a message of many more is lost. */
  readonly responseBytes?: number;
  /** Bytes of temporary files that a statement may write; as the server is configured when left out. */
  readonly temporaryBytes?: number;
  /** The pooler between this process and PostgreSQL; none, or one that gives each connection its own session, when left out. */
  readonly pooler?: Pooler | undefined;
  /** How shares are bounded; each may take all connections when left out. */
  readonly shares?: {
    /** Running statements of one share; statements that are known to be short do not count. */
    readonly statements: number;
    /** Statements that may wait for a connection. */
    readonly waiting: number;
  };
}

/** The work needs a connection that keeps its session, and there is only a pooler that gives each transaction another one. */
export class SessionNeeded extends Error {
  constructor() {
    super('no URL leads to a session that is kept');
  }
}

/** The share of the service itself. Its statements count as short, except for the ones with a share of their own. */
const ownShare = '';

/**
 * How long all statements of a share count as long after one that looked short was ended on a shared connection, or was
 * really long. A busy moment of the database can cause the first.
 */
const suspicionMilliseconds = 1000;
const distrustMilliseconds = 10_000;

/** What is known to be short takes less, locks that it waits for included. */
const overrunMilliseconds = 1000;

/**
 * Opens a pool of connections to a PostgreSQL URL (postgresql://user:password@host:port/database?sslmode=...). The first
 * statement connects, not this: a database that is away is a failure of that statement.
 */
export async function connect(url: string, options: DatabaseOptions): Promise<Database> {
  const { maximumConnections, statementTimeoutSeconds, shares, responseBytes, temporaryBytes, pooler } = options;
  const bounds = { responseBytes, temporaryBytes, pooler };
  const timeoutMilliseconds = statementTimeoutSeconds * 1000;
  const durations = createDurations();
  const pool = createPool(url, maximumConnections, sessionOptions({ ...bounds, timeoutMilliseconds }, durations.note));
  const quickSession = { ...bounds, timeoutMilliseconds: quickMilliseconds, answerMilliseconds: timeoutMilliseconds };
  const pipeline = createPipeline(url, sessionOptions(quickSession, durations.note));
  const streams = createRowStreams(url, sessionOptions({ ...bounds, timeoutMilliseconds: 0 }));
  const distrusted = new LRUCache<string, true>({ max: 1000, ttl: distrustMilliseconds });
  const distrust = (share: string, ttl: number) => {
    if (share !== ownShare && distrusted.getRemainingTTL(share) < ttl) distrusted.set(share, true, { ttl });
  };
  const suspect = (share: string) => distrust(share, suspicionMilliseconds);
  const quick = createQuickReads(pipeline, durations, suspect);
  const turns =
    shares === undefined
      ? null
      : createFairShare({
          connections: maximumConnections,
          perShare: shares.statements,
          waiting: shares.waiting,
          patienceMilliseconds: timeoutMilliseconds,
        });
  const inTurn = async <T>(share: string, name: string | undefined, work: () => Promise<T>): Promise<T | Failure> => {
    if (turns === null) return work();
    const looksShort = share === ownShare || (name !== undefined && durations.isShort(name));
    const kind = looksShort && !distrusted.has(share) ? 'short' : 'long';
    const entered = turns.enter(share, kind);
    const leave = entered instanceof Promise ? await entered : entered;
    if (leave === null) return { ok: false, error: turnRefused };
    try {
      return await work();
    } finally {
      const milliseconds = leave();
      if (looksShort && milliseconds > overrunMilliseconds) distrust(share, distrustMilliseconds);
    }
  };
  const queryPool = queryOn(pool);
  const sessionUrl = pooler === undefined ? url : pooler.sessionUrl;
  const openOwn = () => {
    if (sessionUrl === null) throw new SessionNeeded();
    return openTextClient(sessionUrl, { ...sessionOptions({ timeoutMilliseconds: 0 }), pipeline: false }, () => {});
  };
  const shareOf = (share: string): Share => {
    const query: Query = (statement) => inTurn(share, statement.name, () => queryPool(statement));
    return {
      query,
      stream: streams.stream,
      read: async (statement) => {
        if (distrusted.has(share) || !quick.admits(share, statement)) return query(statement);
        return (await quick.run(share, statement)) ?? query(statement);
      },
      transaction: (work, name) =>
        inTurn(share, name, async () => {
          const begin = performance.now();
          const done = await transact(pool, work);
          if (name !== undefined) durations.note(name, performance.now() - begin);
          return done;
        }),
    };
  };
  return {
    ...shareOf(ownShare),
    share: shareOf,
    script: async (text) => {
      const own = await openOwn();
      try {
        const { refusal } = await own.run([{ text, values: [] }]);
        if (refusal !== null) throw refusal;
      } finally {
        await own.end();
      }
    },
    session: async (work) => {
      const own = await openOwn().catch(failure);
      if ('ok' in own) return own;
      try {
        return await work(sessionOn(own));
      } finally {
        await own.end();
      }
    },
    copySession: async () => {
      if (sessionUrl === null) throw new SessionNeeded();
      return openCopySession(sessionUrl);
    },
    listen: (channel, heard) => (sessionUrl === null ? poll(heard) : listen(sessionUrl, channel, heard)),
    isWritable: async () => {
      const asked = await inTurn(ownShare, undefined, () =>
        pool.connect(requireWritable).then(
          () => true,
          () => false,
        ),
      );
      return asked === true;
    },
    load: () => {
      const { waiting, ...load } = pool.load();
      return { ...load, waiting: waiting + (turns?.waiting() ?? 0) };
    },
    close: async () => {
      await Promise.all([pool.end(), pipeline.close(), streams.close()]);
    },
  };
}
