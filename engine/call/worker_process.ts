import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { channelFile, openChannel } from './channel.ts';
import type { CallMessage, FromWorker, ServiceRequest, ServiceResponse, Thrown, ToWorker } from './message.ts';
import { gatherLines, type TellLine } from './output.ts';

/** How a run of a handler ended. */
export type RunEnd =
  | { readonly kind: 'answer'; readonly text: string }
  | ({ readonly kind: 'thrown' } & Thrown)
  /** The handler returned before its requests were answered. */
  | { readonly kind: 'unanswered'; readonly requests: number }
  /** It took too long. */
  | { readonly kind: 'late' }
  /** The process ended. For the log: how. */
  | { readonly kind: 'ended'; readonly how: string };

/** Answers a request of a handler. It never rejects. */
type SendRequest = (request: ServiceRequest) => Promise<ServiceResponse>;

export interface RunOptions {
  readonly milliseconds: number;
  readonly send: SendRequest;
  /** Told each line that the handler writes. */
  readonly tellLine: TellLine;
}

/** A process that runs handlers, one call at a time. */
export interface WorkerProcess {
  readonly megabytes: number;
  /** Runs a handler. The end comes when no request of the handler is at work any more. */
  run(call: Omit<CallMessage, 'kind' | 'id'>, options: RunOptions): Promise<RunEnd>;
  /** Whether it can take another call: nothing of the last one goes on. */
  isClean(): boolean;
  /** Ends it at once. */
  end(): Promise<void>;
}

interface Current {
  readonly id: number;
  readonly options: RunOptions;
  readonly finish: (end: RunEnd) => void;
}

/** A process that is not ready by then never is. */
const startMilliseconds = 20_000;

/** Starts a process with this much memory for a call, and the client of the service, in TypeScript. */
export function startProcess(client: string, megabytes: number): WorkerProcess {
  const child = startChild(megabytes);
  const ready = Promise.withResolvers<boolean>();
  const exited = Promise.withResolvers<string>();
  let latest = 0;
  let current: Current | null = null;
  let isClean = false;
  let tellLine: TellLine = () => {};
  const requests = new Set<Promise<unknown>>();

  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited.promise;
  };

  const answer = async (id: number, number: number, request: ServiceRequest): Promise<void> => {
    if (current?.id !== id) return;
    const sent = current.options.send(request);
    requests.add(sent);
    const response = await sent;
    requests.delete(sent);
    if (current?.id === id) channel.tell({ kind: 'response', id, number, response });
  };

  const finish = (end: RunEnd): void => {
    current?.finish(end);
    current = null;
  };

  const socket = child.stdio[channelFile] as Socket;
  const channel = openChannel<ToWorker, FromWorker>(socket, (message) => {
    if (message.kind === 'ready') ready.resolve(true);
    if (message.kind === 'ready' || message.id !== latest) return;
    switch (message.kind) {
      case 'request':
        void answer(message.id, message.number, message.request);
        return;
      case 'answer':
        isClean = message.isClean;
        finish(
          message.unanswered > 0
            ? { kind: 'unanswered', requests: message.unanswered }
            : { kind: 'answer', text: message.text },
        );
        return;
      case 'thrown':
        isClean = message.isClean;
        finish({ kind: 'thrown', code: message.code, message: message.message, stack: message.stack });
    }
  });
  // Nothing can be told to it any more.
  socket.once('close', () => child.kill('SIGKILL'));
  const gone = (how: string): void => {
    ready.resolve(false);
    isClean = false;
    exited.resolve(how);
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
  for (const [stream, level] of [
    [child.stdout, 'info'],
    [child.stderr, 'error'],
  ] as const)
    gatherLines(stream, (line) => tellLine(level, line));

  channel.tell({ kind: 'open', client, megabytes });
  return {
    megabytes,
    run: async (call, options) => {
      tellLine = options.tellLine;
      isClean = false;
      const late = setTimeout(() => ready.resolve(false), startMilliseconds);
      const isReady = await ready.promise;
      clearTimeout(late);
      if (!isReady) {
        await kill();
        return { kind: 'ended', how: `${await exited.promise} before it was ready` };
      }
      latest += 1;
      const ended = Promise.withResolvers<RunEnd>();
      current = { id: latest, options, finish: ended.resolve };
      const limit = setTimeout(() => {
        finish({ kind: 'late' });
        void kill();
      }, options.milliseconds);
      channel.tell({ kind: 'call', id: latest, ...call });
      const end = await ended.promise;
      clearTimeout(limit);
      await Promise.all(requests);
      return end;
    },
    isClean: () => isClean,
    end: kill,
  };
}

function startChild(megabytes: number): ChildProcess {
  const file = new URL(import.meta.url.endsWith('.ts') ? './inside/main.ts' : './inside/main.js', import.meta.url);
  // The client is in TypeScript, which Node says is new.
  const flags = [`--max-old-space-size=${megabytes}`, '--disable-warning=ExperimentalWarning'];
  return spawn(process.execPath, [...flags, fileURLToPath(file)], {
    // Nothing of the service: its secrets are there.
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
}
