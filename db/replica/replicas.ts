import type { Database } from '../database.ts';
import type { Position } from './position.ts';
import { watchPrimaryLog } from './primary_log.ts';
import { openReplica, type Replica } from './replica.ts';

/** The streaming standbys of a primary, and which of them reads may be sent to. */
export interface Replicas {
  readonly list: readonly Replica[];
  /**
   * The replica with the fewest statements in flight, of the ones that have replayed everything in front of a position. Waits
   * a moment for one that has not. Null if there is none: then the primary is read.
   */
  choose(after: Position | null): Promise<Replica | null>;
  /** The end of the log of the primary: everything that was committed before the call is in front of it. */
  end(): Promise<Position | null>;
  /** Disconnects the replicas, not the primary. */
  close(): Promise<void>;
}

export interface ReplicaOptions {
  /** Databases in the order in which people number them. */
  readonly databases: readonly Database[];
  readonly mostLagMilliseconds: number;
  /** Why a replica cannot serve what the process serves, in words; null if it can. */
  readonly misfit: (replica: Database) => Promise<string | null>;
  /** Told when a replica is left out or taken back. */
  readonly tell: (line: string) => void;
}

/** Between two looks at each server. */
const lookMilliseconds = 250;
/** So long a read waits for what its caller has written. */
const waitMilliseconds = 100;

/** Watches replicas of a primary until they are closed. */
export function openReplicas(
  primary: Pick<Database, 'read'>,
  { databases, mostLagMilliseconds, misfit, tell }: ReplicaOptions,
): Replicas {
  const log = watchPrimaryLog(primary, { keepMilliseconds: mostLagMilliseconds + 1000, lookMilliseconds });
  const list = databases.map((database, index) => {
    const number = index + 1;
    const changed = (obstacle: string | null) =>
      tell(obstacle === null ? `replica ${number} is read again` : `replica ${number} is left out: ${obstacle}`);
    return openReplica(number, database, { log, lookMilliseconds, mostLagMilliseconds, misfit, changed });
  });
  let turn = 0;
  const leastBusy = (some: readonly Replica[]): Replica | null => {
    turn += 1;
    // Among equals, each has its turn.
    const inTurn = some.map((_, index) => some[(index + turn) % some.length] as Replica);
    return inTurn.reduce<Replica | null>((least, each) => (least && least.busy() <= each.busy() ? least : each), null);
  };
  return {
    list,
    choose: async (after) => {
      const usable = list.filter(({ watch }) => watch.obstacle() === null);
      if (after === null || usable.length === 0) return leastBusy(usable);
      const reached = usable.filter(({ watch }) => watch.hasReplayed(after));
      if (reached.length > 0) return leastBusy(reached);
      return firstToReplay(usable, after);
    },
    end: log.end,
    close: async () => {
      await Promise.all([log.close(), ...list.map((each) => each.close())]);
    },
  };
}

async function firstToReplay(replicas: readonly Replica[], after: Position): Promise<Replica | null> {
  const waiting = replicas.map(async (each) => {
    if (await each.watch.replays(after, waitMilliseconds)) return each;
    throw new Error('not yet');
  });
  return Promise.any(waiting).catch(() => null);
}
