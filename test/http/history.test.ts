import { test } from 'tap';
import { query } from './record_time.ts';
import { checkRefusals } from './refusal.ts';
import { identity, testService } from './service.ts';
import { bounds, newOwner } from './timeline_client.ts';
import type { Body } from './valid_body.ts';

// Specification 2.3 and 4.2: every version of every row.

test('every version, from the first to the current one', async (t) => {
  const service = await testService(t, 'test/library');
  const { ask } = service;
  const by = (librarian: number) => service.token({ librarian, permissions: 'manage:data' });
  const first = (await ask('POST', '/book', { body: { name: 'Sult', page_count: 200 } })).body;
  const other = (await ask('POST', '/book', { body: { name: 'Pan' } })).body;
  const path = `/book/${first.id}`;
  const second = (await ask('PATCH', path, { body: { page_count: 1000 }, token: by(11) })).body;
  const third = (await ask('PATCH', path, { body: { name: 'Hunger' }, token: by(12) })).body;

  const list = `/book_history?book_id=eq.${first.id}`;
  const versions: readonly Body[] = (await ask('GET', list)).body;
  const version = (row: Body, index: number, replaced: Body) => {
    const { id, ...fields } = row;
    return { id: versions[index]?.id, book_id: id, ...fields, ...replaced };
  };
  const replacedBy = (row: Body) => ({ replaced_at: row.recorded_at ?? null, replaced_by: row.recorded_by ?? null });
  const current = { replaced_at: null, replaced_by: null };
  t.same(versions, [
    version(first, 0, replacedBy(second)),
    version(second, 1, replacedBy(third)),
    version(third, 2, current),
  ]);
  t.same(
    versions.map(({ recorded_by, is_long }) => [recorded_by, is_long]),
    [
      [identity, false],
      [11, true],
      [12, true],
    ],
  );
  for (const each of versions) {
    const { links, ...shown } = (await ask('GET', `/book_history/${each.id}`)).body;
    t.same(shown, each, 'the item is what the list shows');
    t.equal(links.self, `/library/book_history/${each.id}`);
  }

  t.equal((await ask('DELETE', path, { token: by(13) })).status, 204);
  const closed: readonly Body[] = (await ask('GET', list)).body;
  t.same(closed.slice(0, 2), versions.slice(0, 2));
  t.match(closed[2], { ...versions[2], replaced_at: String, replaced_by: 13 }, 'who deleted it');
  t.equal(closed.length, 3, 'a deletion is no version');
  t.ok(String(closed[2]?.replaced_at) > String(third.recorded_at), 'and when');
  t.same((await ask('GET', `/book_history?book_id=neq.${first.id}`)).body, [
    { id: versions.length - 1, book_id: other.id, ...withoutId(other), ...current },
  ]);
});

function withoutId({ id: _, ...fields }: Body): Body {
  return fields;
}

test('a version has one id for life', async (t) => {
  const { ask } = await testService(t, 'test/library');
  const { id } = (await ask('POST', '/book', { body: { name: 'Sult' } })).body;
  const [current] = (await ask('GET', `/book_history?book_id=eq.${id}`)).body;
  const read = async () => {
    const { links: _, ...version } = (await ask('GET', `/book_history/${current.id}`)).body;
    return version;
  };
  t.same(await read(), current);
  const changed = (await ask('PATCH', `/book/${id}`, { body: { name: 'Hunger' } })).body;
  const replaced = { ...current, replaced_at: changed.recorded_at, replaced_by: identity };
  t.same(await read(), replaced);
  await ask('PATCH', `/book/${id}`, { body: { name: 'Sult' } });
  await ask('DELETE', `/book/${id}`);
  t.same(await read(), replaced, 'whatever comes of the row');
  const ids = (await ask('GET', `/book_history?book_id=eq.${id}`)).body.map((version: Body) => version.id);
  t.equal(new Set(ids).size, 3);
});

test('an update that changes nothing records nothing', async (t) => {
  const { ask } = await testService(t, 'test/library');
  const book = (await ask('POST', '/book', { body: { name: 'Sult', weight: 0.5, subjects: ['sea'] } })).body;
  const noChanges: readonly Body[] = [
    {},
    { name: 'Sult' },
    { weight: 0.5, isbn: null },
    { subjects: ['sea'], edition: 1, page_count: null },
  ];
  for (const body of noChanges) {
    const answer = await ask('PATCH', `/book/${book.id}`, { body });
    t.equal(answer.status, 200);
    t.same(answer.body, book, JSON.stringify(body));
  }
  t.equal((await ask('GET', '/book_history')).body.length, 1);
});

test('a history is for reading', async (t) => {
  const service = await testService(t, 'test/library');
  const { ask } = service;
  const { id } = (await ask('POST', '/book', { body: { name: 'Sult' } })).body;
  const allowed = { code: 'method_not_allowed' as const, headers: { allow: /^GET, HEAD$/ } };
  const body = { name: 'Pan' };
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const paths = ['/book_history', '/book_history/1', `/book/${id}/history`];
  await checkRefusals(t, service, [
    ...paths.flatMap((path) => methods.map((method) => ({ ask: [method, path, { body }] as const, ...allowed }))),
    { ask: ['GET', '/book_history/999'], code: 'not_found', detail: 'there is no book_history 999' },
    { ask: ['GET', '/book_history/x'], code: 'not_found' },
    { ask: ['GET', '/branch_history'], code: 'unknown_path' },
    { ask: ['GET', '/branch/1/history'], code: 'unknown_path' },
  ]);
  const redirect = await ask('GET', `/book/${id}/history`);
  t.equal(redirect.status, 307);
  t.equal(redirect.headers.location, `/library/book_history?book_id=eq.${id}`);
});

test('the scope of a history is its own', async (t) => {
  const service = await testService(t, 'test/library');
  const { id } = (await service.ask('POST', '/book', { body: { name: 'Sult' } })).body;
  const holding = (permissions: string) => ({ token: service.token({ librarian: 1, permissions }) });
  const lacking = {
    code: 'insufficient_scope' as const,
    detail: 'the token lacks the scope read:data:book_history',
  };
  for (const path of ['/book_history', '/book_history/1', `/book/${id}/history`]) {
    await checkRefusals(t, service, [
      { ask: ['GET', path, holding('read:data:book')], ...lacking },
      { ask: ['GET', path, holding('manage:data:book read:data:member_history')], ...lacking },
    ]);
    for (const scope of ['read:data:book_history', 'manage:data:book_history', 'read:data'])
      t.ok((await service.ask('GET', path, holding(scope))).status < 400, `${path} ${scope}`);
  }
});

test('a timeline is restored by hand, with what its history says', async (t) => {
  const service = await testService(t, 'test/timeline');
  const { ask } = service;
  const owner_id = await newOwner(service);
  const create = async (name: string, from: number, to: number | null) =>
    (await ask('POST', '/entry', { body: { owner_id, name, ...bounds({ from, to }) } })).body;
  const timeline = async () => {
    const { body } = await ask('GET', `/entry?owner_id=eq.${owner_id}`);
    return body.map(({ id, name, valid_from, valid_to }: Body) => ({ id, name, valid_from, valid_to }));
  };
  const a = await create('A', 0, 4);
  await create('B', 4, 8);
  const c = await create('C', 8, null);
  const good = await timeline();

  await create('N', 2, 10); // Cuts A and C, and takes B off.
  await ask('DELETE', `/entry/${a.id}`);
  await ask('PATCH', `/entry/${c.id}`, { body: { name: 'X', ...bounds({ from: 12, to: 16 }) } });
  t.notSame(await timeline(), good);

  // Specification 3, rule 3: list the history, pick the versions of then, PATCH the entries with the old data.
  const then = encodeURIComponent(c.recorded_at);
  const known = `recorded_at=lte.${then}&or=(replaced_at.gt.${then},replaced_at.is.null)`;
  const versions: readonly Body[] = (await ask('GET', `/entry_history?owner_id=eq.${owner_id}&${known}`)).body;
  t.equal(versions.length, 3);
  for (const { entry_id, name = null, valid_from = null, valid_to = null } of versions) {
    const { status, text } = await ask('PATCH', `/entry/${entry_id}`, { body: { name, valid_from, valid_to } });
    t.equal(status, 200, text);
  }
  t.same(await timeline(), good);
  const before = await ask('GET', `/entry${query({ owner_id: `eq.${owner_id}`, as_of: c.recorded_at })}`);
  t.same(
    before.body.map(({ id, name, valid_from, valid_to }: Body) => ({ id, name, valid_from, valid_to })),
    good,
    'as it was then, as_of says too',
  );
});
