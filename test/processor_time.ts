import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** As Linux counts for programs, whatever the kernel's own clock is. */
const ticksPerSecond = 100;

/** The processor time that all living processes of a PostgreSQL with this data have taken, in milliseconds. */
export function processorTime(data: string): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => (isOf(pid, data) ? ticksOf(pid) : 0));
  return millisecondsOf(ticks.reduce((total, each) => total + each, 0));
}

/** The processor time that a process has taken with all its threads, in milliseconds. */
export function processorTimeOf(pid: number): number {
  return millisecondsOf(ticksOf(String(pid)));
}

function millisecondsOf(ticks: number): number {
  return (ticks * 1000) / ticksPerSecond;
}

/** The servers of another Debian have its root before the path. */
function isOf(pid: string, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).endsWith(data);
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

function ticksOf(pid: string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
