import type { Socket } from 'node:net';
import { channelFile, openChannel } from './channel.ts';
import { startChild } from './child.ts';
import { clock } from './clock.ts';
import type { CallMessage, FromWorker, ServiceRequest, ServiceResponse, ToWorker } from './message.ts';
import { gatherLines, type TellLine, whenRead } from './output.ts';
import { endOf, type RunEnd } from './run_end.ts';

/** Answers a request of a handler. It never rejects. */
type SendRequest = (request: ServiceRequest) => Promise<ServiceResponse>;

export interface RunOptions {
  readonly milliseconds: number;
  readonly send: SendRequest;
  /** Told each line that the handler writes. */
  readonly tellLine: TellLine;
}

interface ProcessOptions extends RunOptions {
  /** Whether the handler is thought to be soon over, so that others may wait for it. */
  readonly isShort: boolean;
}

/** A process that runs handlers, one call at a time. */
export interface WorkerProcess {
  readonly megabytes: number;
  /**
   * Runs a handler. The end comes when no request of the handler is at work any more. A call that has to wait for another one
   * in the process may come back as null: then it was not begun.
   */
  run(call: Omit<CallMessage, 'kind' | 'id' | 'behind'>, options: ProcessOptions): Promise<RunEnd | null>;
  /** Whether a call may wait here: there are others, and they are thought to be short. */
  mayWait(): boolean;
  /** How many calls it has. */
  calls(): number;
  /** Whether it can take another call: nothing of the last one goes on. */
  isClean(): boolean;
  /** Ends it at once. */
  end(): Promise<void>;
  /** Resolves when it has ended, by itself too. */
  readonly ended: Promise<unknown>;
}

/** A call in the line of the process. */
interface Told {
  readonly id: number;
  readonly options: ProcessOptions;
  /** When it is given back, unless it is at work then. */
  readonly beginBy: number;
  /** Of its handler, at work. */
  readonly requests: Set<Promise<unknown>>;
  readonly finish: (end: RunEnd | null) => void;
}

/** A process that is not ready by then never is. */
const startMilliseconds = 20_000;

/** A call waits no longer for the one before it in its process. */
const waitMilliseconds = 20;

/**
 * Behind a call that may take no longer, nobody waits. So what waits behind a call that is ended for its time was given back
 * before.
 */
const hurriedMilliseconds = 50;

/** Starts a process with this much memory for a call, and the client of the service, in TypeScript. */
export function startProcess(client: string, megabytes: number): WorkerProcess {
  const child = startChild(megabytes);
  const ready = Promise.withResolvers<boolean>();
  const exited = Promise.withResolvers<string>();
  let latest = 0;
  /** The first one is at work, the others wait for it. */
  const line: Told[] = [];
  let isReady = false;
  let isClean = false;
  /** Whether calls were given back because the one at work takes long. */
  let isStuck = false;
  let begun = 0;
  let tellLine: TellLine = () => {};
  let limit: NodeJS.Timeout | undefined;
  let isWatched = false;
  /** Ends the first in the line, whose end was told, once its lines are read. */
  let endTold: (() => void) | null = null;
  const [output, error] = [child.stdout as Socket, child.stderr as Socket];

  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited.promise;
  };

  const answer = async (id: number, number: number, request: ServiceRequest): Promise<void> => {
    const [first] = line;
    if (first?.id !== id) return;
    const sent = first.options.send(request);
    first.requests.add(sent);
    const response = await sent;
    first.requests.delete(sent);
    if (line[0] === first) channel.tell({ kind: 'response', id, number, response });
  };

  /** The first in the line is at work from now on. */
  const begin = (): void => {
    const [first] = line;
    if (first === undefined) return;
    isClean = false;
    isStuck = false;
    tellLine = first.options.tellLine;
    begun = clock();
    limit = setTimeout(() => {
      // An end that was told by then is read before.
      setImmediate(() => {
        if (line[0] !== first) return;
        finish({ kind: 'late' });
        void kill();
      });
    }, first.options.milliseconds);
  };

  const finish = (end: RunEnd): void => {
    clearTimeout(limit);
    endTold = null;
    line.shift()?.finish(end);
    if (isClean) begin();
    else giveBack(0);
  };

  /** Those from this place on are not begun here. */
  const giveBack = (place: number): void => {
    for (const { finish: leave } of line.splice(place)) leave(null);
  };

  /** Gives back who has waited for too long. */
  const watch = (): void => {
    isWatched = true;
    setTimeout(() => {
      const now = clock();
      // As above: what waits behind an end has perhaps begun.
      setImmediate(() => {
        isWatched = false;
        const place = line.findIndex(({ beginBy }, at) => at > 0 && beginBy < now);
        if (place > 0) {
          isStuck = true;
          giveBack(place);
        }
        if (line.length > 1) watch();
      });
    }, waitMilliseconds).unref();
  };

  const socket = child.stdio[channelFile] as Socket;
  const channel = openChannel<ToWorker, FromWorker>(socket, (message) => {
    if (message.kind === 'ready') {
      isReady = true;
      return ready.resolve(true);
    }
    const place = line.findIndex(({ id }) => id === message.id);
    // The lines of the call before it may still be unread.
    if (message.kind === 'left' && place > 0) return giveBack(place);
    if (place !== 0) return;
    switch (message.kind) {
      case 'request':
        void answer(message.id, message.number, message.request);
        return;
      case 'left':
        // So are those that waited for it.
        clearTimeout(limit);
        isClean = true;
        giveBack(0);
        return;
      default: {
        const end = (): void => {
          if (endTold !== end) return;
          isClean = message.isClean && isReady;
          finish(endOf(message));
        };
        endTold = end;
        whenRead(output, message.written.output, () => whenRead(error, message.written.error, end));
      }
    }
  });
  // Nothing can be told to it any more.
  socket.once('close', () => child.kill('SIGKILL'));
  const gone = (how: string): void => {
    ready.resolve(false);
    isReady = false;
    isClean = false;
    exited.resolve(how);
    endTold?.();
    finish({ kind: 'ended', how });
  };
  child.once('exit', (code, signal) => {
    const end = () => gone(signal ?? `exit ${code}`);
    // What it has told last may still be unread.
    if (socket.closed) end();
    else socket.once('close', end);
  });
  child.on('error', ({ message }) => {
    // One that did not start does not exit.
    if (child.pid === undefined) gone(message);
  });
  gatherLines(output, (text) => tellLine('info', text));
  gatherLines(error, (text) => tellLine('error', text));

  /** What is told in one turn of the event loop goes out at once. */
  const gather = (): void => {
    if (socket.writableCorked > 0) return;
    socket.cork();
    setImmediate(() => socket.uncork());
  };

  channel.tell({ kind: 'open', client, megabytes });
  return {
    megabytes,
    run: async (call, options) => {
      if (!isReady) {
        const late = setTimeout(() => ready.resolve(false), startMilliseconds);
        const isThere = await ready.promise;
        clearTimeout(late);
        if (!isThere) {
          await kill();
          return { kind: 'ended', how: `${await exited.promise} before it was ready` };
        }
      }
      latest += 1;
      const { promise, resolve } = Promise.withResolvers<RunEnd | null>();
      const beginBy = clock() + waitMilliseconds;
      const requests = new Set<Promise<unknown>>();
      const before = line.at(-1);
      line.push({ id: latest, options, beginBy, requests, finish: resolve });
      gather();
      const behind = before === undefined ? null : { id: before.id, beginBy };
      channel.tell({ kind: 'call', id: latest, behind, ...call });
      if (before === undefined) begin();
      else if (!isWatched) watch();
      const end = await promise;
      if (requests.size > 0) await Promise.all(requests);
      return end;
    },
    mayWait: () => line.length > 0 && !isStuck && clock() - begun < waitMilliseconds && line.every(isSoonOver),
    calls: () => line.length,
    isClean: () => isClean,
    end: kill,
    ended: exited.promise,
  };
}

function isSoonOver({ options }: Told): boolean {
  return options.isShort && options.milliseconds > hurriedMilliseconds;
}
