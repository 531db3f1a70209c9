import { test } from 'tap';
import { checkRefusals } from './refusal.ts';
import { instantOf } from './timeline_client.ts';
import { names, versionOf, versionService } from './version_service.ts';

// RFC 9110, 8.8.3 and 13.1.2: the entity tag is the version of the row and a hash of what is shown of it.

test('the tag of a row', async (t) => {
  const service = await versionService(t);
  const { ask, make, tagOf } = service;
  for (const name of names) {
    const created = await make(name);
    const path = `/${name}/${created.body.id}`;
    const tag = await tagOf(path);
    t.equal(await tagOf(path), tag, `${name}: the same while nothing changes`);
    t.equal((await ask('HEAD', path)).headers.etag, tag, `${name}: HEAD has it`);
    t.equal(versionOf(created.headers.etag), versionOf(tag), `${name}: a create tells the version`);

    const updated = await ask('PATCH', path, { body: { count: 1 } });
    const next = await tagOf(path);
    t.not(versionOf(next), versionOf(tag), `${name}: a change makes a version`);
    t.equal(versionOf(updated.headers.etag), versionOf(next), `${name}: an update tells the version`);
    await ask('PATCH', path, { body: { count: 1 } });
    t.equal(await tagOf(path), next, `${name}: an update without effect makes none`);
    t.equal((await ask('DELETE', path)).headers.etag, undefined, `${name}: what is deleted has none`);
  }
});

test('what is shown differs, the version is the same', async (t) => {
  const { ask, make, tagOf } = await versionService(t);
  const owner = (await ask('POST', '/owner', { body: { name: 'Kari' } })).body.id;
  const { id } = (await make('card')).body;
  const patched = await ask('PATCH', `/card/${id}?embed=owner`, { body: { owner_id: owner } });
  t.equal(patched.body.owner.name, 'Kari');
  const paths = [`/card/${id}`, `/card/${id}?select=id`, `/card/${id}?embed=owner`];
  const tags = await Promise.all(paths.map(tagOf));
  const { headers } = await ask('GET', `/card/${id}`, { headers: { accept: 'application/vnd.pgrst.object+json' } });
  t.equal(new Set([...tags, headers.etag]).size, 4, 'a tag for each');
  t.equal(new Set([...tags, headers.etag, patched.headers.etag].map(versionOf)).size, 1);

  await ask('PATCH', `/owner/${owner}`, { body: { name: 'Ola' } });
  const [plain, , embedded] = await Promise.all(paths.map(tagOf));
  t.equal(plain, tags[0], 'a change of the related row is none of the row itself');
  t.not(embedded, tags[2], 'but where it is embedded, another representation');
  t.equal(versionOf(embedded), versionOf(tags[2]), 'of the same version');
});

test('the past', async (t) => {
  const { ask, make, tagOf } = await versionService(t);
  for (const name of ['card', 'entry']) {
    const { id, recorded_at } = (await make(name)).body;
    const first = await tagOf(`/${name}/${id}`);
    await ask('PATCH', `/${name}/${id}`, { body: { count: 1 } });
    const past = await tagOf(`/${name}/${id}?as_of=${encodeURIComponent(recorded_at)}`);
    t.equal(past, first, 'as of an instant a row has the tag that it had');
    const versions = (await ask('GET', `/${name}_history?${name}_id=eq.${id}`)).body.map(
      (row: { id: number }) => row.id,
    );
    const current = versionOf(await tagOf(`/${name}/${id}`));
    t.same(versions.map(String).sort(), [versionOf(first), current].sort(), 'a version is that of the history');
    for (const version of versions)
      t.equal(
        versionOf(await tagOf(`/${name}_history/${version}`)),
        String(version),
        'and is the tag of its own address',
      );
  }
});

test('an entry that another write cut has a new version', async (t) => {
  const { ask, make, tagOf } = await versionService(t);
  for (const name of ['spell', 'entry']) {
    const { id, owner_id } = (await make(name)).body;
    const before = await tagOf(`/${name}/${id}`);
    const body = { owner_id, valid_from: instantOf(5), valid_to: instantOf(20) };
    t.equal((await ask('POST', `/${name}`, { body })).status, 201);
    t.not(versionOf(await tagOf(`/${name}/${id}`)), versionOf(before));
    const stale = await ask('PATCH', `/${name}/${id}`, { body: { count: 1 }, headers: { 'if-match': before } });
    t.equal(stale.status, 412, name);
  }
});

test('If-None-Match', async (t) => {
  const service = await versionService(t);
  const { ask, make, tagOf } = service;
  for (const name of names) {
    const path = `/${name}/${(await make(name)).body.id}`;
    const tag = await tagOf(path);
    const shorter = await tagOf(`${path}?select=id`);
    const cases: readonly (readonly [header: string, status: number])[] = [
      [tag, 304],
      [`W/${tag}`, 304],
      [`"a", ${tag}`, 304],
      [`"a,b",W/"",,${tag} , `, 304],
      ['*', 304],
      [shorter, 200],
      [`"${versionOf(tag)}"`, 200],
      ['"a"', 200],
    ];
    for (const [header, status] of cases) {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await ask(method, path, { headers: { 'if-none-match': header } });
        t.equal(answer.status, status, `${method} ${path} ${header}`);
        t.equal(answer.headers.etag, tag);
        if (status === 304) t.same([answer.text, answer.headers['content-type']], ['', undefined]);
      }
    }
    await ask('PATCH', path, { body: { count: 1 } });
    t.equal((await ask('GET', path, { headers: { 'if-none-match': tag } })).status, 200, 'what has changed is sent');
  }
  const missing = await ask('GET', '/note/999', { headers: { 'if-none-match': '*' } });
  t.equal(missing.status, 404, 'what is not there is not unmodified');
});

test('If-Match of a read', async (t) => {
  const { ask, make, tagOf } = await versionService(t);
  const path = `/card/${(await make('card')).body.id}`;
  const tag = await tagOf(path);
  const shorter = await tagOf(`${path}?select=id`);
  const statusFor = async (header: string) => (await ask('GET', path, { headers: { 'if-match': header } })).status;
  t.same(await Promise.all([tag, shorter, `"a", ${tag}`, '*'].map(statusFor)), [200, 200, 200, 200]);
  t.same(await Promise.all(['"a"', `W/${tag}`].map(statusFor)), [412, 412]);
  const both = await ask('GET', path, { headers: { 'if-match': '"a"', 'if-none-match': tag } });
  t.equal(both.status, 412, 'it comes before If-None-Match');
});

test('headers that are none', async (t) => {
  const service = await versionService(t);
  const { id } = (await service.make('note')).body;
  const malformed = [
    '',
    ' ',
    ',',
    'a',
    '"a',
    'a"',
    '"a" "b"',
    '*, "a"',
    'w/"a"',
    '"a b"',
    '"\u0001"',
    `,${' '.repeat(9000)}x`,
  ];
  await checkRefusals(
    t,
    service,
    malformed.flatMap((header) =>
      (['If-Match', 'If-None-Match'] as const).map((name) => ({
        ask: ['GET', `/note/${id}`, { headers: { [name.toLowerCase()]: header } }] as const,
        code: 'invalid_parameter' as const,
        errors: [{ parameter: name, detail: `${name} is not a list of entity tags` }],
      })),
    ),
  );
});
