/** Ends the process with 1 and a message: it was told to stop, but did not finish in time. */
export function endUndone(shutdownSeconds: number): never {
  console.error(`almanac: requests that were still in progress after ${shutdownSeconds} seconds were cut`);
  process.exit(1);
}

/**
 * Resolves at the first SIGTERM or SIGINT. After the caller has stopped listening, it never resolves. A second SIGTERM changes
 * nothing: a signal to a group of processes comes once more from the one that started this. A second SIGINT ends the process.
 */
export function toldToStop(listening?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => resolve();
    process.on('SIGTERM', stop);
    process.once('SIGINT', stop);
    listening?.addEventListener('abort', () => {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
    });
  });
}

/** What a process tells one of its workers when a new one has taken its place. */
export const replacedMessage = 'almanac:replaced';

/** Resolves when this process is told that another has taken its place. */
export function toldOfSuccessor(): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message) => {
      if (message === replacedMessage) resolve();
    });
  });
}
