import type { Database } from '../database.ts';
import { endBefore, type Position, readPosition } from './position.ts';
import { type System, systemOf } from './system.ts';

/** How far the log of the primary was at which time, by the monotonic clock of this process. */
export interface PrimaryLog {
  /**
   * The end of the log now: all that was committed before the call is in front of it. Null if the primary does not answer. One
   * question serves all who ask while an earlier one is under way.
   */
  end(): Promise<Position | null>;
  /** The latest time at which everything was committed that is in front of a position; null for one that is too old to know. */
  timeOf(position: Position): number | null;
  /** The cluster whose log it is; null until the primary has said so. */
  cluster(): Cluster | null;
  close(): Promise<void>;
}

interface Cluster extends System {
  /** The timeline, in hexadecimal digits. */
  readonly timeline: string;
}

interface Sample {
  /** When the question was asked. */
  readonly time: number;
  readonly position: Position;
}

/** Between two samples that are kept. */
const betweenMilliseconds = 50;

const endStatement = {
  name: 'log_end',
  text: 'select pg_current_wal_insert_lsn() as position, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline',
  values: [],
};

/** Watches the log of the primary. Samples are kept for so many milliseconds, and taken at each call of `end`. */
export function watchPrimaryLog(
  database: Pick<Database, 'read'>,
  { keepMilliseconds, lookMilliseconds }: { readonly keepMilliseconds: number; readonly lookMilliseconds: number },
): PrimaryLog {
  const samples: Sample[] = [];
  let cluster: Cluster | null = null;
  let running: Promise<Position | null> | null = null;
  let next: Promise<Position | null> | null = null;

  const findCluster = async (timeline: string): Promise<Cluster | null> => {
    const system = await systemOf(database);
    return system && { ...system, timeline };
  };

  const ask = async (): Promise<Position | null> => {
    const time = performance.now();
    const outcome = await database.read(endStatement);
    const { position: text = null, timeline = null } = (outcome.ok && outcome.rows[0]) || {};
    const position = readPosition(text ?? '');
    // After a failover, another server answers, on another timeline.
    if (position === null || timeline !== cluster?.timeline) cluster = null;
    if (position === null || timeline === null) return null;
    cluster ??= await findCluster(timeline);
    if (cluster === null) return null;
    const end = endBefore(position, cluster.segmentBytes);
    keep({ time, position: end });
    return end;
  };

  const keep = (sample: Sample): void => {
    const last = samples.at(-1);
    if (last !== undefined && sample.time - last.time < betweenMilliseconds) return;
    samples.push(sample);
    const old = samples.findIndex(({ time }) => time > sample.time - keepMilliseconds);
    samples.splice(0, old);
  };

  const end = (): Promise<Position | null> => {
    if (running === null) {
      running = ask().finally(() => {
        running = null;
      });
      return running;
    }
    // The question under way may have been answered before what was committed since.
    next ??= running.then(() => {
      next = null;
      return end();
    });
    return next;
  };

  let isClosed = false;
  const timer = setInterval(() => void end(), lookMilliseconds).unref();
  void end();
  return {
    end: async () => (isClosed ? null : end()),
    timeOf: (position) => samples.findLast((sample) => sample.position <= position)?.time ?? null,
    cluster: () => cluster,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}
