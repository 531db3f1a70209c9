import { test } from 'tap';
import { connect } from '../../db/database.ts';
import { countedProxy } from '../db/counted_proxy.ts';
import { type BatchService, batchService, requestOf } from './batch_service.ts';
import { type Answer, serveDatabase } from './service.ts';
import { instantOf } from './timeline_client.ts';

// A batch: its requests run in order, in one transaction, at one record time.

interface Response {
  readonly id: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what is in it
  readonly body: any;
}

/** The answers of a batch that has run. */
function responsesOf({ status, text, body }: Answer): readonly Response[] {
  if (status !== 200) throw new Error(text);
  return body.responses;
}

async function twoParties({ run }: BatchService): Promise<void> {
  responsesOf(await run(['Ada', 'Bo'].map((name) => ({ url: 'party', body: { name } }))));
}

test('requests of every kind run in their order, and name what earlier ones made', async (t) => {
  const service = await batchService(t);
  const answers = responsesOf(
    await service.run([
      { id: 'party', url: 'party', body: { name: 'Ada' } },
      { id: 'unit', url: '/unit', body: { party_id: { $result: 'party.id' }, name: { $result: 'party.name' } } },
      { url: '/api/v1/unit/$unit.id?embed=party' },
      { method: 'patch', url: 'unit/$unit.id?select=id,name', body: { name: 'Unit' } },
      { url: 'unit?name=eq.Unit&select=party(name)', headers: { Prefer: 'count=exact' } },
      { method: 'DELETE', url: 'unit/$unit.id' },
      { url: 'unit?select=id' },
      { url: 'party/$party.id/history' },
    ]),
  );
  t.same(
    answers.map(({ id, status }) => `${id} ${status}`),
    ['party 201', 'unit 201', '3 200', '4 200', '5 200', '6 204', '7 200', '8 307'],
  );
  const [party, unit, read, patched, list, removed, rest, history] = answers;
  t.match(party?.headers, { location: '/api/v1/party/1', etag: /^"\d+-/, 'content-type': /^application\/json/ });
  t.match(unit?.body, { party_id: party?.body.id, name: 'Ada' });
  t.match(read?.body, { id: unit?.body.id, name: 'Ada', party: { name: 'Ada' }, links: { party: '/api/v1/party/1' } });
  t.same(patched?.body, { id: unit?.body.id, name: 'Unit' });
  t.match(list, { headers: { 'content-range': '0-0/1', 'preference-applied': 'count=exact' } });
  t.same(list?.body, [{ party: { name: 'Ada' } }]);
  t.notOk('body' in (removed ?? {}));
  t.same(rest?.body, []);
  t.match(history?.headers, { location: /^\/api\/v1\/party_history\?/ });
});

test('all changes have one record time, and a row that changes twice has one version', async (t) => {
  const service = await batchService(t);
  await twoParties(service);
  const answers = responsesOf(
    await service.run([
      { url: 'unit', body: { party_id: 1, name: 'first' } },
      { method: 'PATCH', url: 'party/1', body: { name: 'Ann' } },
      { method: 'PATCH', url: 'unit/$1.id', body: { name: 'second' } },
      { url: 'supply', body: { unit_id: { $result: '1.id' }, party_id: 2, valid_from: instantOf(0) } },
      { method: 'PATCH', url: 'party/1', body: { name: 'Ane' } },
    ]),
  );
  const times = new Set(answers.map(({ body }) => body.recorded_at));
  t.equal(times.size, 1, [...times].join(' '));
  const versions = await service.ask('GET', '/party_history?party_id=eq.1&order=recorded_at&select=name');
  t.same(versions.body, [{ name: 'Ada' }, { name: 'Ane' }]);
  t.same((await service.ask('GET', '/unit_history?select=name')).body, [{ name: 'second' }]);
});

test('a refusal ends the batch: it names the request, and nothing of the batch is done', async (t) => {
  const service = await batchService(t);
  await twoParties(service);
  const create = { url: 'party', body: { name: 'Cai' } };
  const before = await service.database.query('select * from party order by id');
  const cases = [
    [[create, { url: 'unit', body: { party_id: 77 } }], 409, 'reference_conflict', '2'],
    [[create, { url: 'party', body: { name: '' }, id: 'x' }, { url: 'party/77' }], 404, 'not_found', '3'],
    [[create, { url: 'party', body: { nam: 'Dag' } }], 422, 'invalid_body', '2'],
    [[create, { method: 'PATCH', url: 'party/77', body: {} }], 404, 'not_found', '2'],
    [[create, { method: 'DELETE', url: 'party/1' }, { url: 'party?limit=a' }], 400, 'invalid_parameter', '3'],
    [[create, { url: 'party', body: { name: 'Dag' }, headers: { Accept: 'text/html' } }], 406, 'not_acceptable', '2'],
    [[{ url: 'nothing' }, { url: 'party/77' }], 404, 'unknown_path', '1'],
    // What needs no row is checked of all requests before the first one runs.
    [[{ url: 'party/77' }, { url: 'nothing' }], 404, 'unknown_path', '2'],
  ] as const;
  for (const [parts, status, code, request] of cases) {
    const answer = await service.run(parts);
    t.match(answer, { status, body: { status, code, request } }, answer.text);
  }
  t.same(await service.database.query('select * from party order by id'), before);
  t.same(await service.database.query('select * from party_history where replaced_at is not null'), []);
});

test('the first refused request is named, although later ones are sent before its answer is there', async (t) => {
  const service = await batchService(t);
  await twoParties(service);
  await service.run([{ url: 'unit', body: { party_id: 1 } }]);
  const rename = (id: number, name: string) => ({ method: 'PATCH', url: `party/${id}`, body: { name } });
  const stale = { ...rename(1, 'Cai'), headers: { 'If-Match': '"0-stale"' } };
  const missing = { method: 'DELETE', url: 'party/77' };
  const taken = { url: 'unit', body: { party_id: 77 } };
  const invalid = { url: 'party', body: { name: 'Dag', nam: '' } };
  const cases = [
    [[rename(1, 'Cai'), missing, taken], 404, '2'],
    [[missing, rename(1, 'Cai'), rename(2, 'Dag')], 404, '1'],
    [[rename(2, 'Cai'), stale, missing, taken], 412, '2'],
    [[taken, missing, invalid], 409, '1'],
    [[missing, taken, invalid], 404, '1'],
    [[rename(1, 'Cai'), taken, stale], 409, '2'],
    [[rename(1, 'Cai'), missing, rename(1, 'Dag'), { url: 'party/$3.id' }], 404, '2'],
    // A request sees what the ones before it did, and nothing of the ones behind it.
    [[{ url: 'unit/1' }, { method: 'DELETE', url: 'unit/1' }, { url: 'unit/1' }], 404, '3'],
    [[rename(77, 'Cai'), { url: 'party', body: { name: 'Eve' } }], 404, '1'],
  ] as const;
  const before = await service.database.query('select * from party order by id');
  for (const headers of [{}, { Prefer: 'tx=rollback' }, { 'Idempotency-Key': 'key' }]) {
    for (const [place, [parts, status, request]] of cases.entries()) {
      const key = 'Idempotency-Key' in headers ? { 'Idempotency-Key': `key-${place}` } : headers;
      const answer = await service.run(parts, { headers: key });
      t.match(answer, { status, body: { status, request } }, `${place} ${JSON.stringify(key)}: ${answer.text}`);
    }
  }
  t.same(await service.database.query('select * from party order by id'), before);
});

test('requests that refer to no answer are one round trip with the locks, and with the commit if all write', async (t) => {
  const { model, database, run: make, tokenOf } = await batchService(t);
  await make(['Ada', 'Bo', 'Cai'].map((name) => ({ url: 'party', body: { name } })));
  await make([{ url: 'unit', body: { party_id: 1 } }]);
  const proxy = await countedProxy(t, database.url);
  const counted = await connect(proxy.url, { maximumConnections: 1, statementTimeoutSeconds: 10 });
  t.teardown(() => counted.close());
  const { ask } = await serveDatabase(t, model, { ...database, database: counted });
  // The connection is open then, and the identity is known.
  await ask('GET', '/party', { token: tokenOf() });
  await ask('POST', '/batch', { body: { requests: [requestOf({ url: 'party/1' }, 0)] }, token: tokenOf() });
  const renamed = (id: number) => ({
    method: 'PATCH',
    url: `party/${id}`,
    body: { name: `${id} ${Math.random()}`.slice(0, 20) },
  });
  const unit = { method: 'PATCH', url: 'unit/1', body: { name: 'x' } };
  const cases = [
    [[renamed(1), renamed(2)], 1],
    [[renamed(1)], 1],
    [[unit, { url: 'unit', body: { party_id: 2 } }, unit], 1],
    [[renamed(1), unit], 2],
    [[unit, { ...unit, url: 'unit/1?select=name' }], 3],
    [[renamed(1), renamed(2), renamed(3), { url: 'party/2' }, { url: 'party?select=name' }], 2],
    [
      [
        renamed(1),
        renamed(2),
        { method: 'PATCH', url: 'party/$2.id', body: { name: `x ${Math.random()}`.slice(0, 20) } },
      ],
      3,
    ],
    [[{ url: 'party/1' }, { url: 'party/2' }], 2],
  ] as const;
  for (const [parts, trips] of cases) {
    proxy.reset();
    const answer = await ask('POST', '/batch', { body: { requests: parts.map(requestOf) }, token: tokenOf() });
    t.equal(answer.status, 200, answer.text);
    t.equal(proxy.messages().replace(/[^SQ]/g, '').length, trips, proxy.messages());
  }
});

test('the locks of batches have one plan, however many rows they name', async (t) => {
  const { model, database, run: make, tokenOf } = await batchService(t);
  await make(['Ada', 'Bo', 'Cai'].map((name) => ({ url: 'party', body: { name } })));
  await make([1, 2, 3].map((party_id) => ({ url: 'unit', body: { party_id } })));
  const single = await connect(database.url, { maximumConnections: 1, statementTimeoutSeconds: 10 });
  t.teardown(() => single.close());
  const { ask } = await serveDatabase(t, model, { ...database, database: single });
  for (let batch = 0; batch < 12; batch += 1) {
    const parts = [1, 2, 3]
      .slice(batch % 2)
      .reverse()
      .map((id) => ({ method: 'PATCH', url: `unit/${id}`, body: { name: 'x' } }));
    const answer = await ask('POST', '/batch', { body: { requests: parts.map(requestOf) }, token: tokenOf() });
    t.equal(answer.status, 200, answer.text);
  }
  const text = "select generic_plans > 0 as kept from pg_prepared_statements where statement like '%lock_0%'";
  t.match(await single.query({ text, values: [] }), { rows: [{ kept: 't' }] });
});

test('each request has its headers, with the meaning that they have by themselves', async (t) => {
  const service = await batchService(t);
  await twoParties(service);
  const { etag = '' } = (await service.ask('GET', '/party/1')).headers;
  const of = (headers: Readonly<Record<string, string>>) => ({ method: 'PATCH', url: 'party/1', body: {}, headers });
  t.equal((await service.run([of({ 'If-Match': etag })])).status, 200);
  t.match((await service.run([of({ 'if-match': '"7-abc"' })])).body, { code: 'precondition_failed', request: '1' });
  const reads = responsesOf(
    await service.run([
      { url: 'party/1', headers: { 'If-None-Match': etag } },
      { url: 'party?order=id&select=name', headers: { Accept: 'text/csv' } },
      { url: 'party?id=eq.1&select=name', headers: { Accept: 'application/vnd.pgrst.object+json' } },
      { url: 'party?order=id&select=name', headers: { range: '1-1' } },
    ]),
  );
  t.match(reads[0], { status: 304, headers: { etag } });
  t.match(reads[1], { headers: { 'content-type': /^text\/csv/ }, body: 'name\r\nAda\r\nBo\r\n' });
  t.same(reads[2]?.body, { name: 'Ada' });
  t.match(reads[3], { headers: { 'content-range': '1-1/*' }, body: [{ name: 'Bo' }] });
  const refused = [
    [{ url: 'party', headers: { Accept: 'application/x-ndjson' } }, 'not_acceptable'],
    [{ url: 'party?limit=1', headers: { Accept: 'application/x-ndjson' } }, 'not_acceptable'],
    [{ url: 'party', body: { name: 'x' }, headers: { 'Content-Type': 'text/csv' } }, 'unsupported_media_type'],
    [{ url: 'party', headers: { Prefer: 'handling=strict, x=1' } }, 'invalid_parameter'],
    [{ method: 'DELETE', url: 'party/1', headers: { 'If-Match': 'x' } }, 'invalid_parameter'],
  ] as const;
  for (const [part, code] of refused) t.match((await service.run([part])).body, { code, request: '1' });
});

test('a batch has headers of its own', async (t) => {
  const service = await batchService(t);
  const parts = [{ url: 'party', body: { name: 'Ada' } }];
  const refused = [
    [{ accept: 'text/csv' }, 406],
    [{ prefer: 'handling=strict, count=exact' }, 400],
    [{ 'if-match': '"1-x"' }, 400],
    [{ 'if-none-match': '*' }, 400],
    [{ 'content-type': 'text/csv' }, 415],
    [{ authorization: 'Bearer x' }, 401],
  ] as const;
  for (const [headers, status] of refused) {
    const answer = await service.run(parts, { headers });
    t.equal(answer.status, status, answer.text);
    t.notOk('request' in answer.body);
  }
  t.match(await service.ask('GET', '/batch'), { status: 405, headers: { allow: 'POST' } });
  t.equal((await service.run(parts)).status, 200);
});

test('each request needs its own scope and rights, and a hidden row is as if it were not there', async (t) => {
  const service = await batchService(t);
  await twoParties(service);
  responsesOf(await service.run([1, 2].map((party_id) => ({ url: 'unit', body: { party_id, name: `u${party_id}` } }))));
  const scope = 'read:data:party manage:data:unit';
  const unit = (id: number) => ({ method: 'PATCH', url: `unit/${id}`, body: { words: [] } });
  const cases = [
    [[{ url: 'party' }, { url: 'party', body: { name: 'x' } }], { scope }, 'insufficient_scope', '2'],
    [[unit(1), { method: 'DELETE', url: 'unit/1' }], { role: 'worker' }, 'forbidden', '2'],
    [[unit(1), unit(2)], { role: 'worker' }, 'not_found', '2'],
    [[unit(1), { method: 'PATCH', url: 'unit/1', body: { name: 'x' } }], { role: 'worker' }, 'forbidden_field', '2'],
    [[unit(1), { url: 'unit', body: { party_id: 1, parent_id: 2 } }], { role: 'worker' }, 'reference_conflict', '2'],
  ] as const;
  for (const [parts, sent, code, request] of cases) {
    const answer = await service.run(parts, sent);
    t.match(answer.body, { code, request }, answer.text);
  }
  const [hidden] = cases[2][0];
  t.same(
    (await service.run([hidden, unit(2)], { role: 'worker' })).text.replaceAll('unit 2', 'unit 77'),
    (await service.run([hidden, unit(77)], { role: 'worker' })).text,
  );
  const list = responsesOf(await service.run([{ url: 'unit?select=name' }], { role: 'worker' }));
  t.same(list[0]?.body, [{ name: 'u1' }]);
  // Who may create a row and not read it still knows its id.
  const made = responsesOf(
    await service.run([{ url: 'unit', body: { party_id: 2 } }, { url: 'supply?unit_id=eq.$1.id' }], { role: 'worker' }),
  );
  t.match(made[0], { status: 201, headers: { location: /^\/api\/v1\/unit\/\d+$/ } });
  t.notOk('body' in (made[0] ?? {}));
});

test('a batch that is repeated under its Idempotency-Key runs once', async (t) => {
  const service = await batchService(t);
  const key = (name: string, sent: object = {}) => ({ headers: { 'idempotency-key': `"${name}"` }, ...sent });
  const parts = [
    { id: 'p', url: 'party', body: { name: 'Ada' } },
    { url: 'unit', body: { party_id: { $result: 'p.id' } } },
  ];
  const first = await service.run(parts, key('one'));
  t.equal(first.status, 200, first.text);
  for (const again of [parts, structuredClone(parts)]) {
    const { status, text } = await service.run(again, key('one'));
    t.same({ status, text }, { status: 200, text: first.text });
  }
  const reused = { status: 422, body: { code: 'idempotency_key_reused' } };
  t.match(await service.run([...parts, { url: 'party' }], key('one')), reused);
  t.match(await service.run(parts, key('one', { role: 'worker' })), reused, 'the answer was for another role');
  const related = [{ method: 'PATCH', url: 'unit/1', body: { name: 'u' } }, { url: 'unit?select=id,party(name)' }];
  t.match(await service.run(related, key('related')), {
    status: 200,
    body: { responses: [{}, { body: [{ party: {} }] }] },
  });
  const narrow = await service.run(related, key('related', { scope: 'manage:data:unit' }));
  t.match(narrow, reused, 'the answer has rows that need another scope');
  t.notMatch(narrow.text, 'Ada');
  t.match(await service.run(parts.slice(0, 1), key('two')), { status: 409, body: { request: 'p' } });
  t.equal(
    (
      await service.run([
        { method: 'DELETE', url: 'unit/1' },
        { method: 'DELETE', url: 'party/1' },
      ])
    ).status,
    200,
  );
  t.match(
    await service.run(parts.slice(0, 1), key('two')),
    { status: 409, body: { request: 'p' } },
    'a refusal is kept',
  );
  t.same((await service.ask('GET', '/party')).body, []);
  const reads = [{ url: 'party?select=id' }];
  const [before, , after] = [
    await service.run(reads, key('read')),
    await service.run([{ url: 'party', body: { name: 'Bo' } }]),
    await service.run(reads, key('read')),
  ];
  t.not(before.text, after.text, 'what only reads runs each time');
  const racing = await Promise.all(
    Array.from({ length: 6 }, () => service.run([{ url: 'party', body: { name: 'Cai' } }], key('race'))),
  );
  t.equal(new Set(racing.map(({ status, text }) => `${status} ${text}`)).size, 1, racing[0]?.text ?? '');
});

test('a batch that others keep stopping is run again, and given up with the time to come back', async (t) => {
  const service = await batchService(t);
  const { database } = service.database;
  // As if another request changed the same rows in each attempt. A sequence keeps its count when a transaction is undone.
  await database.script(`create sequence attempt;
    create function stop_some() returns trigger language plpgsql as $$
    begin
      if nextval('attempt') <= 3 or new.name = 'Bo' then raise exception 'x' using errcode = '40001'; end if;
      return null;
    end $$;
    create trigger stop_some after insert on party for each row execute function stop_some();`);
  const made = await service.run([{ url: 'party', body: { name: 'Ada' } }]);
  t.equal(made.status, 200, made.text);
  const stopped = await service.run(['Cai', 'Bo'].map((name) => ({ url: 'party', body: { name } })));
  t.match(stopped, { status: 503, headers: { 'retry-after': '1' }, body: { code: 'contended', status: 503 } });
  t.notOk('request' in stopped.body, 'no request is at fault');
  t.same((await service.ask('GET', '/party?select=name')).body, [{ name: 'Ada' }], 'nothing of it is done');
});
