import { parseArgs } from 'node:util';
import { canRunApart, Interrupted, runApart } from './apart.ts';
import { newerDebian } from './debian.ts';
import { findPrograms, type Programs, packages, type SetName, setNames } from './programs.ts';
import { printReport, type Report, writePage } from './report.ts';
import type { Trial } from './trial.ts';
import { trials } from './trials.ts';

// `npm run test:cluster`: trials with the real programs of several machines, all of them on this one. What is missing is
// skipped; it fails where a promise is broken.

const { values } = parseArgs({
  options: {
    /** Which programs: `machine` or `newer`; both when left out. */
    set: { type: 'string' },
    only: { type: 'string' },
    /** How often each trial does what it is about. */
    times: { type: 'string', default: '20' },
    /** Writes what was found into docs/machines.md. */
    page: { type: 'boolean', default: false },
  },
});

const progress = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
const sets = setNames.filter((name) => values.set === undefined || name === values.set);
const chosen = Object.entries(trials).filter(([name]) => values.only === undefined || name === values.only);
const times = Number(values.times);
const isUsage = sets.length > 0 && chosen.length > 0 && Number.isInteger(times) && times > 0;

if (!isUsage) {
  const names = Object.keys(trials).join('|');
  progress(`usage: npm run test:cluster -- [--set ${setNames.join('|')}] [--only ${names}] [--times <n>] [--page]`);
  process.exitCode = 2;
} else if (!canRunApart()) {
  progress('skipped: each program needs namespaces of Linux. Run it as root, with util-linux and iproute2 installed.');
} else
  process.exitCode = await runAll().catch((error: unknown) => {
    if (error instanceof Interrupted) return 130;
    throw error;
  });

/** Gives 1 where a promise was broken, or a trial did not come to its end. */
async function runAll(): Promise<number> {
  const reports: Report[] = [];
  for (const set of sets) {
    const root = rootOf(set);
    if (root === null) progress(`skipped: ${set}. debootstrap must unpack a Debian: apt-get install debootstrap`);
    else reports.push(await runSet(findPrograms(set, root)));
  }
  printReport(reports);
  if (values.page) await writePage(reports);
  const findings = reports.flatMap((report) => Object.values(report.trials)).flatMap((trial) => trial.findings);
  return findings.every(({ isKept }) => isKept) ? 0 : 1;
}

function rootOf(set: SetName): string | null {
  return set === 'machine' ? '/' : newerDebian(progress);
}

async function runSet(programs: Programs): Promise<Report> {
  const found: Report['trials'] = {};
  for (const [name, trial] of chosen) {
    const missing = trial.needs.filter((program) => programs.versions[program] === undefined);
    if (missing.length > 0) {
      progress(
        `skipped: ${programs.set}, ${name}. Missing: ${missing.join(', ')}. apt-get install ${packages.join(' ')}`,
      );
      continue;
    }
    found[name] = await timed(programs, name, trial);
  }
  return { set: programs.set, versions: programs.versions, date: new Date().toISOString().slice(0, 10), trials: found };
}

async function timed(programs: Programs, name: string, trial: Trial): Promise<Report['trials'][string]> {
  const begin = performance.now();
  const findings = await runApart(programs, { name, times, mostSeconds: trial.mostSeconds(times) });
  return { times, seconds: Math.round((performance.now() - begin) / 1000), findings };
}
