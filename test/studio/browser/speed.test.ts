import type { Page } from 'puppeteer-core';
import { test } from 'tap';
import { strongestClaims, type TestService, testService } from '../../http/service.ts';
import { openStudio, type Tab, wide } from './opened.ts';
import { slowness, threadTime, type Worked } from './slow_machine.ts';

const rows = 100_000;
const entries = 2_000;
const atMost = 100;

const definitions = {
  'service.yaml': 'service: Many\n',
  'house.yaml': `resource: house
fields: { name: { type: text }, number: { type: integer } }
relations: { stay: { resource: stay, by: house_id } }
`,
  'stay.yaml': `resource: stay
history: true
temporal: { timeline: house_id }
fields: { house_id: { type: reference, to: house }, guest: { type: text } }
`,
};

const sorting = (name: string) => `//thead//button[contains(., "${name}")]`;

/** What is pressed on each page, in order. */
const pages: readonly (readonly [path: string, ready: string, ...steps: readonly Step[]])[] = [
  [
    '/browse/house',
    '.row-table tbody tr[tabindex]',
    { click: sorting('Name') },
    { click: sorting('Number') },
    { click: '//tbody//tr[@tabindex]//td[last()]', instead: 'focus' },
    ...Array.from({ length: 12 }, () => ({ press: 'PageDown' }) as const),
    { press: 'End' },
    { press: 'Home' },
    ...Array.from({ length: 5 }, () => ({ press: 'ArrowDown' }) as const),
  ],
  [
    '/browse/house/1/time',
    'main svg',
    { click: '//main//button[@aria-label="Zoom in"]' },
    { click: '//main//button[@aria-label="Zoom in"]' },
    { click: '//main//button[.="Show all"]' },
  ],
  [
    '/browse/house/1/time/stay',
    'main svg',
    { click: '//main//button[@aria-label="Zoom in"]' },
    { click: '//main//button[@aria-label="Zoom in"]' },
    { click: '//main//button[.="Show all"]' },
  ],
];

type Step =
  | { readonly press: 'PageDown' | 'End' | 'Home' | 'ArrowDown' }
  | { readonly click: string; readonly instead?: 'focus' };

test(`a list of ${rows} rows and a timeline of ${entries} entries answer each key and click in ${atMost} ms of a slow machine`, async (t) => {
  const studio = await openStudio(t, (bundle) => testService(t, t.testdir(definitions), bundle));
  await fill(studio.service);
  const token = studio.service.token(strongestClaims(studio.service.model));
  await studio.inTab(t, wide, async (tab) => {
    await tab.open('/', token);
    const worked = await threadTime(await tab.page.createCDPSession());
    for (const [path, ready, ...steps] of pages) {
      const slowest = (await slowness(tab, worked)) * (await measure(tab, worked, path, ready, steps));
      t.comment(`${path}: ${slowest.toFixed()} ms`);
      t.ok(slowest <= atMost, `${path}: the slowest of ${steps.length} interactions takes ${slowest.toFixed()} ms`);
    }
  });
});

/** The milliseconds for which the page works on the slowest of the interactions, until the frame that shows it. */
async function measure(
  { page, goTo, settled }: Tab,
  worked: Worked,
  path: string,
  ready: string,
  steps: readonly Step[],
): Promise<number> {
  await goTo('/');
  await goTo(path);
  await page.waitForSelector(ready);
  const times: number[] = [];
  for (const step of steps) {
    const interact = await interaction(page, step);
    times.push(
      await worked(async () => {
        await interact();
        await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
      }),
    );
    await settled();
  }
  return Math.max(...times);
}

async function interaction(page: Page, step: Step): Promise<() => Promise<void>> {
  if ('press' in step) return () => page.keyboard.press(step.press);
  if (step.instead === 'focus') return () => page.focus('.row-table tbody tr[tabindex="0"]');
  const button = await page.waitForSelector(`xpath/.${step.click}`);
  if (button === null) throw new Error(`there is nothing to click at ${step.click}`);
  return () => button.click();
}

async function fill({ database: { query } }: TestService): Promise<void> {
  await query(`insert into house (name, number) select 'House ' || at, at % 997 from generate_series(1, ${rows}) at`);
  await query(`insert into stay (house_id, guest, valid_from, valid_to)
    select 1, 'Guest ' || at % 50, timestamptz '2020-01-01Z' + at * interval '1 day', timestamptz '2020-01-01Z' + (at + 1) * interval '1 day'
    from generate_series(1, ${entries}) at`);
}
