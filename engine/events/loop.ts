import { setTimeout as delay } from 'node:timers/promises';

/** Work that is done again and again, in the background. */
export interface Loop {
  /** There is something to do: the work is done soon, once for all calls meanwhile. */
  nudge(): void;
  /** Ends when the work at hand is done. */
  close(): Promise<void>;
}

export interface LoopOptions {
  /** Between two turns that found nothing more to do. */
  readonly pauseMilliseconds: number;
  /** After a nudge, so that one turn serves several. */
  readonly settleMilliseconds?: number;
  /** Told when a turn throws, once until one succeeds again. */
  readonly failed: (error: unknown) => void;
}

/** Does `work` at once and then again: without a pause while it says that there is more, else after a pause or a nudge. */
export function startLoop(work: () => Promise<boolean>, options: LoopOptions): Loop {
  const { pauseMilliseconds, settleMilliseconds = 0, failed } = options;
  const closing = new AbortController();
  let nudged = Promise.withResolvers<void>();
  let isFailing = false;
  const turn = async (): Promise<boolean> => {
    try {
      const more = await work();
      isFailing = false;
      return more;
    } catch (error) {
      if (!isFailing) failed(error);
      isFailing = true;
      return false;
    }
  };
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      nudged = Promise.withResolvers();
      if (await turn()) continue;
      const pause = new AbortController();
      const signal = AbortSignal.any([closing.signal, pause.signal]);
      const pausing = delay(pauseMilliseconds, undefined, { signal }).catch(() => {});
      const settled = nudged.promise.then(() => delay(settleMilliseconds, undefined, { signal }).catch(() => {}));
      await Promise.race([pausing, settled]);
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
