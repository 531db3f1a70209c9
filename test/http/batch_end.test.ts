import { test } from 'tap';
import { batchService, type Part } from './batch_service.ts';
import { instantOf, pointOf } from './timeline_client.ts';

// What a batch writes is compared at its end: its own rows may change places.

const interval = (from: number, to: number | null) => ({
  valid_from: instantOf(from),
  valid_to: to === null ? null : instantOf(to),
});

async function filledService(t: Parameters<typeof batchService>[0]) {
  const service = await batchService(t);
  const parts: Part[] = [
    ...['Ada', 'Bo', 'Cai'].map((name) => ({ url: 'party', body: { name } })),
    { url: 'unit', body: { party_id: 1 } },
    ...[0, 10, 20].map((from, index) => ({
      url: 'supply',
      body: { unit_id: 1, party_id: index + 1, ...interval(from, from + 10) },
    })),
    ...[0, 10].map((from) => ({ url: 'booking', body: { unit_id: 1, ...interval(from, from + 10) } })),
  ];
  const made = await service.run(parts);
  if (made.status !== 200) throw new Error(made.text);
  const entries = async (name: string) => {
    const { body } = await service.ask('GET', `/${name}?order=id&select=id,valid_from,valid_to`);
    return body.map((entry: { id: number; valid_from: string; valid_to: string | null }) => [
      entry.id,
      pointOf(entry.valid_from),
      pointOf(entry.valid_to),
    ]);
  };
  return { ...service, entries };
}

const patch = (url: string, body: Part['body'] & {}): Part => ({ method: 'PATCH', url, body });

test('two rows exchange a unique value, and two entries their places', async (t) => {
  const { run, ask, entries } = await filledService(t);
  const names = await run([patch('party/1', { name: 'Bo' }), patch('party/2', { name: 'Ada' })]);
  t.equal(names.status, 200, names.text);
  t.same((await ask('GET', '/party?order=id&select=name')).body, [{ name: 'Bo' }, { name: 'Ada' }, { name: 'Cai' }]);
  for (const name of ['supply', 'booking']) {
    const before = await entries(name);
    const swapped = await run([patch(`${name}/1`, interval(10, 20)), patch(`${name}/2`, interval(0, 10))]);
    t.equal(swapped.status, 200, swapped.text);
    t.same(await entries(name), [[1, 10, 20], [2, 0, 10], ...before.slice(2)]);
  }
  const moved = await run([
    patch('supply/3', interval(15, 25)),
    patch('supply/1', interval(12, 15)),
    { method: 'DELETE', url: 'supply/2' },
    { url: 'supply', body: { unit_id: 1, party_id: 1, ...interval(0, 12) } },
  ]);
  t.equal(moved.status, 200, moved.text);
  t.same(await entries('supply'), [
    [1, 12, 15],
    [3, 15, 25],
    [4, 0, 12],
  ]);
});

test('an entry that an upsert finds changes places with the others of its batch', async (t) => {
  const upsert = (id: number, from: number): Part => ({
    url: 'supply?on_conflict=id',
    headers: { prefer: 'resolution=merge-duplicates' },
    body: { id, unit_id: 1, party_id: id, ...interval(from, from + 10) },
  });
  const batches: readonly (readonly Part[])[] = [
    [patch('supply/1', interval(10, 20)), upsert(2, 0)],
    [upsert(2, 0), patch('supply/1', interval(10, 20))],
    [upsert(1, 10), upsert(2, 0)],
  ];
  for (const parts of batches) {
    const { run, entries } = await filledService(t);
    const swapped = await run(parts);
    t.equal(swapped.status, 200, swapped.text);
    t.same(await entries('supply'), [
      [1, 10, 20],
      [2, 0, 10],
      [3, 20, 30],
    ]);
  }
  const { run } = await filledService(t);
  const overlapping = await run([upsert(2, 5), patch('supply/1', interval(0, 10))]);
  t.match(overlapping, { status: 409, body: { code: 'overlap_conflict' } }, 'two entries that the batch writes');
});

test('an entry of the batch makes room in others, and does so whichever request names it', async (t) => {
  const { run, entries } = await filledService(t);
  const found: Part[] = [
    { id: 'f', url: 'supply?party_id=eq.3&select=id' },
    patch('supply/$f.0.id', { valid_to: instantOf(24) }),
    { url: 'supply', body: { unit_id: 1, party_id: 1, ...interval(24, 40) } },
    patch('supply/1', { valid_to: instantOf(12) }),
  ];
  const made = await run(found);
  t.equal(made.status, 200, made.text);
  t.same(await entries('supply'), [
    [1, 0, 12],
    [2, 12, 20],
    [3, 20, 24],
    [4, 24, 40],
  ]);
  const again = await run([
    found[0] as Part,
    patch('supply/$f.0.id', { valid_to: instantOf(22) }),
    { url: 'supply', body: { unit_id: 1, party_id: 1, ...interval(21, 23) } },
  ]);
  t.match(again, { status: 409, body: { code: 'overlap_conflict' } }, 'two entries that the batch writes');
});

test('an entry of which the batch changes only other fields makes room as it does for single writes', async (t) => {
  const rename = { party_id: 1 };
  const widen = patch('supply/1', { valid_to: instantOf(14) });
  const find: Part = { id: 'f', url: 'supply?party_id=eq.2&select=id' };
  const batches: readonly (readonly Part[])[] = [
    [widen, patch('supply/2', rename)],
    [patch('supply/2', rename), widen],
    [widen, patch('supply?id=eq.2', rename)],
    [find, patch('supply/$f.0.id', rename), widen],
  ];
  for (const parts of batches) {
    const { run, ask, entries } = await filledService(t);
    const made = await run(parts);
    t.equal(made.status, 200, made.text);
    t.same(await entries('supply'), [
      [1, 0, 14],
      [2, 14, 20],
      [3, 20, 30],
    ]);
    t.equal((await ask('GET', '/supply/2')).body.party_id, 1);
  }
  const { run, entries } = await filledService(t);
  const refused = await run([patch('booking/2', {}), patch('booking/1', { valid_to: instantOf(14) })]);
  t.match(refused, { status: 409, body: { code: 'overlap_conflict', request: '2' } }, refused.text);
  const freed = await run([patch('booking/1', { valid_to: instantOf(14) }), { method: 'DELETE', url: 'booking/2' }]);
  t.equal(freed.status, 200, 'an entry that the batch deletes is in the way of none');
  t.same((await entries('booking'))[0], [1, 0, 14]);
});

test('what is still in the way at the end is refused of the batch, and of no request', async (t) => {
  const { run, database } = await filledService(t);
  const everything = () =>
    database.query('select row_to_json(party) as party from party union all select row_to_json(supply) from supply');
  const before = await everything();
  const cases: readonly (readonly [parts: readonly Part[], code: string, detail: RegExp])[] = [
    [
      [patch('party/1', { name: 'Bo' }), patch('party/3', { name: 'Dag' })],
      'unique_conflict',
      /^another party has the same name$/,
    ],
    [
      [patch('supply/1', interval(5, 15)), patch('supply/2', interval(10, 20))],
      'overlap_conflict',
      /^another entry of the same unit_id is valid/,
    ],
    [
      [patch('booking/1', interval(5, 15)), patch('booking/2', interval(10, 20))],
      'overlap_conflict',
      /^another entry of the same unit_id is valid/,
    ],
  ];
  for (const [parts, code, detail] of cases) {
    const answer = await run([...parts, { url: 'party' }]);
    t.match(answer, { status: 409, body: { code, detail } }, answer.text);
    t.notOk('request' in answer.body);
  }
  const booked = { url: 'booking', body: { unit_id: 1, ...interval(5, 15) } };
  const refused = await run([booked, { url: 'party', body: { name: 'Eva' } }]);
  t.match(
    refused.body,
    { code: 'overlap_conflict', request: '1' },
    'an entry that the batch does not write is in the way at once',
  );
  t.match((await run([{ url: 'party', body: { name: 'Bo' } }])).body, { code: 'unique_conflict', request: '1' });
  t.same(await everything(), before);
});

test('a dry run of a batch does everything and undoes it, and its effects are told', async (t) => {
  const { run, ask, database, entries } = await filledService(t);
  const everything = () =>
    database.query('select row_to_json(party) as party from party union all select row_to_json(supply) from supply');
  const before = await everything();
  const parts: readonly Part[] = [
    { id: 'p', url: 'party', body: { name: 'Dag' } },
    patch('supply/1', interval(10, 20)),
    patch('supply/2', interval(0, 10)),
    { url: 'unit', body: { party_id: { $result: 'p.id' } } },
  ];
  const prefer = (text: string, headers = {}) => ({ headers: { prefer: text, ...headers } });
  const tried = await run(parts, prefer('tx=rollback'));
  t.match(tried, { status: 200, headers: { 'preference-applied': 'tx=rollback' } }, tried.text);
  t.equal(tried.body.responses.length, parts.length);
  t.same(await everything(), before);
  const told = await run(parts, prefer('tx=rollback, return=effects', { 'idempotency-key': '"x"' }));
  t.match(told, { status: 200, headers: { 'preference-applied': 'return=effects, tx=rollback' } }, told.text);
  t.equal(told.body.result.responses.length, parts.length);
  t.same(
    told.body.effects.map((each: { resource: string; change: string }) => `${each.change} ${each.resource}`),
    ['create party', 'update supply', 'update supply', 'create unit'],
  );
  t.same(await everything(), before);
  // What the end of a batch refuses, the end of its dry run refuses.
  const overlapping = [patch('supply/1', interval(5, 15)), patch('supply/2', interval(10, 20))];
  for (const text of ['tx=rollback', 'tx=rollback, return=effects', 'return=effects']) {
    const refused = await run(overlapping, prefer(text));
    t.match(refused, { status: 409, body: { code: 'overlap_conflict' } }, refused.text);
    t.notOk('request' in refused.body);
  }
  const done = await run(parts, prefer('return=effects', { 'idempotency-key': '"y"' }));
  t.equal(done.body.effects?.length, 4, done.text);
  t.equal((await run(parts, prefer('return=effects', { 'idempotency-key': '"y"' }))).text, done.text);
  t.same((await entries('supply')).slice(0, 2), [
    [1, 10, 20],
    [2, 0, 10],
  ]);
  t.equal((await ask('GET', '/party?name=eq.Dag')).body.length, 1);
  for (const text of ['tx=rollback', 'return=effects']) {
    const part = { url: 'party', body: { name: 'Eva' }, headers: { Prefer: text } };
    t.match((await run([part])).body, { code: 'invalid_parameter', request: '1', hint: 'send it with the batch' });
  }
});
