import { costs, rates } from './figures.ts';
import { median, ratio } from './measure.ts';
import type { Subject } from './shape.ts';
import { costText } from './speed_table.ts';
import type { Finding } from './turns.ts';

/** Requests a second, as a table of Markdown. */
export function rateTable(findings: readonly Finding[]): string {
  const rows = findings.map(({ shape, rounds }) => [
    shape.title,
    rateText(rates(rounds, 'almanac')),
    rateText(rates(rounds, 'hand-written')),
    rateText(rates(rounds, 'PostgREST')),
    comparedRates(rounds, 'hand-written'),
    comparedRates(rounds, 'PostgREST'),
    latency(rounds),
  ]);
  const headings = ['Almanac', 'hand-written', 'PostgREST', 'to hand-written', 'to PostgREST'];
  return markdown(['request', ...headings, 'Almanac, ms: median / 99 %'], rows);
}

/** What a request takes of the processors, as a table of Markdown. */
export function costTable(findings: readonly Finding[]): string {
  const rows = findings.map(({ shape, rounds }) => [
    shape.title,
    costText(costs(rounds, 'almanac')),
    costText(costs(rounds, 'hand-written')),
    costText(costs(rounds, 'PostgREST')),
    comparedCosts(rounds, 'hand-written'),
    comparedCosts(rounds, 'PostgREST'),
  ]);
  return markdown(['µs of a request', 'Almanac', 'hand-written', 'PostgREST', 'to hand-written', 'to PostgREST'], rows);
}

/** Rows of figures under headings, as a table of Markdown. */
export function rowTable(rows: readonly object[]): string {
  return markdown(
    Object.keys(rows[0] ?? {}),
    rows.map((row) => Object.values(row).map(String)),
  );
}

function rateText(found: readonly number[] | null): string {
  if (found === null) return '';
  const rate = median(found);
  return rate >= 10 ? String(Math.round(rate)) : rate.toFixed(1);
}

function comparedRates(rounds: Finding['rounds'], subject: Subject): string {
  const [own, other] = [rates(rounds, 'almanac'), rates(rounds, subject)];
  if (own === null || other === null) return '';
  const { middle, spread } = ratio(own, other);
  return spread === '' ? middle : `**${middle}** (${spread})`;
}

function latency({ almanac = [] }: Finding['rounds']): string {
  const milliseconds = (values: readonly number[]) => Math.round(median(values) * 1000) / 1000;
  return `${milliseconds(almanac.map((each) => each.median))} / ${milliseconds(almanac.map((each) => each.p99))}`;
}

/** How often another subject's time holds ours; then how often it would, if our server took no time at all. */
function comparedCosts(rounds: Finding['rounds'], subject: Subject): string {
  const [own, other] = [costs(rounds, 'almanac'), costs(rounds, subject)];
  if (own === null || other === null) return '';
  const all = other.server + other.database;
  return `**${(all / (own.server + own.database)).toFixed(2)}** of ${(all / own.database).toFixed(2)}`;
}

function markdown(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const marks = headings.map((_, column) => (column === 0 ? '---' : '---:'));
  const lines = [headings, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [lines[0], `|${marks.join('|')}|`, ...lines.slice(1)].join('\n');
}
