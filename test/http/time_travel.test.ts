import type { Test } from 'tap';
import { test } from 'tap';
import { between, later, query } from './record_time.ts';
import { checkRefusal } from './refusal.ts';
import { type TestService, testService } from './service.ts';
import type { Body } from './valid_body.ts';

// `as_of` shows rows as they were recorded at an instant.

/** What is shown of a row at an instant, through a read and through a list; null when it was not there. */
type Moment = readonly [title: string, asOf: string, row: Body | null];

async function checkMoments(
  t: Test,
  { ask }: TestService,
  name: string,
  id: unknown,
  moments: readonly Moment[],
): Promise<void> {
  for (const [title, as_of, row] of moments) {
    const list = await ask('GET', `/${name}${query({ as_of, id: `eq.${id}` })}`);
    t.equal(list.status, 200, list.text);
    t.same(list.body, row === null ? [] : [row], `list ${title}`);
    const read = await ask('GET', `/${name}/${id}${query({ as_of })}`);
    if (row === null) {
      checkRefusal(t, read, { code: 'not_found', detail: `there is no ${name} ${id}` });
    } else {
      t.equal(read.status, 200, read.text);
      const { links, ...shown } = read.body;
      t.same(shown, row, `read ${title}`);
      t.ok(links, 'a read has links');
    }
  }
}

test('a row at every instant of its life', async (t) => {
  const service = await testService(t, 'test/library');
  const { ask } = service;
  const write = async (body: Body, path = '/book', method: 'POST' | 'PATCH' = 'POST'): Promise<Body> => {
    const answer = await ask(method, path, { body });
    t.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const first = await write({ name: 'Markens grøde', page_count: 10 });
  const path = `/book/${first.id}`;
  const second = await write({ page_count: 1000, subjects: ['farming', 'sea'] }, path, 'PATCH');
  const third = await write({ page_count: null, weight: 0.45 }, path, 'PATCH');
  const [born, changed, last] = [first, second, third].map(({ recorded_at }) => String(recorded_at)) as [
    string,
    string,
    string,
  ];
  const life: readonly Moment[] = [
    ['long before', '2000-01-01T00:00:00Z', null],
    ['just before it was there', later(born, -1), null],
    ['when it was created', born, first],
    ['between two versions', between(born, changed), first],
    ['in the last moment of a version', later(changed, -1), first],
    ['when it was changed', changed, second],
    ['in the last moment of the second version', later(last, -1), second],
    ['when it was changed last, which the answer has just said', last, third],
  ];
  await checkMoments(t, service, 'book', first.id, life);
  t.equal(second.is_long, true, 'a computed field is computed from the old values');

  t.equal((await ask('DELETE', path)).status, 204);
  const versions = (await ask('GET', `/book_history?book_id=eq.${first.id}`)).body;
  const deleted = String(versions.at(-1).replaced_at);
  await checkMoments(t, service, 'book', first.id, [
    ...life,
    ['in the last moment before it was deleted', later(deleted, -1), third],
    ['when it was deleted', deleted, null],
  ]);
});

test('a soft-deleted entry at every instant', async (t) => {
  const service = await testService(t, 'test/timeline');
  const { ask } = service;
  const owner = (await ask('POST', '/owner', { body: {} })).body.id;
  const created = (await ask('POST', '/entry', { body: { owner_id: owner, valid_from: '2026-01-01T00:00:00Z' } })).body;
  t.equal((await ask('DELETE', `/entry/${created.id}`)).status, 204);
  const body = { valid_from: '2026-06-01T00:00:00Z', name: 'again' };
  const restored = (await ask('PATCH', `/entry/${created.id}`, { body })).body;
  const versions = (await ask('GET', `/entry_history?entry_id=eq.${created.id}`)).body;
  const deleted = String(versions[1].recorded_at);
  await checkMoments(t, service, 'entry', created.id, [
    ['before', later(created.recorded_at, -1), null],
    ['when it was created', created.recorded_at, created],
    ['just before it was deleted', later(deleted, -1), created],
    ['when it was deleted', deleted, null],
    ['just before it was restored', later(restored.recorded_at, -1), null],
    ['when it was restored', restored.recorded_at, restored],
  ]);
});

test('filters and pages see the values of that instant', async (t) => {
  const { ask } = await testService(t, 'test/library');
  for (let n = 1; n <= 5; n += 1)
    await ask('POST', '/book', { body: { name: `Book ${n}`, edition: n, page_count: 400 * n } });
  const { recorded_at: then } = (await ask('GET', '/book/5')).body;
  await ask('PATCH', '/book/1', { body: { name: 'Renamed', page_count: 2000 } });
  await ask('PATCH', '/book/4', { body: { page_count: 10, isbn: '9780306406157' } });
  await ask('DELETE', '/book/5');
  await ask('POST', '/book', { body: { name: 'Book 6', page_count: 1200 } });

  const found: readonly (readonly [query: string, then: readonly number[], now: readonly number[]])[] = [
    ['', [1, 2, 3, 4, 5], [1, 2, 3, 4, 6]],
    ['id=eq.5', [5], []],
    ['id=in.(4,5,6)', [4, 5], [4, 6]],
    ['name=like.Book*', [1, 2, 3, 4, 5], [2, 3, 4, 6]],
    ['name=eq.Renamed', [], [1]],
    ['page_count=gte.1600', [4, 5], [1]],
    ['is_long=eq.true', [3, 4, 5], [1, 3, 6]],
    ['is_long=is.false', [1, 2], [2, 4]],
    ['isbn=is.null', [1, 2, 3, 4, 5], [1, 2, 3, 6]],
    ['or=(page_count.eq.400,edition.eq.5)', [1, 5], []],
    ['or=(page_count.eq.400,edition.eq.5)&name=like.Book*', [1, 5], []],
    ['not.and=(id.gte.2,id.lte.4)', [1, 5], [1, 6]],
    [`recorded_at=lte.${encodeURIComponent(then)}`, [1, 2, 3, 4, 5], [2, 3]],
    ['limit=2', [1, 2], [1, 2]],
    ['limit=2&offset=3', [4, 5], [4, 6]],
    ['page_count=gte.1200&limit=1&offset=1', [4], [3]],
    ['limit=0', [], []],
    ['offset=9', [], []],
  ];
  const ids = async (path: string) => {
    const { status, body, text, headers } = await ask('GET', path);
    t.equal(status, 200, text);
    return { ids: body.map(({ id }: Body) => id), range: headers['content-range'] };
  };
  for (const [parameters, expected, current] of found) {
    const past = await ids(`/book${query({ as_of: then })}&${parameters}`);
    t.same(past.ids, expected, `then: ${parameters}`);
    const first = Number(/offset=(\d+)/.exec(parameters)?.[1] ?? 0);
    const range = expected.length === 0 ? '*/*' : `${first}-${first + expected.length - 1}/*`;
    t.equal(past.range, range, `range: ${parameters}`);
    t.same((await ids(`/book?${parameters}`)).ids, current, `now: ${parameters}`);
  }
});

test('what was recorded needs the scope to read the history', async (t) => {
  const { ask, token } = await testService(t, 'test/library');
  const { body: book } = await ask('POST', '/book', { body: { name: 'Pan' } });
  const parameters = query({ as_of: book.recorded_at });
  const status = async (path: string, permissions: string) =>
    (await ask('GET', path, { token: token({ librarian: 1, permissions }) })).status;
  for (const path of [`/book${parameters}`, `/book/1${parameters}`]) {
    for (const permissions of ['read:data:book', 'manage:data:book use:data:book_history:x']) {
      checkRefusal(t, await ask('GET', path, { token: token({ librarian: 1, permissions }) }), {
        code: 'insufficient_scope',
        detail: 'the token lacks the scope read:data:book_history, which as_of needs',
        headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="read:data:book_history"' },
      });
    }
    checkRefusal(t, await ask('GET', path, { token: token({ librarian: 1, permissions: 'read:data:book_history' }) }), {
      code: 'insufficient_scope',
      detail: 'the token lacks the scope read:data:book',
    });
    t.equal(await status(path, 'read:data:book read:data:book_history'), 200);
    t.equal(await status(path, 'read:data'), 200);
  }
});
