import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';

export interface SmallDisk {
  readonly folder: string;
  /** Takes all space that is left. */
  fill(): void;
  free(): void;
}

const chunk = Buffer.alloc(65_536);

/** A file system of its own, in memory; null where this process may not mount one (only root may, on Linux). */
export async function smallDisk(t: Test, megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-disk-'));
  await chmod(folder, 0o755);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'almanac', folder]);
  const isMounted = mounted.status === 0;
  t.teardown(async () => {
    // Files that are still open keep a file system busy: it goes when they do.
    if (isMounted) spawnSync('umount', ['--lazy', folder]);
    await rm(folder, { recursive: true });
  });
  if (!isMounted) return null;
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, 'a');
      try {
        for (;;) writeSync(file, chunk);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast),
  };
}
