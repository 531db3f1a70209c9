import type { CallMessage } from './message.ts';
import { firstLines } from './output.ts';
import type { RunEnd } from './run_end.ts';
import { createTimes } from './times.ts';
import { type RunOptions, startProcess, type WorkerProcess } from './worker_process.ts';

/** What runs the handlers of calls: processes that are started when they are needed, and kept. */
export interface CallWorkers {
  /** Waits for a turn, in a share of the caller. Null when too many wait. */
  enter(share: string): Promise<CallPlace | null>;
  /** How many calls have a turn. */
  atWork(): number;
  /** How many processes there are. */
  processes(): number;
  /** Ends all processes. */
  close(): Promise<void>;
}

/** The turn of a call. */
export interface CallPlace {
  /** Runs a handler, with so much memory. A call whose transaction is repeated runs it again. */
  run(call: Omit<CallMessage, 'kind' | 'id' | 'behind'>, megabytes: number, options: RunOptions): Promise<RunEnd>;
  /** Ends the turn, once the process can take another call. */
  leave(): Promise<void>;
}

/** Ends a turn. */
type Leave = () => void;

export interface CallWorkersOptions {
  /** How many calls run at a time, each in a process of its own. */
  readonly places: number;
  /** Gives no more turns at a time. */
  readonly turns: { enter(share: string, kind: 'short'): Leave | null | Promise<Leave | null> };
  /** The client of the service, in TypeScript. It is asked for once, at the first call. */
  readonly client: () => Promise<string>;
}

export function createCallWorkers({ places, turns, client }: CallWorkersOptions): CallWorkers {
  const idle = new Set<WorkerProcess>();
  const all = new Set<WorkerProcess>();
  const times = createTimes();
  let text: Promise<string> | null = null;
  let atWork = 0;
  let isClosed = false;

  const forget = (process: WorkerProcess): void => {
    idle.delete(process);
    all.delete(process);
  };

  const drop = async (process: WorkerProcess): Promise<void> => {
    forget(process);
    await process.end();
  };

  /** A process for a call; null to start one. */
  const find = (megabytes: number, mayWait: boolean): WorkerProcess | null => {
    // Calls that are soon done share a process: it wakes up once for several of them.
    const shared = mayWait ? [...all].find((each) => each.megabytes === megabytes && each.mayWait()) : undefined;
    if (shared !== undefined) return shared;
    // V8 has compiled most in the one that was busy last.
    const known = [...idle].findLast((each) => each.megabytes === megabytes) ?? null;
    if (known !== null) idle.delete(known);
    return known;
  };

  /** A process with another limit of memory makes room. */
  const start = async (megabytes: number): Promise<WorkerProcess> => {
    text ??= client();
    const source = await text;
    const [other] = idle;
    if (other !== undefined && all.size >= places) await drop(other);
    const started = startProcess(source, megabytes);
    all.add(started);
    // It may end while it has no call, too.
    started.ended.then(() => forget(started));
    return started;
  };

  const giveBack = async (process: WorkerProcess): Promise<void> => {
    if (process.calls() > 0) return;
    if (process.isClean() && all.has(process)) idle.add(process);
    else await drop(process);
  };

  return {
    enter: async (share) => {
      const leave = await turns.enter(share, 'short');
      if (leave === null) return null;
      atWork += 1;
      let last: Promise<void> | null = null;
      return {
        run: async (call, megabytes, options) => {
          const isShort = times.isShort(call.file);
          const given = { ...options, tellLine: firstLines(options.tellLine), isShort };
          for (let mayWait = isShort; ; mayWait = false) {
            if (last !== null) await last;
            const process = find(megabytes, mayWait) ?? (await start(megabytes));
            const end = await process.run(call, given);
            last = giveBack(process);
            if (end !== null) times.note(call.file, end);
            if (end !== null || isClosed) return end ?? { kind: 'ended', how: 'the service stops' };
          }
        },
        leave: async () => {
          await last;
          atWork -= 1;
          leave();
        },
      };
    },
    atWork: () => atWork,
    processes: () => all.size,
    close: async () => {
      isClosed = true;
      await Promise.all([...all].map(drop));
    },
  };
}
