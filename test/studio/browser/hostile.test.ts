import { type Test, test } from 'tap';
import { strongestClaims, type TestService, testService } from '../../http/service.ts';
import { overhang } from './looks.ts';
import { narrow, openStudio, type Tab, wide } from './opened.ts';

// Whatever a row, a model or a refusal says: it is text, and the page stays as it is.

/** What would set `window.ran` or ask another host, if anything took it for more than text. */
const attacks: readonly string[] = [
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '<img src="http://attacker.example/a.png">',
  '<svg onload="window.ran=1"><a href="javascript:window.ran=1">a</a></svg>',
  '<a href="javascript:window.ran=1">a</a> <a href=" java&#10;script:window.ran=1">b</a>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe><object data="http://attacker.example/"></object>',
  '<form action="http://attacker.example/"><button autofocus onfocus="window.ran=1">c</button></form>',
  '<style>body { display: none } @import "http://attacker.example/a.css"</style>',
  'javascript:window.ran=1',
  'data:text/html,<script>window.ran=1</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: templates of other tools
  '${window.ran=1} {{constructor.constructor("window.ran=1")()}} %{name} |||| <%= 1 %>',
  '__proto__',
  'constructor',
  '\u202Eevil\u202C \u2066x\u2069 \u0007 \uFEFF',
  '"\' onmouseover="window.ran=1" x="',
  'W'.repeat(100_000),
];

const hostileTitle = `<img src=x onerror="window.ran=1"> \${window.ran=1} %{name} ${'W'.repeat(300)}`;

const quoted = (text: string) => JSON.stringify(text);

const definitions = {
  'service.yaml': `service: ${quoted(hostileTitle)}
description: ${quoted(attacks.slice(0, 6).join('\n\n'))}
`,
  'thing.yaml': `resource: thing
title: ${quoted(hostileTitle)}
group: ${quoted('<img src=x onerror="window.ran=1">')}
description: ${quoted(attacks.slice(0, 8).join('\n\n'))}
history: true
label: name
fields:
  name: { type: text, title: ${quoted(hostileTitle)}, description: ${quoted(attacks.slice(0, 5).join(' '))} }
  constructor: { type: text, nullable: true, title: constructor }
  kind: { type: enum, values: [{ value: a, title: ${quoted('<script>window.ran=1</script>')} }], default: a }
  page: { type: html, nullable: true }
  data: { type: json, nullable: true }
  words: { type: array, of: text, nullable: true }
relations: { stay: { resource: stay, by: thing_id } }
`,
  'stay.yaml': `resource: stay
title: ${quoted('<svg onload="window.ran=1">')}
history: true
temporal: { timeline: thing_id }
fields:
  thing_id: { type: reference, to: thing }
  place: { type: text }
`,
};

test('hostile texts in rows and in the model stay texts', async (t) => {
  const studio = await openStudio(t, (bundle) => testService(t, t.testdir(definitions), bundle));
  const { service } = studio;
  await fill(service);
  const token = service.token(strongestClaims(service.model));
  for (const screen of [wide, narrow])
    await studio.inTab(t, screen, async (tab) => {
      await tab.open('/', token);
      const last = attacks.length;
      for (const path of [
        '/',
        '/browse/thing',
        '/browse/stay',
        `/find?${new URLSearchParams({ q: '<img src=x' })}`,
        ...[1, 2, 5, 8, 12, last].flatMap((id) => [`/browse/thing/${id}`, `/browse/thing/${id}/history`]),
        ...['/access', '/related/stay', '/time', '/time/stay'].map((part) => `/browse/thing/1${part}`),
      ]) {
        await tab.goTo(path);
        await unharmed(t, tab, path);
      }
      t.match(await textOf(tab, `/browse/thing/1`), attacks[0], 'the text itself is shown');
    });
});

test('hostile addresses are told as they are, and do nothing', async (t) => {
  const studio = await openStudio(t, (bundle) => testService(t, t.testdir(definitions), bundle));
  const { service } = studio;
  const token = service.token(strongestClaims(service.model));
  await studio.inTab(t, wide, async (tab) => {
    await tab.open('/', token);
    for (const attack of attacks.filter(({ length }) => length < 1000)) {
      const text = encodeURIComponent(attack);
      for (const path of [
        `/browse/${text}`,
        `/browse/thing?name=eq.${text}`,
        `/browse/thing?${text}=eq.1&order=${text}&select=${text}`,
        `/browse/thing?valid_at=${text}&as_of=${text}`,
        `/browse/thing/${text}?as_of=${text}`,
        `/find?q=${text}`,
        `/${text}`,
      ]) {
        await tab.goTo(path);
        // The service refuses what is no request; the page says so.
        const unexpected = tab
          .faults()
          .filter((each) => !/^(4\d\d |error: Failed to load resource: .* 4\d\d )/.test(each));
        t.strictSame(unexpected, [], path);
        await unharmed(t, tab, path);
      }
    }
  });
});

async function fill(service: TestService): Promise<void> {
  for (const attack of attacks) {
    const { status, text } = await service.ask('POST', '/thing', {
      body: {
        name: attack,
        constructor: attack,
        page: attack,
        data: JSON.parse(`{ "__proto__": { "ran": 1 }, "constructor": ${quoted(attack)} }`),
        words: [attack, '__proto__'],
      },
    });
    if (status !== 201) throw new Error(text);
  }
  for (const [at, place] of attacks.slice(0, 8).entries())
    await service.ask('POST', '/stay', { body: { thing_id: 1, place, valid_from: `20${10 + at}-01-01T00:00Z` } });
  await service.ask('PATCH', '/thing/1', { body: { page: attacks[1] ?? '' } });
}

async function unharmed(t: Test, { page, faults }: Tab, path: string): Promise<void> {
  const at = path.slice(0, 120);
  t.strictSame(faults(), [], `no complaint and no other host: ${at}`);
  t.equal(await page.evaluate('window.ran ?? ({}).ran'), undefined, `no script: ${at}`);
  t.strictSame(
    await page.evaluate(`[...document.querySelectorAll('#studio *')].filter((each) =>
      /^(SCRIPT|STYLE|IFRAME|OBJECT|EMBED|IMG|BASE|LINK)$/.test(each.tagName) || /^(javascript|data):/.test(each.href ?? '') ||
      [...each.attributes].some(({ name }) => name.startsWith('on'))).map((each) => each.outerHTML.slice(0, 200))`),
    [],
    `nothing but what Studio makes: ${at}`,
  );
  t.equal(await overhang(page), 0, `not wider than the screen: ${at}`);
}

async function textOf(tab: Tab, path: string): Promise<string> {
  await tab.goTo(path);
  return String(await tab.page.evaluate('document.body.innerText'));
}
