import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Identifies a process among all, past and future: by its id and its start, since ids are used again. Null if the
 * process does not run.
 */
export function processMark(pid: number): string | null {
  const start = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
  return start && `${pid} ${start}`;
}

/** The process id in a mark. */
export function pidOf(mark: string): number {
  return Number.parseInt(mark, 10);
}

/** proc(5): after the parenthesised name, field 3 is the state (Z: ended, not yet waited for), field 22 the start. */
function startOnLinux(pid: number): string | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function startByPs(pid: number): string | null {
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || null;
}
