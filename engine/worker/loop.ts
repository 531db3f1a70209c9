/** Work that is done again and again, in the background. */
export interface Loop {
  /** There is something to do: the work is done soon, once for all calls meanwhile. */
  wake(): void;
  /** Ends when the work at hand is done. */
  close(): Promise<void>;
}

export interface LoopOptions {
  /** Between two turns that found nothing more to do, without a wake. Without it, only a wake starts the next. */
  readonly pauseMilliseconds?: number;
  /** From the start of a turn that was woken to that of the next, at least: one costs much the same for many nudges. */
  readonly spacingMilliseconds?: number;
  /** Told when a turn throws, once until one succeeds again. */
  readonly failed: (error: unknown) => void;
}

// A database that is away is asked less and less often, and within a second of its return all the same.
const longestFailingPause = 1000;
const shortestFailingPause = 50;

/** No timer of Node.js takes longer. */
const forever = 2 ** 31 - 1;

/**
 * Does `work` at once and then again: without a pause while it says that there is more, else after a pause or a wake. The
 * first wake in a while is heard at once. While it throws, the pauses grow.
 */
export function startLoop(work: () => Promise<boolean>, options: LoopOptions): Loop {
  const { pauseMilliseconds = null, spacingMilliseconds = 0, failed } = options;
  let isClosed = false;
  let isWoken = false;
  /** Ends the pause that it makes, if any. */
  let goOn = () => {};
  let failures = 0;
  const turn = async (): Promise<boolean> => {
    try {
      const more = await work();
      failures = 0;
      return more;
    } catch (error) {
      if (failures === 0) failed(error);
      failures += 1;
      return false;
    }
  };
  const pauseOf = () => {
    if (failures === 0) return pauseMilliseconds ?? forever;
    const growing = (pauseMilliseconds ?? shortestFailingPause) * 2 ** failures;
    return Math.max(pauseMilliseconds ?? 0, Math.min(longestFailingPause, growing));
  };
  // One timer, and no signals: there are many turns in a second.
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async (): Promise<void> => {
    let spacing = 0;
    while (!isClosed) {
      isWoken = false;
      const next = performance.now() + spacing;
      const rest = () => Math.max(0, next - performance.now());
      if (await turn()) continue;
      if (!isWoken && !isClosed) await wait(Math.max(pauseOf(), rest()));
      spacing = isWoken ? spacingMilliseconds : 0;
      if (!isClosed && rest() > 0) await wait(rest());
    }
  };
  const running = run();
  return {
    wake: () => {
      if (isWoken) return;
      isWoken = true;
      goOn();
    },
    close: async () => {
      isClosed = true;
      goOn();
      await running;
    },
  };
}
