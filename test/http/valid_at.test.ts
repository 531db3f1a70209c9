import { test } from 'tap';
import { between, later, query } from './record_time.ts';
import { type TestService, testService } from './service.ts';
import { bounds, instantOf, newOwner } from './timeline_client.ts';
import type { Body } from './valid_body.ts';

// Specification 4.3, `valid_at`: the entries that are valid at an instant; with `as_of`, as far as it was known then.

async function create({ ask }: TestService, owner_id: number, name: string, from: number, to: number | null) {
  const { status, body, text } = await ask('POST', '/entry', { body: { owner_id, name, ...bounds({ from, to }) } });
  if (status !== 201) throw new Error(text);
  return body;
}

async function names({ ask }: TestService, path: string): Promise<readonly string[]> {
  const { status, body, text } = await ask('GET', path);
  if (status !== 200) throw new Error(`${path}: ${text}`);
  return body.map(({ name }: Body) => name);
}

test('an entry is valid from its beginning, and at its end no more', async (t) => {
  const service = await testService(t, 'test/timeline');
  const owner_id = await newOwner(service);
  await create(service, owner_id, 'A', 0, 4);
  await create(service, owner_id, 'B', 4, 8);
  await create(service, owner_id, 'C', 12, null);
  const valid: readonly (readonly [valid_at: string, names: readonly string[]])[] = [
    [later(instantOf(0), -1), []],
    [instantOf(0), ['A']],
    [later(instantOf(4), -1), ['A']],
    [instantOf(4), ['B']],
    [later(instantOf(8), -1), ['B']],
    [instantOf(8), []],
    [later(instantOf(12), -1), []],
    [instantOf(12), ['C']],
    ['9999-12-31T23:59:59.999999Z', ['C']],
    ['0001-01-01T00:00:00Z', []],
    ['2026-01-01 01:00 Europe/Oslo', ['A']],
    ['2026-01-01T04:00:00+00', ['B']],
    ['2026-01-01 04:59 CET', ['A']],
  ];
  for (const [valid_at, expected] of valid) {
    t.same(await names(service, `/entry${query({ valid_at })}`), expected, valid_at);
    t.same(await names(service, `/entry_history${query({ valid_at })}`), expected, `history, ${valid_at}`);
  }
});

test('valid_at and the filters of the caller hold together', async (t) => {
  const service = await testService(t, 'test/timeline');
  const [one, other] = [await newOwner(service), await newOwner(service)];
  await create(service, one, 'A', 0, 4);
  await create(service, one, 'B', 4, null);
  await create(service, other, 'C', 2, 6);
  const found: readonly (readonly [point: number, filters: string, names: readonly string[]])[] = [
    [3, '', ['A', 'C']],
    [5, '', ['B', 'C']],
    [3, `&owner_id=eq.${one}`, ['A']],
    [3, `&valid_from=gt.${encodeURIComponent(instantOf(0))}`, ['C']],
    [3, `&valid_from=eq.${encodeURIComponent(instantOf(4))}`, []],
    [5, '&valid_to=is.null', ['B']],
    [5, `&valid_to=lt.${encodeURIComponent(instantOf(7))}`, ['C']],
    [5, '&or=(name.eq.A,name.eq.B)', ['B']],
    [5, '&not.or=(name.eq.A,name.eq.B)', ['C']],
    [5, '&limit=1&offset=1', ['C']],
  ];
  for (const [point, filters, expected] of found)
    t.same(
      await names(service, `/entry?valid_at=${encodeURIComponent(instantOf(point))}${filters}`),
      expected,
      filters,
    );
});

test('as_of and valid_at are a point in both times', async (t) => {
  const service = await testService(t, 'test/timeline');
  const owner_id = await newOwner(service);
  const { ask } = service;
  const a = await create(service, owner_id, 'A', 0, null);
  const b = await create(service, owner_id, 'B', 4, 8);
  const moved = (await ask('PATCH', `/entry/${b.id}`, { body: bounds({ from: 6, to: null }) })).body;
  t.equal((await ask('DELETE', `/entry/${a.id}`)).status, 204);
  const [deletion] = (await ask('GET', `/entry_history?entry_id=eq.${a.id}&replaced_at=is.null`)).body;
  const [created, cut, widened, removed] = [a, b, moved, deletion].map(({ recorded_at }) => recorded_at);
  const points: readonly (readonly [as_of: string, point: number, names: readonly string[]])[] = [
    [later(created, -1), 2, []],
    [created, 2, ['A']],
    [created, 5, ['A']],
    [created, 100, ['A']],
    [later(cut, -1), 5, ['A']],
    [cut, 2, ['A']],
    [cut, 5, ['B']],
    [cut, 8, []],
    [between(cut, widened), 5, ['B']],
    [widened, 2, ['A']],
    [widened, 5, []],
    [widened, 6, ['B']],
    [widened, 100, ['B']],
    [later(removed, -1), 2, ['A']],
    [removed, 2, []],
    [removed, 7, ['B']],
  ];
  for (const [as_of, point, expected] of points) {
    const title = `known ${as_of}, valid at ${point}`;
    const parameters = { as_of, valid_at: instantOf(point) };
    t.same(await names(service, `/entry${query(parameters)}`), expected, title);
    t.same(
      await names(service, `/entry${query({ ...parameters, name: 'eq.A' })}`),
      expected.includes('A') ? ['A'] : [],
    );
    // The same by hand, from the history.
    const known = `recorded_at=lte.${encodeURIComponent(as_of)}&or=(replaced_at.gt.${encodeURIComponent(as_of)},replaced_at.is.null)`;
    t.same(await names(service, `/entry_history${query({ valid_at: instantOf(point) })}&${known}`), expected, title);
  }
});

test('valid_at where there is no history', async (t) => {
  const service = await testService(t, 'test/library');
  const { ask } = service;
  const book_id = (await ask('POST', '/book', { body: { name: 'Pan' } })).body.id;
  const branch_id = (await ask('POST', '/branch', { body: { name: 'Old Town' } })).body.id;
  const copy_id = (await ask('POST', '/copy', { body: { book_id, branch_id } })).body.id;
  const member_id = (await ask('POST', '/member', { body: { user: 'knut.h' } })).body.id;
  const body = { copy_id, member_id, ...bounds({ from: 0, to: 4 }) };
  t.equal((await ask('POST', '/loan', { body })).status, 201);
  for (const [point, count] of [
    [-1, 0],
    [0, 1],
    [3, 1],
    [4, 0],
  ] as const)
    t.equal((await ask('GET', `/loan${query({ valid_at: instantOf(point) })}`)).body.length, count, `${point}`);
});
