import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { type Test, test } from 'tap';
import { startBrowser } from '../browser.ts';
import { type TestService, testService } from '../http/service.ts';

// Every kind of page as readers have it: on a wide screen and on a phone, in light and in dark, by keyboard, on paper.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const pages = [
  'index.html',
  'getting_started.html',
  'requests.html',
  'query_language.html',
  'timelines.html',
  'events.html',
  'errors.html',
  'postgrest.html',
  'data_model.html',
  'resources/controllable_unit.html',
  'resources/controllable_unit_service_provider.html',
  'resources/technical_resource.html',
  'resources/event.html',
];

const screens = [
  { width: 1200, height: 900, scheme: 'light' },
  { width: 375, height: 700, scheme: 'dark' },
] as const;

test('the documentation in a browser', async (t) => {
  const [browser, register, clinic] = await Promise.all([
    startBrowser(),
    served(t, 'resources'),
    served(t, 'test/access'),
  ]);
  t.teardown(() => browser.close());

  const open = async (address: string, { width, height, scheme }: (typeof screens)[number]) => {
    const page = await browser.newPage();
    // The pages allow no script; that of axe is ours.
    await page.setBypassCSP(true);
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(address, { waitUntil: 'load' });
    return page;
  };

  await t.test('axe finds nothing, and nothing is wider than the screen', async (t) => {
    const addresses = [...pages.map((path) => `${register}/docs/${path}`), `${clinic}/docs/resources/patient.html`];
    const asked = addresses.flatMap((address) => screens.map((screen) => ({ address, screen })));
    const lanes = [0, 1, 2].map(async (lane) => {
      for (const { address, screen } of asked.filter((_, at) => at % 3 === lane)) {
        const page = await open(address, screen);
        const where = `${new URL(address).pathname} at ${screen.width}, ${screen.scheme}`;
        t.strictSame(await violations(page), [], where);
        t.equal(await widthOf(page), screen.width, `${where}: as wide as the screen`);
        await page.close();
      }
    });
    await Promise.all(lanes);
  });

  await t.test('the keyboard reaches the content, and opens and closes the list of pages', async (t) => {
    const page = await open(`${register}/docs/resources/party.html`, screens[1]);
    const focused = () =>
      page.evaluate("document.activeElement.textContent.trim() + ' ' + document.activeElement.tagName");
    await page.keyboard.press('Tab');
    t.equal(await focused(), 'Skip to the content A');
    t.ok(Number(await page.evaluate('document.activeElement.getBoundingClientRect().left')) > 0, 'and is seen');
    await page.keyboard.press('Enter');
    t.equal(await page.evaluate('document.activeElement.id'), 'content');
    await page.focus('button[popovertarget]');
    const isOpen = () => page.evaluate("document.querySelector('#pages').matches(':popover-open')");
    const isSeen = () => page.evaluate("document.querySelector('#pages a').checkVisibility()");
    t.strictSame([await isOpen(), await isSeen()], [false, false]);
    await page.keyboard.press('Enter');
    t.strictSame([await isOpen(), await isSeen()], [true, true]);
    t.strictSame(await violations(page), [], 'the open list');
    await page.keyboard.press('Tab');
    t.equal(await focused(), 'Overview A', 'the list comes next');
    await page.keyboard.press('Escape');
    t.equal(await isOpen(), false);
    await page.close();
    const wide = await open(`${register}/docs/resources/party.html`, screens[0]);
    const seen = (selector: string) => wide.evaluate(`document.querySelector('${selector}').checkVisibility()`);
    t.strictSame(
      [await seen('#pages a[aria-current]'), await seen('.contents'), await seen('.top button')],
      [true, true, false],
    );
    await wide.close();
  });

  await t.test('on paper there is the content alone, in dark letters on white, and nothing is cut', async (t) => {
    const page = await open(`${register}/docs/resources/controllable_unit.html`, { ...screens[0], scheme: 'light' });
    await page.emulateMediaType('print');
    const seen = (selector: string) => page.evaluate(`document.querySelector('${selector}').checkVisibility()`);
    t.strictSame(
      [await seen('#pages'), await seen('.top'), await seen('.contents'), await seen('h1')],
      [false, false, false, true],
    );
    t.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)');
    const cut =
      "[...document.querySelectorAll('pre')].filter((each) => each.scrollHeight > each.clientHeight + 1).length";
    t.equal(await page.evaluate(cut), 0);
    t.ok((await page.pdf({ format: 'A4' })).length > 10_000);
    await page.close();
  });

  await t.test('pages and reference run under their policies, and ask nobody else for anything', async (t) => {
    for (const path of ['/docs/', '/docs/resources/party.html', '/docs/reference/']) {
      const page = await browser.newPage();
      const asked: string[] = [];
      const told: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      page.on('console', (message) => message.type() === 'error' && told.push(message.text()));
      page.on('pageerror', (error) => told.push(String(error)));
      await page.goto(`${register}${path}`, { waitUntil: 'networkidle0' });
      const outside = asked.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== register);
      t.strictSame(outside, [], `${path}: no other host`);
      t.strictSame(
        told.filter((text) => !text.includes('favicon')),
        [],
        `${path}: no complaint`,
      );
      t.match(await page.evaluate('document.body.innerText'), 'Flexibility register', path);
      await page.close();
    }
  });
});

async function served(t: Test, folder: string): Promise<string> {
  const { server }: TestService = await testService(t, folder);
  return server.listen({ host: '127.0.0.1', port: 0 });
}

async function widthOf(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth');
}

async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + ' ' + failureSummary)]))`);
}
