import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { type Test, test } from 'tap';
import { siteOf } from '../docs/site.ts';
import { serveModel, strongestClaims, testService } from '../http/service.ts';
import { startBrowser } from './browser.ts';

// Every kind of page as readers have it: on a wide screen and on a phone, in light and in dark, by keyboard, on paper.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One of each kind; those of text alone, of which there are more, are all looked at for their width. */
const kinds = [
  'index.html',
  'getting_started.html',
  'query_language.html',
  'definitions.html',
  'time.html',
  'time.html',
  'errors.html',
  'data_model.html',
  'changelog.html',
  'resources/controllable_unit_service_provider.html',
  'resources/technical_resource.html',
];

const screens = [
  { width: 1200, height: 900, scheme: 'light' },
  { width: 375, height: 700, scheme: 'dark' },
] as const;

type Screen = (typeof screens)[number];

test('the documentation in a browser', async (t) => {
  const [browser, register, clinic] = await Promise.all([
    startBrowser(),
    served(t, 'resources'),
    served(t, 'test/access'),
  ]);
  const { files } = await siteOf('resources');
  t.teardown(() => browser.close());

  const openTab = async () => {
    const page = await browser.newPage();
    // The pages allow no script but theirs; that of axe is ours.
    await page.setBypassCSP(true);
    return page;
  };
  const show = async (page: Page, address: string, { width, height, scheme }: Screen) => {
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(address, { waitUntil: 'load' });
  };
  const open = async (address: string, screen: Screen) => {
    const page = await openTab();
    await show(page, address, screen);
    return page;
  };
  /** One tab after another for many pages: a tab of its own for each takes longer than what is asked of it. */
  const inTabs = async <T>(all: readonly T[], look: (tab: Page, each: T) => Promise<void>) => {
    const tabs = await Promise.all(Array.from({ length: availableParallelism() }, openTab));
    const left = all.values();
    await Promise.all(
      tabs.map(async (tab) => {
        for (const each of left) await look(tab, each);
        await tab.close();
      }),
    );
  };

  await t.test('axe finds nothing in any kind of page', async (t) => {
    const addresses = [...kinds.map((path) => `${register}/docs/${path}`), `${clinic}/docs/resources/patient.html`];
    // In a short run, each on one of the screens.
    const asked = addresses.flatMap((address, index) =>
      screens
        .filter((_, at) => process.env.ALMANAC_LONG !== undefined || at === index % screens.length)
        .map((screen) => ({ address, screen })),
    );
    await inTabs(asked, async (page, { address, screen }) => {
      await show(page, address, screen);
      t.strictSame(await violations(page), [], `${new URL(address).pathname} at ${screen.width}, ${screen.scheme}`);
    });
  });

  await t.test('no page is wider than the screen', async (t) => {
    const paths = [...files.keys()].filter((path) => path.endsWith('.html'));
    t.ok(paths.length > 20);
    await inTabs(paths, async (page, path) => {
      await show(page, `${register}/docs/${path}`, screens[1]);
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), screens[1].width, path);
    });
  });

  await t.test('the keyboard reaches the content, and opens and closes the list of pages', async (t) => {
    const page = await open(`${register}/docs/resources/party.html`, screens[1]);
    const focused = () =>
      page.evaluate("document.activeElement.textContent.trim() + ' ' + document.activeElement.tagName");
    await page.keyboard.press('Tab');
    t.equal(await focused(), 'Skip to the content A');
    t.ok(Number(await page.evaluate('document.activeElement.getBoundingClientRect().left')) > 0, 'and is seen');
    await page.keyboard.press('Enter');
    t.equal(await page.evaluate('document.activeElement.id'), 'main-content');
    await page.focus('button[popovertarget]');
    const isOpen = () => page.evaluate("document.querySelector('#all-pages').matches(':popover-open')");
    const isSeen = () => page.evaluate("document.querySelector('#all-pages a').checkVisibility()");
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
      [await seen('#all-pages a[aria-current]'), await seen('.contents'), await seen('.top button[popovertarget]')],
      [true, true, false],
    );
    await wide.close();
  });

  await t.test('the search finds a heading of any page, by the keyboard alone, served and as files', async (t) => {
    const folder = t.testdir();
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    for (const [at, site] of [`${register}/docs`, pathToFileURL(folder).href].entries()) {
      const page = await open(`${site}/resources/party.html`, screens[at] ?? screens[0]);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      t.equal(await page.evaluate("document.querySelector('dialog').open"), false);
      await page.keyboard.press('/');
      await page.waitForFunction("document.querySelector('dialog [role=status]').textContent.startsWith('Type')");
      t.strictSame(
        asked,
        [`${site}/minisearch.js`, `${site}/search_index.js`],
        'the index comes with the first search',
      );
      await page.keyboard.type('overlap_conflict');
      await page.waitForFunction("document.querySelectorAll('dialog li').length > 0");
      t.match(await page.evaluate("document.querySelector('dialog li').innerText"), /^overlap_conflict\s+Errors\s/);
      t.match(await page.evaluate("document.querySelector('dialog li mark').textContent"), 'overlap_conflict');
      t.strictSame(await violations(page), [], 'the open search');
      t.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.waitForFunction("location.pathname.endsWith('/errors.html') && document.readyState === 'complete'");
      t.equal(await page.evaluate('location.hash'), '#overlap_conflict');
      await page.keyboard.press('/');
      await page.waitForFunction("document.querySelector('dialog [role=status]').textContent.startsWith('Type')");
      for (const [words, found] of [
        ['contrlable', 'Controllable unit'],
        ['maximum_active_power unit', 'maximum_active_power'],
        ['xyzzy', null],
        ['<img src=x onerror=alert(1)>', null],
        ['.*(', null],
      ] as const) {
        await page.$eval('dialog input', (field) => Object.assign(field, { value: '' }));
        await page.type('dialog input', words);
        const text = String(await page.evaluate("document.querySelector('dialog ol').innerText"));
        if (found === null)
          t.match(
            await page.evaluate("document.querySelector('dialog [role=status]').textContent"),
            /Nothing found|^\d+ result/,
          );
        else t.ok(text.includes(found), words);
      }
      await page.keyboard.press('Escape');
      t.equal(await page.evaluate("document.querySelector('dialog').open"), false);
      await page.close();
    }
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(`${register}/docs/resources/party.html`);
    t.equal(await page.$eval('button.search', (button) => button.checkVisibility()), false, 'no script, no button');
    await page.close();
  });

  await t.test('on paper there is the content alone, in dark letters on white, and nothing is cut', async (t) => {
    const page = await open(`${register}/docs/resources/controllable_unit.html`, { ...screens[0], scheme: 'light' });
    await page.emulateMediaType('print');
    const seen = (selector: string) => page.evaluate(`document.querySelector('${selector}').checkVisibility()`);
    t.strictSame(
      [await seen('#all-pages'), await seen('.top'), await seen('.contents'), await seen('h1')],
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
    for (const path of ['/', '/docs/', '/docs/resources/party.html', '/docs/reference/']) {
      const page = await browser.newPage();
      const asked: string[] = [];
      const told: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      page.on('console', (message) => message.type() === 'error' && told.push(message.text()));
      page.on('pageerror', (error) => told.push(String(error)));
      await page.goto(`${register}${path}`, { waitUntil: 'networkidle0' });
      const outside = asked.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== register);
      t.strictSame(outside, [], `${path}: no other host`);
      t.strictSame(told, [], `${path}: no complaint`);
      t.match(await page.evaluate('document.body.innerText'), 'Flexibility register', path);
      await page.close();
    }
  });
});

test('the playground sends each request as it is offered', async (t) => {
  const [browser, service] = await Promise.all([startBrowser(), testService(t, 'resources')]);
  t.teardown(() => browser.close());
  const address = await service.server.listen({ host: '127.0.0.1', port: 0 });
  const { paths } = (await service.server.inject('/openapi.json')).json() as {
    paths: Record<string, { get?: { tags: readonly string[] } }>;
  };
  const all = Object.keys(paths).filter((path) => paths[path]?.get !== undefined);
  t.ok(all.length > 40);
  // In a short run, one of each kind.
  const asked =
    process.env.ALMANAC_LONG === undefined
      ? all.filter((path) => /^\/(party|event|notice|party_history)(\/|$)/.test(path))
      : all;
  const page = await browser.newPage();
  await page.setViewport({ width: 1400, height: 1000 });
  const answers: string[] = [];
  page.on('response', (response) => {
    const { origin, pathname, search } = new URL(response.url());
    if (origin === address && pathname.startsWith('/api/v1')) answers.push(`${response.status()} ${pathname}${search}`);
  });
  await page.goto(`${address}/docs/reference/`);
  const token = await page.waitForSelector('input[placeholder="Token"]');
  await token?.type(service.token(strongestClaims(service.model)));
  const open = async (path: string) => {
    await page.keyboard.press('Escape');
    const tag = paths[path]?.get?.tags[0]?.replaceAll('_', '-');
    await page.evaluate(`location.hash = ${JSON.stringify(`#tag/${tag}/GET${path}`)}`);
    await press(page, `^Test Request \\(get ${literal(path)}\\)$`);
    await page.waitForSelector('[role=dialog] tr');
  };
  const send = async (path: string) => {
    answers.length = 0;
    await press(page, `^Send Send get request to .*/api/v1${literal(path)}$`);
  };
  const answered = async () => {
    while (!answers.some((answer) => !answer.startsWith('307'))) await delay(20);
    return [...answers];
  };
  for (const path of asked) {
    await open(path);
    await send(path);
    if (/^\/(event|notice|notification|subscription)\/\{id\}$/.test(path)) {
      await page.waitForFunction("document.body.innerText.includes('Path parameters must have values.')");
      t.strictSame(answers, [], `${path} needs an id`);
    } else {
      const [first, ...others] = await answered();
      t.match(first, /^(200|307) [^?]*$/, path);
      t.equal(others.length, path.endsWith('/history') ? 1 : 0);
      t.ok(others.every((answer) => answer.startsWith('200 ')));
    }
  }
  await open('/party');
  for (const name of ['or', 'paths', 'select', 'limit'])
    await page.evaluate(`document.querySelector('[aria-label="Include ${name} in request"]').click()`);
  await send('/party');
  const [chosen = ''] = await answered();
  t.strictSame(
    [...new URLSearchParams(chosen.slice(chosen.indexOf('?')))],
    [
      ['or', '(id.eq.1,id.gt.100)'],
      ['membership.id', 'eq.1'],
      ['limit', '10'],
      ['select', 'id,recorded_by,membership(id)'],
    ],
    'nothing is split, and nothing comes along',
  );
});

/** Presses the button with some words (a pattern) as soon as it is there. */
async function press(page: Page, words: string): Promise<void> {
  const button = `[...document.querySelectorAll('button')].find((each) =>
    new RegExp(${JSON.stringify(words)}).test(each.innerText.trim().replaceAll(/\\s+/g, ' ')))`;
  // To lay out hundreds of buttons for each frame would take all that the page has.
  await page.waitForFunction(`${button} !== undefined`, { polling: 100 });
  await page.evaluate(`${button}.click()`);
}

function literal(text: string): string {
  return text.replaceAll(/[{}]/g, '\\$&');
}

test('a description runs nothing', async (t) => {
  const browser = await startBrowser();
  t.teardown(() => browser.close());
  const { model } = await siteOf('test/five_lines');
  const [note] = model.resources.values();
  if (note === undefined) throw new Error('there is no resource');
  const run = 'window.ran=1';
  const description = `[good](https://example.org/) [a](javascript:${run}) <a href="javascript:${run}">b</a>
<img src=x onerror="${run}"> <svg onload="${run}"></svg> <script>${run}</script> <javascript:${run}> [c]

[c]: javascript:${run}`;
  const { server } = await serveModel(t, { ...model, resources: new Map([[note.name, { ...note, description }]]) });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  for (const path of ['/docs/resources/note.html', '/docs/reference/#tag/note']) {
    const page = await browser.newPage();
    await page.goto(`${address}${path}`, { waitUntil: 'networkidle0' });
    await page.waitForSelector('a[href="https://example.org/"]');
    t.equal(await page.evaluate('window.ran'), undefined, path);
    t.strictSame(
      await page.evaluate(`[...document.querySelectorAll('a, [onerror], [onload], script')]
        .filter((each) => each.protocol === 'javascript:' || each.onerror || each.onload || each.text === '${run}')
        .map((each) => each.outerHTML)`),
      [],
      path,
    );
    await page.close();
  }
});

/** A service with its documentation as the command serves it. */
async function served(t: Test, folder: string): Promise<string> {
  const { server } = await testService(t, folder);
  return server.listen({ host: '127.0.0.1', port: 0 });
}

async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + ' ' + failureSummary)]))`);
}
