import type { Database, Failure, Outcome } from '../../db/database.ts';
import type { Listening } from '../../db/listen.ts';
import { eventChannel } from '../schema/event_log.ts';
import { startLoop } from './loop.ts';
import { type EventsAsked, type EventText, lastEvent, renderPage } from './page.ts';

/** Somebody who is shown events as they become visible. */
export interface Follower {
  readonly asked: EventsAsked;
  /** Shows events, in order. */
  show(events: readonly EventText[]): void;
  /** Waits until it can take more; false when it is gone, or too slow to go on. */
  ready(): Promise<boolean>;
  /** Lets go of it: it cannot be shown what it asked for. */
  drop(): void;
}

/** All who follow the events in one process, on one connection that listens. */
export interface Followers {
  /**
   * Finds where a follower begins: after an id or, without one, with what comes from now on. Its filters are tried first:
   * only PostgreSQL reads regular expressions and searches.
   */
  follow(follower: Follower, after: string | null): Promise<Following | Failure>;
  close(): Promise<void>;
}

interface Following {
  readonly ok: true;
  /** Shows events, until the function that it gives is called. */
  start(): () => void;
}

/** Events that are fetched at once. */
const pageSize = 500;
/** Queries for followers that run at once: the requests need connections too. */
const lanes = 3;
const secondsUntilNextTry = 1;

/** Those who are shown the same events: these are fetched for them once. */
interface Group {
  readonly asked: EventsAsked;
  readonly members: Map<Follower, { last: bigint }>;
  last: bigint;
}

/** Followers of events. No connection is made before there is one. */
export function createFollowers(
  database: Pick<Database, 'query' | 'listen'>,
  failed: (error: unknown) => void,
): Followers {
  const groups = new Map<string, Group>();
  /** Everything up to here is visible. */
  let head = 0n;
  // Counts connections that listen: what was told before one, only a look finds.
  let connections = 0;
  let lookedAfter = -1;
  let listening: Listening | null = null;

  const findHead = async (): Promise<Outcome> => {
    const connection = connections;
    const outcome = await database.query(lastEvent);
    if (!outcome.ok) return outcome;
    advance(outcome.rows[0]?.id ?? '0');
    lookedAfter = connection;
    return outcome;
  };
  const advance = (id: string): void => {
    if (BigInt(id) > head) head = BigInt(id);
  };
  const page = (asked: EventsAsked, after: bigint, upTo: bigint, most = pageSize): Promise<Outcome> =>
    database.query(renderPage(asked, { after: String(after), upTo: String(upTo), most }));

  /** Shows a group what is new; true when there may be more. */
  const serve = async (group: Group): Promise<boolean> => {
    const upTo = head;
    if (group.last >= upTo) return false;
    const outcome = await page(group.asked, group.last, upTo);
    if (!outcome.ok && !outcome.error.unavailable) {
      // What they ask cannot be answered, which is no reason to keep the others waiting.
      failed(refusal(outcome));
      group.last = upTo;
      for (const follower of group.members.keys()) follower.drop();
      return false;
    }
    const events = rowsOf(outcome);
    const isAll = events.length < pageSize;
    group.last = isAll ? upTo : BigInt(events.at(-1)?.id ?? upTo);
    for (const [follower, member] of group.members) {
      const unseen = events.filter(({ id }) => BigInt(id) > member.last);
      if (unseen.length > 0) follower.show(unseen);
      member.last = group.last > member.last ? group.last : member.last;
    }
    return !isAll;
  };
  const work = async (): Promise<boolean> => {
    if (groups.size > 0 && lookedAfter < connections) rowsOf(await findHead());
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
    if (payload === null) connections += 1;
    else advance(payload);
    loop.nudge();
  };

  const join = (follower: Follower, last: bigint): (() => void) => {
    const { asked } = follower;
    const key = groupKey(asked);
    const group = groups.get(key) ?? { asked, members: new Map(), last: last < head ? last : head };
    groups.set(key, group);
    group.members.set(follower, { last });
    loop.nudge();
    return () => {
      group.members.delete(follower);
      if (group.members.size === 0) groups.delete(key);
    };
  };

  /** Shows a follower what was there before it came; then it is one of a group. */
  const begin = (follower: Follower, after: bigint): (() => void) => {
    let last = after;
    let leave: (() => void) | null = null;
    let isGone = false;
    const catchUp = async (): Promise<void> => {
      while (last < head) {
        const upTo = head;
        const events = rowsOf(await page(follower.asked, last, upTo));
        if (isGone) return;
        if (events.length > 0) follower.show(events);
        last = events.length < pageSize ? upTo : BigInt(events.at(-1)?.id ?? upTo);
        if (!(await follower.ready()) || isGone) return;
      }
      leave = join(follower, last);
    };
    catchUp().catch((error) => {
      failed(error);
      follower.drop();
    });
    return () => {
      isGone = true;
      leave?.();
    };
  };

  return {
    follow: async (follower, after) => {
      listening ??= database.listen(eventChannel, heard);
      const found = await findHead();
      if (!found.ok) return found;
      const tried = follower.asked.filters.length === 0 ? found : await page(follower.asked, head - 1n, head, 1);
      if (!tried.ok) return tried;
      const last = after === null ? head : BigInt(after);
      return { ok: true, start: () => begin(follower, last) };
    },
    close: async () => {
      groups.clear();
      await Promise.all([loop.close(), listening?.close()]);
    },
  };
}

/** The same for those who are shown the same: claims are part of it where a rule speaks of them. */
function groupKey(asked: EventsAsked): string {
  const { text, values } = renderPage(asked, { after: '0', upTo: '0', most: pageSize });
  return JSON.stringify([text, values]);
}

function refusal({ error }: Failure): Error {
  return new Error(`events cannot be read: ${error.message}`);
}

function rowsOf(outcome: Outcome): readonly EventText[] {
  if (!outcome.ok) throw refusal(outcome);
  return outcome.rows.map(({ id, body }) => ({ id: id ?? '', body: body ?? '' }));
}
