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
  // Lists: a Map or a Set that many requests pass through keeps them from the quick part of the garbage collection.
  const atWork: Request[] = [];
  /** When each of them started. */
  const started: number[] = [];
  const waiting: Request[] = [];
  const late: Request[] = [];
  let limit = fewestAtWork;
  let waitingSince = 0;
  let lateSince = 0;
  let overloadedUntil = 0;
  let answersForRefusal = 0;
  let answersSinceLook = 0;
  let utilization = performance.eventLoopUtilization();
  let looking: NodeJS.Timeout | null = null;

  const begin = (request: Request): void => {
    atWork.push(request);
    started.push(performance.now());
    start(request);
  };

  /** Their order means nothing. */
  const removeAtWork = (place: number): void => {
    const request = atWork.pop() as Request;
    const since = started.pop() as number;
    if (place === atWork.length) return;
    atWork[place] = request;
    started[place] = since;
  };

  const wait = (request: Request): void => {
    if (waiting.length === 0) waitingSince = performance.now();
    waiting.push(request);
    if (waiting.length > mostWaiting) makeLate(waiting.shift());
    looking ??= startLooking();
  };

  const makeLate = (request: Request | undefined): void => {
    if (request === undefined) return;
    const now = performance.now();
    if (late.length === 0) lateSince = now;
    late.push(request);
    if (overloadedUntil > now || now - lateSince >= patienceMilliseconds) overload(now);
    if (late.length > mostLate) refuseFirst();
  };

  const overload = (now: number): void => {
    overloadedUntil = now + pauses * patienceMilliseconds;
  };

  const refuseFirst = (): void => {
    const first = late.shift();
    if (first !== undefined) refuse(first);
  };

  const startNext = (): void => {
    const isOverloaded = late.length > 0 && overloadedUntil > performance.now();
    while (atWork.length < limit) {
      const first = waiting.shift() ?? (isOverloaded ? undefined : late.shift());
      if (first === undefined) break;
      begin(first);
    }
    if (!isOverloaded) {
      answersForRefusal = 0;
      return;
    }
    // Now nobody else needs the time.
    if (waiting.length === 0) while (late.length > 0) refuseFirst();
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
    if (waiting.length > 0 && late.length > 0 && now - waitingSince >= patienceMilliseconds) overload(now);
    startNext();
    if (waiting.length + late.length > 0 || looking === null) return;
    clearInterval(looking);
    looking = null;
  };

  const adaptLimit = (): void => {
    const before = utilization;
    utilization = performance.eventLoopUtilization();
    const isBusy = performance.eventLoopUtilization(utilization, before).utilization >= busy;
    // Slow statements may wait for each other; short ones go past them (db/fair_share.ts).
    const isSlow = answersSinceLook * slowRequests < atWork.length;
    answersSinceLook = 0;
    if (isBusy || (databaseIsFull() && !isSlow)) limit = Math.max(fewestAtWork, Math.floor(limit * 0.9));
    else if (atWork.length >= limit) limit *= 2;
  };

  const forgetSlow = (): void => {
    const before = performance.now() - slowMilliseconds;
    // From the end: the last one takes the place of one that leaves.
    for (let place = atWork.length - 1; place >= 0; place -= 1)
      if ((started[place] as number) < before || !isWork(atWork[place] as Request)) removeAtWork(place);
  };

  return {
    enter: (request) => {
      if (looking === null && atWork.length >= limit) forgetSlow();
      if (atWork.length < limit && waiting.length === 0) begin(request);
      else wait(request);
    },
    leave: (request) => {
      const place = atWork.indexOf(request);
      if (place < 0) {
        if (!remove(waiting, request)) remove(late, request);
        return;
      }
      removeAtWork(place);
      answersForRefusal += 1;
      answersSinceLook += 1;
      startNext();
    },
    waiting: () => waiting.length + late.length,
  };
}

function remove<Item>(items: Item[], item: Item): boolean {
  const place = items.indexOf(item);
  if (place >= 0) items.splice(place, 1);
  return place >= 0;
}
