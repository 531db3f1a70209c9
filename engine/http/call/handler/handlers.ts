import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { Gauge, Histogram } from 'prom-client';
import { createFairShare } from '../../../../db/fair_share.ts';
import { readClientFiles } from '../../../call/client_source.ts';
import type { TellLine } from '../../../call/output.ts';
import type { RunEnd } from '../../../call/run_end.ts';
import { type CallPlace, createCallWorkers } from '../../../call/workers.ts';
import { Problem } from '../../../contract/problem.ts';
import { typesText } from '../../../contract/typescript/types.ts';
import type { Call, HandlerWork } from '../../../model/call.ts';
import type { Model, Table } from '../../../model/model.ts';
import { shareOf } from '../../edge/turn/share.ts';
import type { AddMetrics } from '../../feature.ts';

/** A call that has a handler. */
export interface Handled {
  readonly table: Table;
  readonly call: Call;
  readonly work: HandlerWork;
}

/** A call that is to run its handler. */
export interface HandlerQueue {
  /** Whether so many calls wait that no more should be prepared for their turn. */
  isLong(): boolean;
  /** Waits for the turn of the call, which it keeps. @throws Problem when too many calls wait. */
  enter(): Promise<HandlerTurn>;
  /** Ends the turn, where it has come. */
  leave(): void;
}

/** The turn of a call to run its handler. */
export interface HandlerTurn extends CallPlace {
  /** The URL of the file of the handler. */
  readonly file: string;
  /** Tells the log what the handler writes. */
  readonly tellLine: TellLine;
  /** When the call has taken all the time that it may, as performance.now() tells it. */
  readonly deadline: number;
}

/** The handlers of the calls of a service. */
export interface Handlers {
  /** The place of a call in the queue of handlers. */
  queue(request: FastifyRequest, handled: Handled): HandlerQueue;
  readonly addMetrics: AddMetrics;
  /** Ends the processes. */
  close(): Promise<void>;
}

/** Follows a run of a handler, for traces. */
export type FollowRun = (handled: Handled, run: () => Promise<RunEnd>) => Promise<RunEnd>;

/** `folder` has the definitions, and the files of the handlers beside them. */
export function createHandlers(
  model: Model,
  folder: string,
  log: FastifyBaseLogger,
  follow: FollowRun = (_handled, run) => run(),
): Handlers {
  const { calls, databaseConnections, waitingRequests, statementTimeoutSeconds } = model.service.limits;
  // Calls hold their connections for long. One is left to all other requests.
  const places = Math.max(1, Math.min(calls, databaseConnections - 1));
  const patienceMilliseconds = statementTimeoutSeconds * 1000;
  const share = { connections: places, perShare: places, waiting: waitingRequests, patienceMilliseconds };
  const turns = createFairShare(share);
  const workers = createCallWorkers({ places, turns, client: async () => typesText(model, await readClientFiles()) });
  /** URLs of files: to make one takes longer than to run a short handler. */
  const urls = new Map<string, string>();
  const urlOf = (file: string): string => {
    const url = urls.get(file) ?? pathToFileURL(join(resolve(folder), file)).href;
    urls.set(file, url);
    return url;
  };
  let durations: Histogram<'resource' | 'call' | 'end'> | null = null;

  const timed = async ({ table, call }: Handled, run: () => Promise<RunEnd>): Promise<RunEnd> => {
    const begin = performance.now();
    const end = await run();
    durations?.observe({ resource: table.name, call: call.name, end: end.kind }, (performance.now() - begin) / 1000);
    return end;
  };

  const enter = async (request: FastifyRequest, handled: Handled): Promise<HandlerTurn> => {
    const { table, call, work } = handled;
    const place = await workers.enter(shareOf(request));
    if (place === null)
      throw new Problem('too_many_at_once', 'too many calls of this identity wait for their turn', {
        headers: { 'retry-after': '2' },
      });
    const named = { request_id: request.id, resource: table.name, call: call.name };
    return {
      leave: place.leave,
      run: (...given) => timed(handled, () => follow(handled, () => place.run(...given))),
      file: urlOf(work.file),
      tellLine: (level, line) => log[level](named, line),
      deadline: performance.now() + patienceMilliseconds,
    };
  };

  return {
    queue: (request, handled) => {
      let turn: Promise<HandlerTurn> | null = null;
      return {
        isLong: () => turns.waiting() >= mostPrepared,
        enter: () => {
          turn ??= enter(request, handled);
          return turn;
        },
        leave: () => {
          turn?.then(
            ({ leave }) => leave(),
            () => {},
          );
        },
      };
    },
    addMetrics: (registry) => {
      durations = new Histogram({
        name: 'call_handler_duration_seconds',
        help: 'How long handlers of calls took. The label end tells how they ended: answer, thrown, unanswered, late or ended.',
        labelNames: ['resource', 'call', 'end'],
        buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        registers: [registry],
      });
      new Gauge({
        name: 'call_handlers',
        help: 'Calls whose handler is at work, and calls that wait for their turn.',
        labelNames: ['state'],
        registers: [registry],
        collect() {
          this.set({ state: 'active' }, workers.atWork());
          this.set({ state: 'waiting' }, turns.waiting());
        },
      });
      new Gauge({
        name: 'call_worker_processes',
        help: 'Processes that run handlers of calls.',
        registers: [registry],
        collect() {
          this.set(workers.processes());
        },
      });
    },
    close: workers.close,
  };
}

/** So many calls are prepared while they wait: each holds a row. */
const mostPrepared = 64;
