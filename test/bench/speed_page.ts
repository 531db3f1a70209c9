import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { speedChart } from './chart.ts';
import type { Measured } from './cost.ts';
import { fullSize } from './data.ts';
import { loadGenerator } from './load.ts';
import { median, ratio } from './measure.ts';
import type { Subject } from './shapes.ts';
import { type Finding, type SpeedOptions, warmUpSeconds } from './speed.ts';

/** Writes docs/speed.md and its chart from what was measured just now: nothing of it is written by hand. */
export async function writeSpeedPage(
  findings: readonly Finding[],
  { rounds, seconds }: SpeedOptions,
  server: string,
): Promise<void> {
  await writeFile('docs/speed.svg', speedChart(findings));
  const text = await readFile(new URL('speed_page.md', import.meta.url), 'utf8');
  const command = `npm run bench -- --rounds ${rounds} --seconds ${seconds} --page`;
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB of memory; Node.js ${process.version}, ${server}`;
  const units = fullSize.toLocaleString('en').replaceAll(',', ' ');
  const filled = text
    .replace('{command}', command)
    .replace('{machine}', machine)
    .replace('{date}', new Date().toISOString().slice(0, 10))
    .replaceAll('{units}', units)
    .replace('{rounds}', String(rounds))
    .replace('{seconds}', String(seconds))
    .replace('{warm}', String(warmUpSeconds))
    .replace('{load}', loadGenerator())
    .replace('{table}', table(findings));
  await writeFile('docs/speed.md', filled);
}

function table(findings: readonly Finding[]): string {
  const rows = findings.map(({ shape, rounds }) => {
    const { almanac = [] } = rounds;
    const cells = [
      shape.title,
      rate(almanac),
      rate(rounds['hand-written']),
      rate(rounds.PostgREST),
      compared(rounds, 'hand-written'),
      compared(rounds, 'PostgREST'),
      `${median(almanac.map((each) => each.median))} / ${median(almanac.map((each) => each.p99))}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| request | Almanac | hand-written | PostgREST | to hand-written | to PostgREST | Almanac, ms: median / 99 % |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}

function rate(measured: readonly Measured[] | undefined): string {
  if (measured === undefined) return '';
  const found = median(measured.map(({ perSecond }) => perSecond));
  return found >= 10 ? String(Math.round(found)) : found.toFixed(1);
}

function compared(rounds: Finding['rounds'], subject: Subject): string {
  const [own, other] = [rounds.almanac, rounds[subject]];
  if (own === undefined || other === undefined) return '';
  const rates = (measured: readonly Measured[]) => measured.map(({ perSecond }) => perSecond);
  const { middle, spread } = ratio(rates(own), rates(other));
  return spread === '' ? middle : `**${middle}** (${spread})`;
}
