import { readFileSync } from 'node:fs';
import { test } from 'tap';
import { figures } from '../../engine/docs/place/figures.ts';
import { shapeOf } from './all_shapes.ts';
import type { Measured } from './cost.ts';
import { costTable, rateTable } from './page_tables.ts';
import { partsOf } from './parts.ts';
import type { Measurement } from './speed.ts';
import { pageChart, speedPage } from './speed_page.ts';

const measured = (perSecond: number, server: number, database: number): Measured => ({
  requests: perSecond,
  perSecond,
  median: 2,
  p99: 9,
  processor: { server, database },
});

const finding = {
  shape: shapeOf('read'),
  rounds: {
    almanac: [measured(900, 100, 50), measured(1200, 110, 60), measured(1000, 90, 40)],
    'hand-written': [measured(1000, 60, 40), measured(1000, 60, 40), measured(1000, 60, 40)],
    // It has answered nothing.
    PostgREST: [1, 2, 3].map(() => measured(0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)),
  },
};

test('rates are medians; ratios are taken round by round', async (t) => {
  t.equal(
    rateTable([finding]),
    `| request | Almanac | hand-written | PostgREST | to hand-written | to PostgREST | Almanac, ms: median / 99 % |
|---|---:|---:|---:|---:|---:|---:|
| read by id | 1000 | 1000 | 0.0 | **1.00** (0.90-1.20) | none answered | 2 / 9 |`,
  );
});

test('costs stand beside what they would be without our server', async (t) => {
  t.equal(
    costTable([finding]),
    `| µs of a request | Almanac | hand-written | PostgREST | to hand-written | to PostgREST |
|---|---:|---:|---:|---:|---:|
| read by id | 100 + 50 | 60 + 40 |  | **0.67** of 2.00 |  |`,
  );
});

test('the page has a place for each part, and the figures that README.md shows', async (t) => {
  const template = readFileSync(new URL('speed_page.md', import.meta.url), 'utf8');
  const parts = partsOf({ shapes: null, isBusy: false, connections: null, page: true });
  const measurements: readonly Measurement[] = parts.map((part) => ({
    part,
    findings: part.shapes.map((shape) => ({ ...finding, shape })),
  }));
  const imports = [{ resource: 'thing', ratio: '0.50' }];
  const told = { rounds: 3, seconds: 1, server: 'PostgreSQL 18', imports };
  const page = speedPage(template, measurements, told);
  t.notMatch(page, /[{}]/);
  t.match(pageChart(measurements), />POST</, 'the chart has the requests of the first table');
  for (const { part, findings } of measurements) t.ok(page.includes(rateTable(findings)), part.name);
  t.ok(page.includes('| resource | ratio |\n|---|---:|\n| thing | 0.50 |'));
  t.match(figures(page), /\| POST \| 1000 \| 1000 \|/);
  t.throws(() => speedPage('{other rates}', measurements, told), { message: /\{other rates\}, which was not/ });
});
