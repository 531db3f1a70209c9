import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** As Linux counts for programs, whatever the kernel's own clock is. */
const ticksPerSecond = 100;

/** The processor time that all processes of PostgreSQL with data in these folders have taken, in milliseconds. */
export function processorTime(...folders: readonly string[]): number {
  return timeOf(processes().filter(({ pid }) => folders.some((data) => isOf(pid, data))));
}

/** The processor time that a process has taken with all its threads and its children, in milliseconds. */
export function processorTimeOf(pid: number): number {
  const all = processes();
  const family = new Set([pid]);
  // A child may have a lower number than its parent, once the numbers begin anew.
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const each of all) if (family.has(each.parent)) family.add(each.pid);
  }
  return timeOf(all.filter((each) => family.has(each.pid)));
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Of itself, and of its children that have ended. */
  readonly ticks: number;
}

function timeOf(list: readonly Process[]): number {
  return (list.reduce((total, { ticks }) => total + ticks, 0) * 1000) / ticksPerSecond;
}

/** Those that live. */
function processes(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        // The name, in brackets, may have spaces.
        const fields = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        const [, parent = 0] = fields;
        return [{ pid: Number(pid), parent, ticks: fields.slice(11, 15).reduce((total, each) => total + each, 0) }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/** The servers of another Debian have its root before the path. */
function isOf(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).endsWith(data);
  } catch {
    // It has ended meanwhile.
    return false;
  }
}
