import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Ends processes of a PostgreSQL server whose first process is gone. A process that waited for a lock of a dead process
 * waits for ever, and no server starts on its data meanwhile (PostgreSQL manual, 18.3.1). Call it only if no server
 * runs on the folder. It works on Linux, which shows the folder of each process.
 */
export function endOrphans(data: string): void {
  if (!existsSync('/proc/self/cwd')) return;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid) && isOrphan(pid, data)) endIfThere(pid);
  }
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A client or background process of a server on the folder, whose parent is not a process of that server. */
function isOrphan(pid: number, data: string): boolean {
  if (folderOf(pid) !== data) return false;
  try {
    const title = readFileSync(join('/proc', String(pid), 'cmdline'), 'utf8');
    const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(join('/proc', String(pid), 'status'), 'utf8'))?.[1];
    return title.startsWith('postgres: ') && folderOf(Number(parent)) !== data;
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

/** The folder that a process works in; null where it is gone, or is somebody else's. */
function folderOf(pid: number): string | null {
  try {
    return readlinkSync(join('/proc', String(pid), 'cwd'));
  } catch {
    return null;
  }
}
