import { isatty } from 'node:tty';

/** Calls this at each SIGHUP. When the terminal of the process has been closed, the process ends instead, as others do. */
export function onHangup(told: () => void): void {
  const terminals = [0, 1, 2].filter((stream) => isatty(stream));
  process.on('SIGHUP', () => {
    if (terminals.every((stream) => isatty(stream))) return told();
    process.removeAllListeners('SIGHUP');
    process.kill(process.pid, 'SIGHUP');
  });
}
