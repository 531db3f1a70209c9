import { setTimeout as delay } from 'node:timers/promises';
import type { EventsAsked, EventText } from '../page.ts';
import type { Follower } from './follower.ts';
import type { LogEnd } from './log_end.ts';

/** Followers that are at the same place and are shown the same events, which are fetched for them once. */
interface Flock {
  readonly key: string;
  readonly asked: EventsAsked;
  readonly last: bigint;
  readonly members: Map<Follower, (last: bigint) => void>;
}

export interface CatchUpOptions {
  /** Events beyond an id, and up to which id all are among them. */
  readonly next: (
    asked: EventsAsked,
    after: bigint,
  ) => Promise<{ readonly events: readonly EventText[]; readonly last: bigint }>;
  readonly end: Pick<LogEnd, 'head' | 'isLost'>;
  readonly keyOf: (asked: EventsAsked) => string;
  readonly failed: (error: unknown) => void;
}

/** Bytes that a follower is shown at a time: less than it may leave unread. */
const mostBytes = 262_144;

/**
 * Shows followers the events that they have missed: a page of one flock after the other. After each page it rests for
 * as long as the page took. So catching up takes at most half of one connection. Returns a function that starts a
 * follower after an id; `done` gets the id up to which it was shown. The function that it returns ends it.
 */
export function createCatchUp({ next, end, keyOf, failed }: CatchUpOptions) {
  const flocks = new Map<string, Flock>();
  const gone = new WeakSet<Follower>();
  let isWorking = false;

  const wait = (follower: Follower, asked: EventsAsked, last: bigint, done: (last: bigint) => void): void => {
    if (gone.has(follower)) return;
    if (end.isLost(last)) {
      follower.drop();
      return;
    }
    if (last >= end.head()) {
      done(last);
      return;
    }
    const key = `${last} ${keyOf(asked)}`;
    const flock = flocks.get(key) ?? { key, asked, last, members: new Map() };
    flock.members.set(follower, done);
    flocks.set(key, flock);
    if (!isWorking) work();
  };

  const work = async (): Promise<void> => {
    isWorking = true;
    for (let [flock] = flocks.values(); flock !== undefined; [flock] = flocks.values()) {
      flocks.delete(flock.key);
      const begin = performance.now();
      await serve(flock).catch((error) => {
        failed(error);
        for (const follower of flock?.members.keys() ?? []) follower.drop();
      });
      await delay(performance.now() - begin);
    }
    isWorking = false;
  };

  const serve = async ({ asked, last, members }: Flock): Promise<void> => {
    if ([...members.keys()].every((follower) => gone.has(follower))) return;
    const { events, last: upTo } = await next(asked, last);
    const parts = partsOf(events);
    for (const [follower, done] of members) {
      show(follower, parts)
        .then((isThere) => isThere && wait(follower, asked, upTo, done))
        .catch(failed);
      // Others have their turn between two followers of a large flock.
      await delay(0);
    }
  };

  const show = async (follower: Follower, parts: readonly (readonly EventText[])[]): Promise<boolean> => {
    for (const part of parts) {
      if (gone.has(follower)) return false;
      follower.show(part);
      if (!(await follower.ready())) return false;
    }
    return true;
  };

  return (follower: Follower, after: bigint, done: (last: bigint) => void): (() => void) => {
    wait(follower, follower.asked, after, done);
    return () => gone.add(follower);
  };
}

/** Cuts a page, so that none of its parts is larger than it may be, or is a single event. */
function partsOf(events: readonly EventText[]): readonly (readonly EventText[])[] {
  const parts: EventText[][] = [];
  let bytes = 0;
  for (const event of events) {
    const part = parts.at(-1);
    bytes += event.body.length;
    if (part === undefined || bytes > mostBytes) {
      parts.push([event]);
      bytes = event.body.length;
    } else part.push(event);
  }
  return parts;
}
