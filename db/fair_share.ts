import { LRUCache } from 'lru-cache';

export interface FairShareOptions {
  /** Connections of the pool. */
  readonly connections: number;
  /** Running statements of one share; statements that are known to be short do not count. */
  readonly perShare: number;
  /** Statements that may wait, of all shares together. */
  readonly waiting: number;
  /** A statement that has waited for so long is refused. 0 for no end. */
  readonly patienceMilliseconds: number;
}

export interface FairShare {
  /** Waits for a turn, where none is free. Gives the function that ends the turn; null when the statement is refused. */
  enter(share: string, kind: Kind): Leave | null | Promise<Leave | null>;
  /** How many statements wait. */
  waiting(): number;
}

/** Whether a statement is known to be short. */
export type Kind = 'short' | 'long';

/** Ends a turn, and gives the milliseconds that it took. */
export type Leave = () => number;

interface Waiting {
  readonly arrived: number;
  /** From then on, it waits. */
  readonly since: number;
  readonly answer: (leave: Leave | null) => void;
}

const kinds = ['short', 'long'] as const;

interface Share {
  readonly name: string;
  readonly atWork: Record<Kind, number>;
  /** In the order in which they came. */
  readonly queues: Readonly<Record<Kind, Waiting[]>>;
  /** When it came, or was served last: the number of the turn. */
  turn: number;
}

/** What a statement is expected to take in a share that has had none yet. */
const unknownMilliseconds = 1000;
/** Whose statements took less so far is thought to send short ones. */
const modestMilliseconds = 100;
/** How much the last statement counts in what the next one of a share is expected to take. */
const weight = 0.25;
const rememberedShares = 10_000;
/** So many shares are kept before the ones that neither work nor wait are forgotten. */
const fewShares = 1000;

/**
 * Shares the connections of a pool. Each share has its own queues, and a free connection goes to the share with the
 * fewest connections. If several have as few, two of them take turns. One is the share with the least time of
 * statements so far, the other the share that has waited longest. So many shares that come together do not keep a
 * modest one waiting, and none waits for ever. Part of the pool is kept free: no share takes all connections, and long
 * statements leave some to short ones. Half of these also serve the first statement of a share whose former ones were
 * short. When too many wait, the share with the longest queue is refused.
 */
export function createFairShare(options: FairShareOptions): FairShare {
  const { connections, perShare, patienceMilliseconds } = options;
  const most = connections - kept(connections);
  const mostLent = Math.floor(kept(connections) / 2);
  /** Shares that work or wait, and others that did: who comes and goes all the time costs less so. */
  const shares = new Map<string, Share>();
  let mostShares = fewShares;
  /** Shares that wait. */
  const inQueue: Share[] = [];
  let turns = 0;
  const atWork: Record<Kind, number> = { short: 0, long: 0 };
  const taken = new LRUCache<string, { milliseconds: number }>({ max: rememberedShares });
  let isTurnOfLittle = true;
  /** How many of the connections for short statements a long one has. */
  let lent = 0;
  let waiting = 0;
  let arrivals = 0;
  /** Whether a timer looks for statements that have waited for too long. */
  let isWatched = false;

  /** What seems long may be a short one that met a busy moment. */
  const mayBorrow = (share: Share): boolean =>
    lent < mostLent && bothOf(share.atWork) === 0 && expected(share) < modestMilliseconds;

  const mayStart = (share: Share, kind: Kind): boolean => {
    if (bothOf(atWork) >= connections || bothOf(share.atWork) >= most) return false;
    if (kind === 'short') return true;
    return share.atWork.long < perShare && (atWork.long - lent < most || mayBorrow(share));
  };

  const shareOf = (name: string): Share => {
    const known = shares.get(name);
    if (known !== undefined) {
      if (isIdle(known)) known.turn = nextTurn();
      return known;
    }
    if (shares.size >= mostShares) forgetIdle();
    const share = newShare(name, nextTurn());
    shares.set(name, share);
    return share;
  };

  const forgetIdle = (): void => {
    for (const share of shares.values()) if (isIdle(share)) shares.delete(share.name);
    mostShares = Math.max(fewShares, 2 * shares.size);
  };

  const nextTurn = (): number => {
    turns += 1;
    return turns;
  };

  const start = (share: Share, kind: Kind): Leave => {
    share.turn = nextTurn();
    const borrows = kind === 'long' && atWork.long - lent >= most;
    if (borrows) lent += 1;
    share.atWork[kind] += 1;
    atWork[kind] += 1;
    const begin = performance.now();
    return () => {
      const milliseconds = performance.now() - begin;
      note(share.name, milliseconds);
      if (borrows) lent -= 1;
      share.atWork[kind] -= 1;
      atWork[kind] -= 1;
      while (waiting > 0 && startNext());
      return milliseconds;
    };
  };

  const note = (name: string, milliseconds: number): void => {
    const former = taken.get(name);
    if (former === undefined) taken.set(name, { milliseconds });
    else former.milliseconds += (milliseconds - former.milliseconds) * weight;
  };
  const expected = ({ name }: Share): number => taken.get(name)?.milliseconds ?? unknownMilliseconds;

  /** Among equals, the share that was served least recently is next. */
  const isBefore = (one: Share, other: Share): boolean => {
    const more = bothOf(one.atWork) - bothOf(other.atWork);
    const longer = more === 0 && isTurnOfLittle ? expected(one) - expected(other) : more;
    return (longer || one.turn - other.turn) < 0;
  };

  const startNext = (): boolean => {
    let next: Share | null = null;
    for (const share of inQueue) {
      if (kindToStart(share) === null) continue;
      if (next === null || isBefore(share, next)) next = share;
    }
    const kind = next === null ? null : kindToStart(next);
    if (next === null || kind === null) return false;
    const [first] = next.queues[kind];
    if (first === undefined) return false;
    remove(next, kind, first);
    isTurnOfLittle = !isTurnOfLittle;
    first.answer(start(next, kind));
    return true;
  };

  /** The kind that came first among the kinds that may start: short statements pass long ones that may not. */
  const kindToStart = (share: Share): Kind | null => {
    let earliest = Number.POSITIVE_INFINITY;
    let kind: Kind | null = null;
    for (const each of kinds) {
      const [first] = share.queues[each];
      if (first === undefined || first.arrived > earliest || !mayStart(share, each)) continue;
      earliest = first.arrived;
      kind = each;
    }
    return kind;
  };

  const remove = (share: Share, kind: Kind, one: Waiting): void => {
    removeFrom(share.queues[kind], one);
    if (queued(share) === 0) removeFrom(inQueue, share);
    waiting -= 1;
  };

  /** Refuses the last in the longest queue. False when that is the queue of the share itself. */
  const makeRoom = (own: Share): boolean => {
    let longest = own;
    for (const share of inQueue) if (queued(share) > queued(longest)) longest = share;
    // Of two queues of the same length, neither gives way to the other.
    if (queued(longest) <= queued(own) + 1) return false;
    const kind: Kind = longest.queues.long.length > 0 ? 'long' : 'short';
    const last = longest.queues[kind].at(-1);
    if (last === undefined) return false;
    remove(longest, kind, last);
    last.answer(null);
    return true;
  };

  /** One timer for all that wait: most wait for a moment, and to set one for each costs more. */
  const refuseLate = (): void => {
    isWatched = false;
    const late = performance.now() - patienceMilliseconds;
    let earliest = Number.POSITIVE_INFINITY;
    for (const share of [...inQueue])
      for (const kind of kinds) {
        const queue = share.queues[kind];
        for (let first = queue[0]; first !== undefined; first = queue[0]) {
          if (first.since > late) {
            earliest = Math.min(earliest, first.since);
            break;
          }
          remove(share, kind, first);
          first.answer(null);
        }
      }
    if (waiting > 0) watch(earliest - late);
  };

  const watch = (milliseconds: number): void => {
    isWatched = true;
    setTimeout(refuseLate, Math.max(1, milliseconds)).unref();
  };

  return {
    enter: (name, kind) => {
      const share = shareOf(name);
      if (share.queues[kind].length === 0 && mayStart(share, kind)) return start(share, kind);
      if (waiting >= options.waiting && !makeRoom(share)) return null;
      waiting += 1;
      arrivals += 1;
      if (patienceMilliseconds > 0 && !isWatched) watch(patienceMilliseconds);
      return new Promise((answer) => {
        if (queued(share) === 0) inQueue.push(share);
        share.queues[kind].push({ arrived: arrivals, since: performance.now(), answer });
      });
    },
    waiting: () => waiting,
  };
}

/** Connections that no share and no kind of statement takes alone: two of ten. */
function kept(connections: number): number {
  return connections < 2 ? 0 : Math.max(1, Math.floor(connections / 5));
}

function bothOf({ short, long }: Readonly<Record<Kind, number>>): number {
  return short + long;
}

function queued({ queues }: Share): number {
  return queues.short.length + queues.long.length;
}

function isIdle(share: Share): boolean {
  return bothOf(share.atWork) === 0 && queued(share) === 0;
}

function newShare(name: string, turn: number): Share {
  return { name, atWork: { short: 0, long: 0 }, queues: { short: [], long: [] }, turn };
}

/** Removes an item of the list, mostly the first. */
function removeFrom<Item>(items: Item[], item: Item): void {
  if (items[0] === item) items.shift();
  else items.splice(items.indexOf(item), 1);
}
