import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { type Test, test } from 'tap';
import { createTables } from '../../../db/migrate/prepare.ts';
import { createAuthenticate, type KeySource } from '../../../engine/auth/token.ts';
import { loadModel } from '../../../engine/feature/load.ts';
import { createServer } from '../../../engine/http/server.ts';
import type { People } from '../../../engine/http/studio/people.ts';
import type { Model } from '../../../engine/model/model.ts';
import type { Service } from '../../../engine/model/service.ts';
import { schemaText } from '../../../engine/schema/schema.ts';
import { testDatabase } from '../../database.ts';
import { quiet, secret, signToken } from '../../http/service.ts';
import { startBrowser } from '../../story/browser.ts';
import { writeBundle } from '../bundle.ts';
import { openProvider, signInAs, type TestProvider } from './provider.ts';

// How people sign in to Studio: at a provider of OpenID Connect, as somebody of the demo, and with a token.

const audience = 'https://notes.example.org';
const place = '/studio/browse/note?heading=eq.bread';

/** The bundle and a browser, for all tests of this file. */
async function openBrowser(t: Test) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-studio-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const [browser] = await Promise.all([startBrowser(), writeBundle(folder)]);
  t.teardown(() => browser.close());
  return { folder, browser };
}

interface Served {
  readonly folder: string;
  readonly parts?: Partial<Service>;
  readonly keys?: KeySource;
  readonly people?: People;
}

/** A service of notes with its Studio. */
async function serve(
  t: Test,
  { folder, parts = {}, keys = { kind: 'secret', secret }, people }: Served,
): Promise<string> {
  const loaded = await loadModel('test/five_lines');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const model: Model = { ...loaded.model, service: { ...loaded.model.service, ...parts } };
  const { database } = await testDatabase(t, {
    key: `${schemaText(model)} with a note`,
    run: async (empty) => {
      await createTables(empty, model);
      await empty.script("insert into note (heading) values ('bread')");
    },
  });
  const authenticate = createAuthenticate(keys, model.service);
  const server = await createServer({
    ...quiet,
    model,
    database,
    authenticate,
    people: people ?? null,
    studio: { folder },
  });
  t.teardown(() => server.close());
  return server.listen({ host: '127.0.0.1', port: 0 });
}

/** A tab that shares nothing with others. It may ask these origins, and keeps no token in its storages. */
async function openTab(t: Test, browser: Browser, ...origins: readonly string[]): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  // The pages of the provider ask for it.
  await (await page.createCDPSession()).send('Network.setBlockedURLs', { urls: ['*://fonts.googleapis.com/*'] });
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const isOfStudio = request.frame()?.url().startsWith(`${origins[0]}/studio`) === true;
    if (isOfStudio && protocol.startsWith('http') && !origins.includes(origin)) foreign.push(request.url());
  });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text());
  });
  t.teardown(async () => {
    await context.close();
    if (foreign.length + refused.length > 0)
      throw new Error(`the page does not keep to its rules: ${[...foreign, ...refused].join('; ')}`);
  });
  return page;
}

/** A service whose people sign in at a provider, and a tab that may ask both. */
async function openWithProvider(
  t: Test,
  { folder, browser }: Awaited<ReturnType<typeof openBrowser>>,
  resource: string | null = audience,
) {
  const provider = await openProvider(t, audience);
  const { issuer } = provider;
  const origin = await serve(t, {
    folder,
    keys: { kind: 'jwks', url: `${issuer}/jwks` },
    parts: {
      token: { issuer, audiences: [audience], type: 'at+jwt', clockToleranceSeconds: 0, tokenUrl: null },
      studio: { signIn: { issuer, clientId: 'studio', scope: 'openid profile read:data', resource } },
    },
  });
  provider.know('studio', origin);
  return { provider, origin, page: await openTab(t, browser, origin, issuer) };
}

/** Signs in from a page of Studio, and waits until it is shown. */
async function enter(page: Page, { issuer }: TestProvider, address: string): Promise<void> {
  await page.goto(address);
  await press(page, `Sign in at ${new URL(issuer).host}`);
  await signInAs(page, 'kari');
  await shows(page, 'h1', 'Note');
}

async function press(page: Page, name: string): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
}

/** Waits until an element has a text. */
async function shows(page: Page, selector: string, text: string): Promise<void> {
  await page.waitForFunction(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].some((each) => each.textContent.includes(${JSON.stringify(text)}))`,
    { polling: 100, timeout: 60_000 },
  );
}

/** The addresses to which the tab can go back. */
async function history(page: Page): Promise<readonly string[]> {
  const { entries } = await (await page.createCDPSession()).send('Page.getNavigationHistory');
  return entries.map(({ url }) => url);
}

/** All that the tab keeps beyond its memory. */
async function stored(page: Page): Promise<unknown> {
  return page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
}

const nothing = JSON.stringify([{}, {}, '']);

test('sign-in to Studio', async (t) => {
  const opened = await openBrowser(t);

  t.test('at a provider, from a deep link and back to it, without a question after a reload', async (t) => {
    const { page, origin, provider } = await openWithProvider(t, opened);
    await enter(page, provider, `${origin}${place}`);
    t.equal(page.url(), `${origin}${place}`);
    await shows(page, 'main', 'bread');
    t.equal(await stored(page), nothing, 'the token is in memory');
    await shows(page, '.person-button', 'kari Nordmann');
    await page.reload();
    await shows(page, 'main', 'bread');
    t.equal(page.url(), `${origin}${place}`);
    const entries = await history(page);
    t.strictSame(
      entries.filter((url) => url.includes('code=')),
      [],
      'nobody comes back to the code',
    );
    t.equal(entries.filter((url) => url === `${origin}${place}`).length, 1, 'nor to a page that only leaves');
  });

  t.test('a token is renewed before it ends, and the provider is asked nothing else', async (t) => {
    const { page, origin, provider } = await openWithProvider(t, opened);
    provider.gives.seconds = 6;
    await enter(page, provider, `${origin}${place}`);
    const renewals: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST')
        renewals.push(new URLSearchParams(request.postData() ?? '').get('grant_type') ?? '');
    });
    await page.waitForResponse((response) => response.request().method() === 'POST', { timeout: 60_000 });
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    t.strictSame([...new Set(renewals)], ['refresh_token']);
    await page.click('#resource-menu a');
    await shows(page, 'main', 'bread');
    t.equal(page.url().includes('sign-in'), false, 'later than the first token was good');
    t.equal(await stored(page), nothing);
  });

  t.test('a token that nobody renews ends with a warning, and with the address kept', async (t) => {
    const { page, origin, provider } = await openWithProvider(t, opened);
    Object.assign(provider.gives, { seconds: 60, refresh: false });
    await enter(page, provider, `${origin}${place}`);
    await shows(page, '.end-notice', 'Your sign-in ends at');
    await Promise.all([page.waitForNavigation(), press(page, 'Sign in again')]);
    await shows(page, 'main', 'bread');
    t.equal(page.url(), `${origin}${place}`, 'the provider knows the person still');
    // The service takes it to be a minute later.
    const { now } = Date;
    t.teardown(() => {
      Date.now = now;
    });
    Date.now = () => now() + 61_000;
    await page.click('.service-name');
    await page.click('#resource-menu a');
    await shows(page, '[role=alert]', 'The service does not take your token: the token has expired.');
    Date.now = now;
    await press(page, `Sign in at ${new URL(provider.issuer).host}`);
    await shows(page, 'h1', 'Note');
    t.match(page.url(), `${origin}/studio/browse/note`);
  });

  t.test('a token for another API is refused with the reason, and once', async (t) => {
    const { page, origin, provider } = await openWithProvider(t, opened);
    provider.gives.audience = 'https://other.example.org';
    await page.goto(`${origin}${place}`);
    await press(page, `Sign in at ${new URL(provider.issuer).host}`);
    await signInAs(page, 'kari');
    await shows(page, '[role=alert]', 'The service does not take your token: the claim aud');
    t.equal(page.url(), `${origin}/studio/sign-in`);
    provider.gives.audience = audience;
    await press(page, `Sign in at ${new URL(provider.issuer).host}`);
    await shows(page, 'h1', 'Note');
    t.equal(page.url(), `${origin}${place}`, 'the address is kept over the refusal');
  });

  t.test('sign-out ends the session of the provider too', async (t) => {
    const { page, origin, provider } = await openWithProvider(t, opened);
    await enter(page, provider, `${origin}${place}`);
    await page.click('.person-button');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await Promise.all([page.waitForNavigation(), press(page, 'Sign out')]);
    t.equal(new URL(page.url()).origin, provider.issuer);
    t.ok(asked.includes('/token/revocation'), 'the refresh token is taken back');
    await Promise.all([page.waitForNavigation(), page.click('button[value=yes]')]);
    await shows(page, 'h1', 'Sign in to Notes');
    t.equal(page.url(), `${origin}/studio/sign-in`);
    await page.goto(`${origin}${place}`);
    await shows(page, 'h1', 'Sign in to Notes');
    t.equal(await stored(page), nothing);
  });

  t.test('an answer that this tab has not asked for signs nobody in', async (t) => {
    const { page, origin } = await openWithProvider(t, opened);
    await page.goto(`${origin}/studio/signed-in?code=stolen&state=another`);
    await shows(page, '[role=alert]', 'This sign-in did not begin here');
    t.equal(page.url(), `${origin}/studio/sign-in`);
  });

  t.test('a provider that is away is told of, and is there again', async (t) => {
    const { page, origin, provider } = await openWithProvider(t, opened);
    const { host } = new URL(provider.issuer);
    provider.leave();
    await page.goto(`${origin}${place}`);
    await shows(page, '[role=alert]', `${host} does not answer`);
    provider.comeBack();
    await press(page, `Sign in at ${host}`);
    await signInAs(page, 'kari');
    await shows(page, 'main', 'bread');
    t.equal(page.url(), `${origin}${place}`);
  });

  t.test('a provider that calls itself otherwise is not asked for tokens', async (t) => {
    const provider = await openProvider(t, audience);
    const issuer = provider.issuer.replace('127.0.0.1', 'localhost');
    const signIn = { issuer, clientId: 'studio', scope: 'openid', resource: null };
    const origin = await serve(t, { ...opened, parts: { studio: { signIn } } });
    provider.know('studio', origin);
    const page = await openTab(t, opened.browser, origin, issuer);
    await page.goto(`${origin}${place}`);
    await shows(page, '[role=alert]', `can use here: it calls itself ${provider.issuer}`);
    t.equal(page.url(), `${origin}/studio/sign-in`);
  });

  t.test('a refusal of the provider is told in its words', async (t) => {
    const { page, origin } = await openWithProvider(t, opened, 'urn:unknown#fragment');
    await page.goto(`${origin}${place}`);
    await shows(page, '[role=alert]', 'did not sign you in');
  });

  t.test('as somebody of the demo, by one click, and as somebody else on the same page', async (t) => {
    const list = ['kari', 'ola'].map((subject) => ({
      subject,
      name: `${subject} Nordmann`,
      role: null,
      about: 'at home',
    }));
    const people: People = {
      list: [{ subject: 'development', name: null, role: null, about: null }, ...list],
      tokenOf: (subject) => ({
        access_token: signToken({ sub: subject, identity_id: 7, scope: 'read:data' }),
        token_type: 'Bearer',
        expires_in: 3600,
      }),
    };
    const origin = await serve(t, { ...opened, people });
    const page = await openTab(t, opened.browser, origin);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    await page.goto(`${origin}${place}`);
    await press(page, 'kari Nordmann at home');
    await shows(page, 'main', 'bread');
    t.equal(page.url(), `${origin}${place}`);
    await page.click('.person-button');
    await press(page, 'ola Nordmann at home');
    await shows(page, '.person-button', 'ola Nordmann');
    await shows(page, 'main', 'bread');
    t.equal(page.url(), `${origin}${place}`);
    t.equal(await stored(page), nothing);
    await page.reload();
    await press(page, 'Everything The service itself, with the role that may do most');
    await shows(page, '.person-button', 'Everything');
    await page.click('.person-button');
    await press(page, 'Sign out');
    await shows(page, 'h1', 'Sign in to Notes');
    t.strictSame(refused, [], 'nothing is asked without a token');
  });

  t.test('with a token, which the service checks', async (t) => {
    const origin = await serve(t, opened);
    const page = await openTab(t, opened.browser, origin);
    await page.goto(`${origin}${place}`);
    const paste = async (token: string) => {
      await page.locator('textarea[name=token]').fill(token);
      await press(page, 'Sign in');
    };
    await paste('tøken');
    await shows(page, '[role=alert]', 'This is not a token');
    await paste('ey.not.good');
    await shows(page, '[role=alert]', 'The service does not take your token');
    await paste(`Bearer ${signToken({ sub: 'kari', identity_id: 7, scope: 'read:data' })}\n`);
    await shows(page, 'main', 'bread');
    t.equal(page.url(), `${origin}${place}`);
    await shows(page, '.person-button', 'kari');
    t.equal(await stored(page), nothing);
  });
});
