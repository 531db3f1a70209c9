import { performance } from 'node:perf_hooks';

export interface TurnOptions<Request> {
  /** For so long there must be more requests than turns before any is refused. */
  readonly patienceMilliseconds: number;
  /** How many late requests may wait. */
  readonly mostLate: number;
  readonly start: (request: Request) => void;
  readonly refuse: (request: Request) => void;
  /** Whether the process works on a request that was started: it has arrived as a whole, and its answer has not begun. */
  readonly isWork: (request: Request) => boolean;
  /** Whether statements wait for a connection to the database. */
  readonly databaseIsFull: () => boolean;
}

export interface Turns<Request> {
  /** Starts the request, now or later, or refuses it later. */
  enter(request: Request): void;
  /** Tell it when a request is answered, or its client is gone. */
  leave(request: Request): void;
  /** How many requests wait. */
  waiting(): number;
}

/** So many keep a process and a database near it busy. */
const fewestAtWork = 32;
/** At most 128 requests are at work or wait in order. Each is answered within four times the time that 32 take. */
const mostWaiting = 96;
/** How often the limit changes, while requests wait. */
const lookMilliseconds = 50;
/** The process is busy when it works for this part of the time. */
const busy = 0.9;
/** A request that takes longer waits for something slow. It no longer takes a turn. */
const slowMilliseconds = 1000;
/** When fewer than one in so many requests at work are done between two looks, they are slow. */
const slowRequests = 16;
/** A refusal costs a fifth of an answer. So refusals take a twentieth of the time. */
const answersPerRefusal = 4;
/** Overload that pauses for less than so many times the patience goes on. */
const pauses = 5;

/**
 * Decides when requests start. Few are at work at a time, so each is done soon; the others wait. The limit rises when
 * the process is idle although requests wait.
 *
 * Requests start in the order in which they come. When too many wait, the oldest become late: they start when no other
 * request waits. So a burst is answered as a whole, and under lasting overload no started request has waited for long.
 * Late requests are refused only after a while with too many of them, and slowly. A client that waits for its refusal
 * sends no other request, so the cost of refusals does not grow with the load.
 */
export function createTurns<Request>(options: TurnOptions<Request>): Turns<Request> {
  const { patienceMilliseconds, mostLate, start, refuse, isWork, databaseIsFull } = options;
  /** With the time when each started. */
  const atWork = new Map<Request, number>();
  const waiting = new Set<Request>();
  const late = new Set<Request>();
  let limit = fewestAtWork;
  let waitingSince = 0;
  let lateSince = 0;
  let overloadedUntil = 0;
  let answersForRefusal = 0;
  let answersSinceLook = 0;
  let utilization = performance.eventLoopUtilization();
  let looking: NodeJS.Timeout | null = null;

  const begin = (request: Request): void => {
    atWork.set(request, performance.now());
    start(request);
  };

  const wait = (request: Request): void => {
    if (waiting.size === 0) waitingSince = performance.now();
    waiting.add(request);
    if (waiting.size > mostWaiting) makeLate(takeFirst(waiting));
    looking ??= startLooking();
  };

  const makeLate = (request: Request | null): void => {
    if (request === null) return;
    const now = performance.now();
    if (late.size === 0) lateSince = now;
    late.add(request);
    if (overloadedUntil > now || now - lateSince >= patienceMilliseconds) overload(now);
    if (late.size > mostLate) refuseFirst();
  };

  const overload = (now: number): void => {
    overloadedUntil = now + pauses * patienceMilliseconds;
  };

  const refuseFirst = (): void => {
    const first = takeFirst(late);
    if (first !== null) refuse(first);
  };

  const startNext = (): void => {
    const isOverloaded = late.size > 0 && overloadedUntil > performance.now();
    while (atWork.size < limit) {
      const first = takeFirst(waiting) ?? (isOverloaded ? null : takeFirst(late));
      if (first === null) break;
      begin(first);
    }
    if (!isOverloaded) {
      answersForRefusal = 0;
      return;
    }
    // Now nobody else needs the time.
    if (waiting.size === 0) while (late.size > 0) refuseFirst();
    for (; answersForRefusal >= answersPerRefusal; answersForRefusal -= answersPerRefusal) refuseFirst();
  };

  const startLooking = (): NodeJS.Timeout => {
    utilization = performance.eventLoopUtilization();
    answersSinceLook = 0;
    return setInterval(look, lookMilliseconds);
  };

  const look = (): void => {
    const now = performance.now();
    adaptLimit();
    forgetSlow();
    if (waiting.size > 0 && late.size > 0 && now - waitingSince >= patienceMilliseconds) overload(now);
    startNext();
    if (waiting.size + late.size > 0 || looking === null) return;
    clearInterval(looking);
    looking = null;
  };

  const adaptLimit = (): void => {
    const before = utilization;
    utilization = performance.eventLoopUtilization();
    const isBusy = performance.eventLoopUtilization(utilization, before).utilization >= busy;
    // Slow statements may wait for each other; short ones go past them (db/fair_share.ts).
    const isSlow = answersSinceLook * slowRequests < atWork.size;
    answersSinceLook = 0;
    if (isBusy || (databaseIsFull() && !isSlow)) limit = Math.max(fewestAtWork, Math.floor(limit * 0.9));
    else if (atWork.size >= limit) limit *= 2;
  };

  const forgetSlow = (): void => {
    const before = performance.now() - slowMilliseconds;
    for (const [request, started] of atWork) if (started < before || !isWork(request)) atWork.delete(request);
  };

  return {
    enter: (request) => {
      if (looking === null && atWork.size >= limit) forgetSlow();
      if (atWork.size < limit && waiting.size === 0) begin(request);
      else wait(request);
    },
    leave: (request) => {
      if (waiting.delete(request) || late.delete(request) || !atWork.delete(request)) return;
      answersForRefusal += 1;
      answersSinceLook += 1;
      startNext();
    },
    waiting: () => waiting.size + late.size,
  };
}

function takeFirst<Item>(items: Set<Item>): Item | null {
  for (const item of items) {
    items.delete(item);
    return item;
  }
  return null;
}
