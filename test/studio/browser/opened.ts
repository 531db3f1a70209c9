import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import type { Test } from 'tap';
import type { TestService } from '../../http/service.ts';
import { startBrowser } from '../../story/browser.ts';
import { writeBundle } from '../bundle.ts';
import { type Watched, watch } from './watch.ts';

/** Studio of a service, which listens, and a browser. */
export interface Opened {
  readonly service: TestService;
  readonly browser: Browser;
  readonly origin: string;
  /** Does something in a tab that shares nothing with others, and fails the test for what the page must not do. */
  readonly inTab: (t: Test, screen: Screen, use: (tab: Tab) => Promise<void>) => Promise<void>;
}

export interface Tab extends Watched {
  readonly page: Page;
  /** Signs in by a token at the page that asks for it. */
  readonly signIn: (token: string) => Promise<void>;
  /** Signs in, and shows the page at a path below /studio. */
  readonly open: (path: string, token: string) => Promise<void>;
  /** Shows another page, as a link to it would. */
  readonly goTo: (path: string) => Promise<void>;
  /** Waits until the page shows all that it has asked for. */
  readonly settled: () => Promise<void>;
  /** Waits until some text can be read in the page. */
  readonly reads: (text: string) => Promise<void>;
}

export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
}

export const wide: Screen = { width: 1440, height: 900, scheme: 'light' };
export const narrow: Screen = { width: 375, height: 800, scheme: 'dark' };

/** Serves Studio as its sources are now, and starts a browser. Both end with the test. */
export async function openStudio(t: Test, makeService: (bundle: string) => Promise<TestService>): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-studio-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  await writeBundle(folder);
  const [browser, service] = await Promise.all([startBrowser(), makeService(folder)]);
  t.teardown(() => browser.close());
  const origin = await service.server.listen({ host: '127.0.0.1', port: 0 });
  return {
    service,
    browser,
    origin,
    inTab: async (t, screen, use) => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(longestWait);
      const watched = watch(page, origin);
      await show(page, screen);
      try {
        await use(tabOf(page, watched, origin));
      } finally {
        t.strictSame(watched.faults(), [], 'the page keeps to its rules');
        await context.close();
      }
    },
  };
}

const longestWait = 60_000;

function tabOf(page: Page, watched: Watched, origin: string): Tab {
  const settled = async () => {
    // What has been asked for comes, and what comes may ask for more.
    do await page.waitForFunction(isAtRest, { polling: 'raf' });
    while (watched.waiting() > 0);
  };
  const signIn = async (token: string) => {
    await page.waitForSelector('textarea[name=token]');
    await page.$eval('textarea[name=token]', (area, value) => Object.assign(area, { value }), token);
    await page.$eval('form:has(textarea[name=token])', (form) => (form as unknown as Form).requestSubmit());
  };
  return {
    ...watched,
    page,
    settled,
    signIn,
    open: async (path, token) => {
      await page.goto(`${origin}/studio${path}`);
      await signIn(token);
      await page.waitForSelector('main:not(.sign-in)');
      await settled();
    },
    goTo: async (path) => {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/studio${path}`)});
        dispatchEvent(new PopStateEvent('popstate', { state: null }))`);
      await settled();
    },
    reads: async (text) => {
      await page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`, { polling: 'raf' });
    },
  };
}

interface Form {
  requestSubmit(): void;
}

export async function show(page: Page, { width, height, scheme }: Screen): Promise<void> {
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
}

/** Nothing is said to be on its way, over three frames: React shows what has come in the next one. */
const isAtRest = `new Promise((resolve) => {
  const isBusy = () => document.querySelector('.loading, [aria-busy=true]') !== null || !document.querySelector('main')?.childElementCount;
  const look = (left) => isBusy() ? resolve(false) : left === 0 ? resolve(true) : requestAnimationFrame(() => look(left - 1));
  look(3);
})`;
