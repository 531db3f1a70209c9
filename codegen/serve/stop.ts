/** Ends the process with 1, and says why: it was told to stop, and did not get done in time. */
export function endUndone(shutdownSeconds: number): never {
  console.error(`almanac: what was still in progress after ${shutdownSeconds} seconds was cut`);
  process.exit(1);
}

/** Resolves at the first SIGTERM or SIGINT; never once the caller has stopped listening for them. */
export function toldToStop(listening?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const stop = () => resolve();
      process.once(signal, stop);
      listening?.addEventListener('abort', () => process.off(signal, stop));
    }
  });
}
