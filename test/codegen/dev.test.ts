import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { copyOf, startAlmanac, startOnTerminal, temporaryFolder } from './process.ts';

test('a saved definition is live at once; one with faults is reported, and the service goes on', async (t) => {
  const resources = copyOf(t, 'test/register');
  const dev = startAlmanac(t, ['dev'], { ALMANAC_DATA: temporaryFolder(t), ALMANAC_RESOURCES: resources });
  const [, api = ''] = await dev.printed(/API +(\S+)/);
  const [, token = ''] = await dev.printed(/Bearer (\S+)'/);
  await dev.printed(/Watching/);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const get = async (path: string) =>
    (await fetch(`${api}${path}`, { headers })).json() as Promise<Record<string, unknown>[]>;
  const save = async (file: string, text: string, answer: RegExp) => {
    const since = dev.output.both.length;
    const begin = performance.now();
    writeFileSync(join(resources, file), text);
    await dev.printed(answer, since);
    t.comment(`${file}: ${Math.round(performance.now() - begin)} ms until "${answer.source}"`);
  };
  const edit = (file: string, from: string, to: string, answer: RegExp) => {
    const text = readFileSync(join(resources, file), 'utf8');
    t.ok(text.includes(from), `${file} has ${JSON.stringify(from)}`);
    return save(file, text.replace(from, to), answer);
  };

  t.equal((await fetch(`${api}/note`, { headers })).status, 404);
  const long = await fetch(`${api}/note`, { headers: { ...headers, x: 'a'.repeat(100_000) } });
  t.match(await long.json(), { code: 'url_too_long' }, 'what Node cannot read is answered as a service does');
  await save(
    'note.yaml',
    'resource: note\nhistory: true\nfields:\n  text: { type: text }\n  party_id: { type: reference, to: party, nullable: true }\n',
    /serving the new definitions/,
  );
  const note = await fetch(`${api}/note`, { method: 'POST', headers, body: '{"text":"kept","party_id":1}' });
  t.equal(note.status, 201, 'a new file is a table with its routes');
  t.match(await get('/note_history'), [{ text: 'kept' }], 'and with its history');
  const document = (await (await fetch(new URL('/openapi.json', api))).json()) as { paths: object };
  t.ok(
    Object.keys(document.paths).some((path) => path.endsWith('/note')),
    'and stands in the document',
  );

  await save('note.yaml', 'resource: note\nfields:\n  text: { type: txt }\n', /note\.yaml:3:17: .*did you mean text\?/);
  t.match(await get('/note'), [{ text: 'kept' }], 'the old service goes on');

  await save(
    'note.yaml',
    'resource: note\nhistory: true\nfields:\n  text: { type: text }\n  party_id: { type: reference, to: party, nullable: true }\n  stars: { type: integer, default: 3, maximum: 5 }\n',
    /serving the new definitions/,
  );
  t.match(await get('/note'), [{ text: 'kept', stars: 3 }], 'a new field keeps the data');

  await edit(
    'party.yaml',
    'relations:',
    'relations:\n  note: { resource: note, by: party_id }',
    /serving the new definitions/,
  );
  const party = (await get('/party/1')) as unknown as { links: Record<string, string> };
  t.match(party.links.note, /\/note\?party_id=eq\.1$/, 'a new relation keeps the data');

  await save(
    'note.yaml',
    'resource: note\nhistory: true\nfields:\n  heading: { type: text, was: text }\n  party_id: { type: reference, to: party, nullable: true }\n',
    /Nothing was changed\. Take that back in the definitions, or run almanac dev on a terminal and agree, or with --reset/,
  );
  t.match(
    dev.output.stderr,
    /would lose what rows have:\n {2}- drop the field stars of note: loses every value .*\(1 row\)/,
  );
  t.match(await get('/note'), [{ text: 'kept' }], 'the old service goes on');
  await save(
    'note.yaml',
    'resource: note\nhistory: true\nfields:\n  heading: { type: text, was: text }\n  party_id: { type: reference, to: party, nullable: true }\n  stars: { type: bigint, default: 3 }\n',
    /serving the new definitions/,
  );
  t.match(await get('/note'), [{ heading: 'kept', stars: 3 }], 'another name and another type keep the data');
  t.equal((await get('/party?limit=2')).length, 2);
  t.notMatch(dev.output.stderr, /cannot work|does not exist/);

  rmSync(join(resources, 'demo.sql'));
  t.equal(await dev.stop(), 0);
});

test('on a terminal, what would lose rows waits for a yes', async (t) => {
  const resources = temporaryFolder(t);
  const save = (fields: string) =>
    writeFileSync(join(resources, 'book.yaml'), `resource: book\nfields:\n  title: { type: text }\n${fields}`);
  writeFileSync(join(resources, 'service.yaml'), 'service: Library\n');
  save('  pages: { type: integer }\n');
  const dev = startOnTerminal(t, ['dev'], { ALMANAC_DATA: temporaryFolder(t), ALMANAC_RESOURCES: resources });
  if (dev === null) {
    t.comment('not tried: neither script of util-linux nor python3 is here to make a terminal');
    return;
  }
  const [, api = ''] = await dev.printed(/API +(\S+)/);
  const [, token = ''] = await dev.printed(/Bearer (\S+)'/);
  await dev.printed(/Watching/);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await fetch(`${api}/book`, { method: 'POST', headers, body: '{"title":"kept","pages":300}' });
  const shown = async () => {
    const [{ title, pages }] = await (await fetch(`${api}/book`, { headers })).json();
    return { title, pages };
  };
  const question =
    /would lose what rows have:\s+- drop the field pages of book: .*\(1 row\)[\s\S]*Lose it\? .*\[y\/N\] /;

  for (const no of ['n\n', '\n']) {
    const asked = dev.output.both.length;
    save('');
    await dev.printed(question, asked);
    t.match(await shown(), { pages: 300 }, 'the old service goes on while the question stands');
    const answered = dev.output.both.length;
    dev.type(no);
    await dev.printed(/nothing was changed/, answered);
    t.match(await shown(), { title: 'kept', pages: 300 });
  }
  const asked = dev.output.both.length;
  save('');
  await dev.printed(question, asked);
  dev.type('y\n');
  await dev.printed(/kept in the schema kept_\d{14}[\s\S]*serving the new definitions/, asked);
  t.same(await shown(), { title: 'kept', pages: undefined });

  const again = dev.output.both.length;
  writeFileSync(join(resources, 'book.yaml'), 'resource: book\nfields:\n  name: { type: text, nullable: true }\n');
  await dev.printed(/Lose it\? .*\[y\/N\] /, again);
  dev.type('\x03');
  t.equal(await dev.ended, 0, 'the interrupt key ends it while a question stands');
});
