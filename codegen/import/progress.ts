import { SingleBar } from 'cli-progress';

/** Shows on a terminal how many of the bytes of a file are done. */
export function progressBar(bytes: number): { update(done: number): void; end(): void } {
  if (!process.stderr.isTTY) return { update: () => {}, end: () => {} };
  const bar = new SingleBar({ format: '  [{bar}] {percentage} % {eta_formatted} left', stream: process.stderr });
  bar.start(bytes, 0);
  return { update: (done) => bar.update(done), end: () => bar.stop() };
}
