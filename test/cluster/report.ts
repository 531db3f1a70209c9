import { readFile, writeFile } from 'node:fs/promises';
import type { ClusterResults } from '../../engine/docs/place/cluster.ts';
import { command } from './ground.ts';
import type { Programs } from './programs.ts';
import type { Finding } from './trial.ts';

/** What trials with one set of programs have found. */
export interface Report extends Pick<Programs, 'set' | 'versions'> {
  readonly date: string;
  readonly trials: Record<string, TrialReport>;
}

interface TrialReport {
  readonly times: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
}

/** Prints a table of each trial. */
export function printReport(reports: readonly Report[]): void {
  for (const { set, versions, trials } of reports) {
    const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    console.log(`\n${set}: ${programs.join(', ')}`);
    for (const [name, { times, seconds, findings }] of Object.entries(trials)) {
      console.log(`\n${name}, ${times} times, in ${seconds} s\n`);
      const cells = findings.map(({ what, promised, measured, isKept }) => [
        isKept ? '' : 'BROKEN',
        what,
        promised,
        measured,
      ]);
      const widths = [0, 1, 2].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
      for (const line of cells) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
    }
  }
}

const file = 'docs/cluster.json';

/** Keeps what was found in place of what is kept of the same trials, and writes it into the pages that show it. */
export async function writePage(reports: readonly Report[]): Promise<void> {
  const kept: ClusterResults = JSON.parse(await readFile(file, 'utf8'));
  const found = reports.map(({ set, versions, date, trials }) => {
    return [set, { versions, date, trials: { ...kept[set]?.trials, ...withoutSeconds(trials) } }] as const;
  });
  await writeFile(file, `${JSON.stringify({ ...kept, ...Object.fromEntries(found) }, null, 2)}\n`);
  command(process.execPath, ['test/docs/files.ts']);
}

function withoutSeconds(trials: Report['trials']): ClusterResults[string]['trials'] {
  const entries = Object.entries(trials).map(([name, { times, findings }]) => {
    return [name, { times, findings: findings.map(({ what, promised, measured }) => ({ what, promised, measured })) }];
  });
  return Object.fromEntries(entries);
}
