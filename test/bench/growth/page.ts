import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { GrowthResults } from '../../../engine/docs/place/growth.ts';

/** Keeps what was measured, and writes it into docs/speed.md. */
export async function writeGrowth(tables: GrowthResults['tables'], command: string): Promise<void> {
  const { Indexes: _, ...shown } = tables;
  const results: GrowthResults = { command, date: new Date().toISOString().slice(0, 10), tables: shown };
  await writeFile('docs/growth.json', `${JSON.stringify(results, null, 2)}\n`);
  execFileSync(process.execPath, ['test/docs/files.ts'], { stdio: 'inherit' });
}
