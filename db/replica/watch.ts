import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database.ts';
import type { Outcome } from '../statement.ts';
import { type Position, readPosition } from './position.ts';
import type { PrimaryLog } from './primary_log.ts';
import { systemOf } from './system.ts';

/** What is known of a replica. */
export interface Watch {
  /** Why nothing may be read there now, in words; null if it may. */
  obstacle(): string | null;
  /** How old what it shows may be at most; null until it is known. */
  lagMilliseconds(): number | null;
  /** Whether it is known to have replayed everything in front of a position. */
  hasReplayed(position: Position): boolean;
  /** Waits so long until it has. */
  replays(position: Position, milliseconds: number): Promise<boolean>;
  close(): Promise<void>;
}

/** What a replica is held to, and whom to tell what. */
export interface WatchOptions {
  readonly log: PrimaryLog;
  readonly lookMilliseconds: number;
  /** A replica that may lag more is left out. */
  readonly mostLagMilliseconds: number;
  /** Why the replica cannot serve what the process serves, in words; null if it can. It is asked when the replica comes. */
  readonly misfit: (replica: Database) => Promise<string | null>;
  /** Called when the replica says nothing any more: what waits for its answer may give up. */
  readonly fellSilent: () => void;
  /** Called when the replica is left out, with the reason; and with null when it is taken back. */
  readonly changed: (obstacle: string | null) => void;
}

/** A replica that has not answered for so long is left out. */
const silentMilliseconds = 1000;
/** So long a standby may be without its primary, or on another timeline, while it connects again. */
const reconnectMilliseconds = 200;
/** Between two looks while somebody waits for what the replica has not replayed yet. */
const waitMilliseconds = 4;
/** So long after the start nobody hears about a replica that is not usable yet. */
const startMilliseconds = 2000;

const look = {
  name: 'replica_look',
  // Of the receiver, a role without rights sees the row, and null in it.
  text: 'select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() as position, receiver.pid is not null as receives, receiver.received_tli as timeline from (select) as request left join pg_stat_wal_receiver as receiver on true',
  values: [],
};

/** Watches a replica by a small statement at each look, until it is closed. */
export function watchReplica(database: Database, options: WatchOptions): Watch {
  const { log, mostLagMilliseconds } = options;
  const begin = performance.now();
  let found: string | null = 'it has not answered yet';
  let position: Position | null = null;
  /** The latest time of which it is known that all that was committed by then is there. */
  let freshAt: number | null = null;
  let isKnown = false;
  const alone = createPatience();
  const astray = createPatience();

  const lag = (): number | null => (freshAt === null ? null : performance.now() - freshAt);
  const obstacle = (): string | null => {
    if (found !== null) return found;
    const most = lag();
    if (most !== null && most <= mostLagMilliseconds) return null;
    return `it may lag by more than ${mostLagMilliseconds / 1000} s`;
  };

  const judge = async (outcome: Outcome | null): Promise<string | null> => {
    if (outcome === null) {
      options.fellSilent();
      return 'it does not answer';
    }
    if (!outcome.ok) return outcome.error.sqlstate === '57P03' ? 'it is starting or stopping' : 'it does not answer';
    const [{ standby = null, position: text = null, receives = null, timeline = null } = {}] = outcome.rows;
    if (standby !== 't') return 'it is not a standby';
    position = readPosition(text ?? '');
    if (position === null) return 'it has replayed nothing';
    const time = log.timeOf(position);
    if (time !== null && (freshAt === null || time > freshAt)) freshAt = time;
    const cluster = log.cluster();
    if (alone.isOver(receives !== 't')) return 'it receives nothing from a primary';
    const isAstray =
      cluster !== null && timeline !== null && Number(timeline) !== Number.parseInt(cluster.timeline, 16);
    if (astray.isOver(isAstray)) return 'it follows another timeline than the primary';
    if (isKnown) return null;
    if (cluster === null) return 'the primary does not answer';
    const isOfCluster = (await systemOf(database))?.identifier === cluster.identifier;
    const misfit = isOfCluster ? await options.misfit(database) : 'it is of another cluster';
    isKnown = misfit === null;
    return misfit;
  };

  let looking: Promise<void> | null = null;
  const lookOnce = async (): Promise<void> => {
    const outcome = await answerInTime(database.read(look));
    // It may come back as another server.
    if (outcome === null || !outcome.ok) isKnown = false;
    found = await judge(outcome);
    if (found !== null) position = null;
    tell(obstacle());
  };
  const lookTogether = (): Promise<void> => {
    looking ??= lookOnce().finally(() => {
      looking = null;
    });
    return looking;
  };

  let isUsed: boolean | null = null;
  const tell = (now: string | null): void => {
    const isUsable = now === null;
    if (isUsed === isUsable || (isUsed === null && !isUsable && performance.now() - begin < startMilliseconds)) return;
    if (isUsed !== null || !isUsable) options.changed(now);
    isUsed = isUsable;
  };

  const closing = new AbortController();
  const { signal } = closing;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await lookTogether();
      await delay(options.lookMilliseconds, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  const hasReplayed = (wanted: Position): boolean => position !== null && position >= wanted;
  return {
    obstacle,
    lagMilliseconds: lag,
    hasReplayed,
    replays: async (wanted, milliseconds) => {
      const deadline = performance.now() + milliseconds;
      while (!hasReplayed(wanted)) {
        const left = deadline - performance.now();
        if (left <= 0 || obstacle() !== null) return false;
        await Promise.race([lookTogether(), delay(left)]);
        if (!hasReplayed(wanted)) await delay(Math.min(left, waitMilliseconds));
      }
      return true;
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

/** The answer; null if it does not come soon enough. */
async function answerInTime(asked: Promise<Outcome>): Promise<Outcome | null> {
  const waited = new AbortController();
  const { signal } = waited;
  try {
    return await Promise.race([asked, delay(silentMilliseconds, null, { signal, ref: false })]);
  } finally {
    waited.abort();
  }
}

/** Whether something has lasted too long, and was seen more than once. */
function createPatience(): { isOver(isThere: boolean): boolean } {
  let since: number | null = null;
  return {
    isOver: (isThere) => {
      if (!isThere) {
        since = null;
        return false;
      }
      since ??= performance.now();
      return performance.now() - since >= reconnectMilliseconds;
    },
  };
}
