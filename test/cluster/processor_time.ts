import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const ticksPerSecond = 100;

/** The processor time that all living processes of a PostgreSQL with this data have taken, in milliseconds. */
export function processorTime(data: string): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ticksOf(pid, data));
  return (ticks.reduce((total, each) => total + each, 0) * 1000) / ticksPerSecond;
}

function ticksOf(pid: string, data: string): number {
  try {
    // The servers of another Debian have its root before the path.
    if (!readlinkSync(`/proc/${pid}/cwd`).endsWith(data)) return 0;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
