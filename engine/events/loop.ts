import { setTimeout as delay } from 'node:timers/promises';

/** What a turn of the work found to do; 'more' when that was not all of it. */
export type Found = 'nothing' | 'some' | 'more';

/** Work that is done again and again, in the background. */
export interface Loop {
  /** There is something to do: the work is done soon, once for all calls meanwhile. */
  nudge(): void;
  /** Ends when the work at hand is done. */
  close(): Promise<void>;
}

export interface LoopOptions {
  /** After a turn that left nothing, without a nudge. */
  readonly pauseMilliseconds: number;
  /** From the start of a turn that found some to that of the next, at least: it costs much the same for one as for many. */
  readonly spacingMilliseconds?: number;
  /** Told when a turn throws, once until one succeeds again. */
  readonly failed: (error: unknown) => void;
}

/**
 * Does `work` at once and then again: without a pause while it finds more, else after a pause or a nudge. A nudge that comes
 * when it is quiet is heard at once.
 */
export function startLoop(work: () => Promise<Found>, options: LoopOptions): Loop {
  const { pauseMilliseconds, spacingMilliseconds = 0, failed } = options;
  const closing = new AbortController();
  let nudged = Promise.withResolvers<void>();
  let isFailing = false;
  const turn = async (): Promise<Found> => {
    try {
      const found = await work();
      isFailing = false;
      return found;
    } catch (error) {
      if (!isFailing) failed(error);
      isFailing = true;
      return 'nothing';
    }
  };
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      nudged = Promise.withResolvers();
      const begin = performance.now();
      const found = await turn();
      if (found === 'more') continue;
      const spacing = found === 'some' ? begin + spacingMilliseconds - performance.now() : 0;
      const pause = new AbortController();
      const signal = AbortSignal.any([closing.signal, pause.signal]);
      const wait = (milliseconds: number) => delay(milliseconds, undefined, { signal }).catch(() => {});
      await Promise.race([
        wait(Math.max(pauseMilliseconds, spacing)),
        nudged.promise.then(() => (spacing > 0 ? wait(spacing) : undefined)),
      ]);
      pause.abort();
    }
  };
  const running = run();
  return {
    nudge: () => nudged.resolve(),
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

/** What a turn found that did so many of something, and does at most `most`. */
export function foundOf(count: number, most: number): Found {
  if (count === 0) return 'nothing';
  return count >= most ? 'more' : 'some';
}
