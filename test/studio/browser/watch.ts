import type { Page } from 'puppeteer-core';

/** What a page must not do, as it happens: complaints, requests that fail or are refused, and requests of other hosts. */
export interface Watched {
  /** Since the last time that somebody asked. */
  readonly faults: () => readonly string[];
  /** How many requests have no answer yet. Streams, which stay open, do not count. */
  readonly waiting: () => number;
}

/** @param origin the only one of which the page may ask anything. */
export function watch(page: Page, origin: string): Watched {
  let faults: string[] = [];
  const open = new Set<unknown>();
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${String(error)}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(?:data|blob):/.test(url) && new URL(url).origin !== origin) faults.push(`asks ${url}`);
    if (!request.headers().accept?.includes('event-stream')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => {
    open.delete(request);
    const text = request.failure()?.errorText;
    // Studio itself gives up what it needs no longer.
    if (text !== 'net::ERR_ABORTED') faults.push(`${request.method()} ${request.url()}: ${text}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  return {
    faults: () => {
      const told = faults;
      faults = [];
      return told;
    },
    waiting: () => open.size,
  };
}
