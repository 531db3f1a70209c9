import { SingleBar } from 'cli-progress';
import type { Observer } from '../../db/migrate/migrate.ts';
import { lockTimeoutMilliseconds } from '../../db/migrate/patience.ts';

/** Prints the progress of a migration on standard error: a bar on a terminal, otherwise a line for each step. */
export function progressObserver(): Observer & { end(): void } {
  const isTerminal = process.stderr.isTTY;
  let bar: SingleBar | null = null;
  const end = () => {
    bar?.stop();
    bar = null;
  };
  return {
    step: ({ name, steps }, at) => {
      end();
      console.error(`${name} ${at + 1}/${steps.length}: ${steps[at]?.title}`);
    },
    undo: (name, number, title) => console.error(`${name}: undo step ${number}: ${title}`),
    locked: tellOfLock,
    progress: (share) => {
      if (!isTerminal) return;
      if (bar === null) {
        bar = new SingleBar({ format: '  [{bar}] {percentage} % {eta_formatted} left' });
        bar.start(1000, 0);
      }
      bar.update(Math.round(share * 1000));
    },
    waiting: (milliseconds) => {
      if (bar !== null) return;
      console.error(`  no lock within ${lockTimeoutMilliseconds} ms; again in ${milliseconds} ms`);
    },
    end,
  };
}

/** Prints that another process changes the tables. */
export function tellOfLock(seconds: number): void {
  console.error(`almanac: waiting for another process that changes the tables (${seconds} s)`);
}
