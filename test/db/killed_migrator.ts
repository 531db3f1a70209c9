import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Migration } from '../../db/migrate/migration_folder.ts';

/** Has a process of its own migrate, and kills it when `moment` has passed since it began a step; gives what it said. */
export async function killMigrator(
  url: string,
  { name, text }: Migration,
  at: number,
  moment: () => Promise<unknown>,
): Promise<string> {
  const file = fileURLToPath(new URL('migrate_process.ts', import.meta.url));
  // tap has Node load its own modules first in every process.
  const child = spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, file, url, name], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  child.stdin.end(text);
  let said = '';
  let isReached = false;
  child.stdout.on('data', (chunk) => {
    said += chunk;
    if (isReached || !said.includes(`step ${at}\n`)) return;
    isReached = true;
    moment().then(() => child.kill('SIGKILL'));
  });
  await ended;
  return said;
}
