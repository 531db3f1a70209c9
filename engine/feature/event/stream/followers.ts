import type { Listening } from '../../../../db/connection/listen.ts';
import type { Database, Share } from '../../../../db/database.ts';
import { turnRefused } from '../../../../db/database_error.ts';
import type { Failure, Query } from '../../../../db/statement.ts';
import { startLoop } from '../../../worker/loop.ts';
import { eventChannel } from '../log.ts';
import { type EventsAsked, renderPage } from '../page.ts';
import { type EventPage, readEvents } from '../reading.ts';
import { createCatchUp } from './catch_up.ts';
import type { Follower } from './follower.ts';
import { createLogEnd } from './log_end.ts';

/** All who follow the events in one process, on one connection that listens. */
export interface Followers {
  /**
   * Finds where a follower begins: after an id or, without one, with what comes from now on. Its filters are tried first,
   * in the share of its caller: only PostgreSQL reads regular expressions and searches.
   */
  follow(follower: Follower, after: string | null, caller: Pick<Share, 'query'>): Promise<Following | Lost | Failure>;
  close(): Promise<void>;
}

interface Following {
  readonly ok: true;
  /** Shows events, until the function that it gives is called. */
  start(): () => void;
}

/** The log has lost the event that a follower would begin after, or never had it. `kept` is the last one before. */
interface Lost {
  readonly ok: false;
  readonly error: null;
  readonly kept: string;
}

/** Events that are fetched at once. */
const pageSize = 500;
/** Queries for followers that run at once: the requests need connections too. */
const lanes = 3;
const secondsUntilNextTry = 1;
/** After so long without a word from PostgreSQL, followers look for themselves: a pooler or a lost host may swallow it. */
const silentMilliseconds = 2000;

// Any role of the database may notify of anything.
const idPattern = /^\d{1,19}$/;

/** Those who are shown the same events: these are fetched for them once. */
interface Group {
  readonly asked: EventsAsked;
  readonly members: Map<Follower, { last: bigint }>;
  last: bigint;
}

/** Followers of events. No connection is made before there is one. */
export function createFollowers(
  database: Pick<Database, 'query' | 'share' | 'listen'>,
  failed: (error: unknown) => void,
): Followers {
  const groups = new Map<string, Group>();
  const end = createLogEnd(database);
  // Counts what only a look answers: what was told before there was a connection, and what is between two ids far apart.
  let questions = 0;
  let answered = -1;
  /** When the end was last heard or looked for. */
  let known = performance.now();
  let listening: Listening | null = null;

  // What callers ask for may take long: it is in no share that is trusted.
  const { query } = database.share('followers');

  const look = async (ask: Query = database.query): Promise<Failure | null> => {
    const asked = questions;
    const outcome = await end.look(ask);
    if (!outcome.ok) return outcome;
    known = performance.now();
    answered = asked;
    return null;
  };
  const mustLook = (): boolean => answered < questions || performance.now() - known > silentMilliseconds;
  const page = (asked: EventsAsked, after: bigint, upTo: bigint): Promise<EventPage | Failure> =>
    readEvents(query, asked, { after, head: upTo, most: pageSize });

  const letGo = (group: Group, upTo: bigint): void => {
    group.last = upTo;
    for (const follower of group.members.keys()) follower.drop();
  };
  /** Shows a group what is new; true when there may be more. */
  const serve = async (group: Group): Promise<boolean> => {
    const upTo = end.head();
    // Who was shown what is lost is told so when it comes again.
    if (end.isLost(group.last)) {
      letGo(group, upTo);
      return false;
    }
    if (group.last >= upTo) return false;
    const outcome = await page(group.asked, group.last, upTo);
    if (!outcome.ok && !outcome.error.unavailable && outcome.error.sqlstate !== turnRefused.sqlstate) {
      // What they ask cannot be answered, which is no reason to keep the others waiting.
      failed(refusal(outcome));
      letGo(group, upTo);
      return false;
    }
    const { events, last } = checked(outcome);
    group.last = last;
    for (const [follower, member] of group.members) {
      const unseen = events.filter(({ id }) => BigInt(id) > member.last);
      if (unseen.length > 0) follower.show(unseen);
      member.last = group.last > member.last ? group.last : member.last;
    }
    return last < upTo;
  };
  const work = async (): Promise<boolean> => {
    const failure = groups.size > 0 && mustLook() ? await look() : null;
    if (failure !== null) throw refusal(failure);
    const waiting = groups.values();
    const lane = async (): Promise<boolean> => {
      let more = false;
      for (const group of waiting) more = (await serve(group)) || more;
      return more;
    };
    const found = await Promise.all(Array.from({ length: lanes }, lane));
    return found.includes(true);
  };
  const loop = startLoop(work, { pauseMilliseconds: secondsUntilNextTry * 1000, failed });

  const heard = (payload: string | null): void => {
    const isId = payload !== null && idPattern.test(payload);
    if (!isId || answered < questions || !end.heard(BigInt(payload))) questions += 1;
    else known = performance.now();
    loop.wake();
  };

  const join = (follower: Follower, last: bigint): (() => void) => {
    const { asked } = follower;
    const key = groupKey(asked);
    const head = end.head();
    const group = groups.get(key) ?? { asked, members: new Map(), last: last < head ? last : head };
    groups.set(key, group);
    group.members.set(follower, { last });
    loop.wake();
    return () => {
      group.members.delete(follower);
      if (group.members.size === 0) groups.delete(key);
    };
  };

  const catchUp = createCatchUp({
    next: async (asked, after) => checked(await page(asked, after, end.head())),
    end,
    keyOf: groupKey,
    failed,
  });

  /** Shows a follower what was there before it came; then it is one of a group. */
  const begin = (follower: Follower, after: bigint): (() => void) => {
    let leave: (() => void) | null = null;
    const stop = catchUp(follower, after, (last) => {
      leave = join(follower, last);
    });
    return () => {
      stop();
      leave?.();
    };
  };

  return {
    follow: async (follower, after, caller) => {
      listening ??= database.listen(eventChannel, heard);
      const failure = await look(caller.query);
      if (failure !== null) return failure;
      const head = end.head();
      const { asked } = follower;
      if (asked.filters.length > 0) {
        const newest = { after: String(head - 1n), upTo: String(head), most: 1 };
        const tried = await caller.query(renderPage(asked, newest));
        if (!tried.ok) return tried;
      }
      const last = after === null ? head : BigInt(after);
      if (last > head || end.isLost(last)) {
        const lost = await end.lost(last, caller.query);
        if (!lost.ok) return lost;
        const kept = lost.rows[0]?.kept ?? null;
        if (kept !== null) return { ok: false, error: null, kept };
      }
      return { ok: true, start: () => begin(follower, last) };
    },
    close: async () => {
      groups.clear();
      await Promise.all([loop.close(), listening?.close()]);
    },
  };
}

/** The same for followers who see the same; claims are part of it if a rule uses them. */
function groupKey(asked: EventsAsked): string {
  const { text, values } = renderPage(asked, { after: '0', upTo: '0', most: pageSize });
  return JSON.stringify([text, values]);
}

function refusal({ error }: Failure): Error {
  return new Error(`events cannot be read: ${error.message}`);
}

function checked<T extends { readonly ok: true }>(outcome: T | Failure): T {
  if (!outcome.ok) throw refusal(outcome);
  return outcome;
}
