import { type Test, test } from 'tap';
import { testService } from '../../http/service.ts';
import { axeFaults, keyboardFaults, overhang } from './looks.ts';
import { narrow, openStudio, type Screen, show, type Tab, wide } from './opened.ts';
import { callersOf } from './people.ts';

// As each person of the demo: all kinds of pages, by the links that lead there.

for (const folder of ['resources', 'codegen/template/library/resources'])
  test(`nobody is led to a page that is refused, is hard to read or lacks a control: ${folder}`, async (t) => {
    const studio = await openStudio(t, (bundle) => testService(t, folder, bundle));
    const callers = await callersOf(studio.service, folder);
    t.jobs = callers.length;
    await Promise.all(
      callers.map(({ name, token }) =>
        t.test(name, { buffered: true }, (t) =>
          studio.inTab(t, wide, async (tab) => {
            await tab.open('/', token);
            const isLast = name === callers.at(-1)?.name;
            await walk(t, tab, isLast ? allScreens : [narrow]);
          }),
        ),
      ),
    );
  });

const allScreens: readonly Screen[] = [
  { ...wide, scheme: 'dark' },
  wide,
  { ...wide, width: 2560 },
  { ...wide, width: 768 },
  { ...narrow, scheme: 'light' },
  narrow,
];

/** Goes to every list, to a row of each, and to what the page of the row links to. */
async function walk(t: Test, tab: Tab, screens: readonly Screen[]): Promise<void> {
  const looked = new Set<string>();
  const look = async (kind: string) => {
    const address = String(await tab.page.evaluate('location.pathname + location.search'));
    t.strictSame(tab.faults(), [], `${address} asks for nothing that is refused`);
    const refusals = await tab.page.$$eval('.refusal, [role=alert]', (all) =>
      all.map(({ textContent }) => textContent),
    );
    t.strictSame(refusals.filter(Boolean), [], `${address} shows no refusal`);
    t.match(await tab.page.$$eval('h1', (all) => all.map(({ textContent }) => textContent)), [/\S/], address);
    if (looked.has(kind)) return;
    looked.add(kind);
    for (const screen of screens) {
      await show(tab.page, screen);
      await tab.settled();
      const at = `${kind}, ${address} at ${screen.width} in ${screen.scheme}`;
      t.equal(await overhang(tab.page), 0, `not wider than the screen: ${at}`);
      if ([wide.width, narrow.width].includes(screen.width))
        t.strictSame(await axeFaults(tab.page), [], `axe finds nothing: ${at}`);
    }
    t.strictSame(await keyboardFaults(tab.page), [], `by keyboard: ${kind}, ${address}`);
    await show(tab.page, wide);
    await tab.settled();
  };
  await look('home');
  for (const list of await linksIn(tab, 'main a[href]')) {
    await follow(tab, list);
    await look('list');
    const [row] = (await linksIn(tab, 'main a[href]')).filter((link) => link.startsWith(`${list}/`));
    if (row !== undefined) {
      await follow(tab, row);
      await look('row');
      for (const other of (await linksIn(tab, 'main nav a[href]')).filter((link) => link.startsWith(`${row}/`))) {
        const kind = other.slice(row.length + 1).split('/')[0] ?? '';
        if (looked.has(kind) && process.env.ALMANAC_LONG === undefined) continue;
        await follow(tab, other);
        await look(kind);
      }
    }
    await tab.goTo('/');
  }
  t.comment([...looked].join(', '));
}

/** The pages that links lead to, without the queries behind them. */
async function linksIn({ page }: Tab, selector: string): Promise<readonly string[]> {
  const links = (await page.$$eval(selector, (all) => all.map((each) => each.getAttribute('href')))) as string[];
  return [...new Set(links.filter((link) => link.startsWith('/studio/')))];
}

/** Presses a link; it may have scrolled away. */
async function follow(tab: Tab, link: string): Promise<void> {
  await tab.page.$eval(`a[href=${JSON.stringify(link)}]`, (anchor) => (anchor as unknown as { click(): void }).click());
  await tab.settled();
}
