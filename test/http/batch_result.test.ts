import { test } from 'tap';
import { batchService, type Part } from './batch_service.ts';

// References to earlier answers: { "$result": "1.id" } in a body, and $1.id in a URL.

const ada: Part = { id: 'a', url: 'party', body: { name: 'Ada' } };

test('a reference stands for the value of a member, in any field but JSON', async (t) => {
  const { ask } = await batchService(t);
  const big = '9007199254740993';
  const text = (body: string) => ({
    body: `{"requests":[{"id":"a","method":"POST","url":"party","body":{"name":"Ada"}},${body}]}`,
  });
  const made = await ask(
    'POST',
    '/batch',
    text(
      `{"id":"u","method":"POST","url":"unit","body":{"party_id":{"$result":"a.id"},"data":{"n":${big},"$result":"a.id","l":[{"k":"v"}]}}},
     {"id":"w","method":"POST","url":"unit","body":{"party_id":{"$result":"a.id"},"data":{"$result":"a.id"},"name":{"$result":"u.data.l.0.k"},"words":["x",{"$result":"a.name"}]}},
     {"id":"d","method":"PATCH","url":"unit/$w.id","body":{"parent_id":{"$result":"u.id"}}},
     {"id":"l","method":"GET","url":"unit?order=id&select=id,name"},
     {"id":"g","method":"GET","url":"unit?id=eq.$l.1.id&name=eq.$l.1.name&words=cs.{$a.name}"}`,
    ),
  );
  t.equal(made.status, 200, made.text);
  const [, u, w, d, , g] = made.body.responses;
  t.match(made.text, `"n": ${big}`, 'no digit is lost');
  t.match(u.body.data, { $result: 'a.id' }, 'in a JSON field it is data');
  t.same(w.body, { ...w.body, data: { $result: 'a.id' }, name: 'v', words: ['x', 'Ada'] });
  t.equal(d.body.parent_id, u.body.id);
  t.same(
    g.body.map(({ id }: { readonly id: number }) => id),
    [w.body.id],
  );
});

test('a dollar sign that is no reference stays as it is', async (t) => {
  const { run } = await batchService(t);
  const names = ['$5.00', '$a.id', '$', 'a$b'];
  const parts = names.map((name, index) => ({ id: `n${index}`, url: 'party', body: { name } }));
  const urls = ['party?name=eq.$5.00', 'party?name=eq.%24a.id', 'party?name=eq.$', 'party?name=eq.a$b'];
  const answer = await run([...parts, ...urls.map((url, index) => ({ id: `g${index}`, url }))]);
  t.equal(answer.status, 200, answer.text);
  for (const [index, name] of names.entries()) t.match(answer.body.responses[names.length + index].body, [{ name }]);
});

test('a reference that leads nowhere is refused', async (t) => {
  const { run, database } = await batchService(t);
  const unit = (party_id: object | null, more: object = {}) => ({
    id: 'u',
    url: 'unit',
    body: { party_id, ...more } as never,
  });
  const cases: readonly (readonly [what: string, part: Part, code: string, detail: string | RegExp])[] = [
    ['an unknown request', unit({ $result: 'b.id' }), 'invalid_body', '/party_id: no earlier request has the id b'],
    ['the request itself', unit({ $result: 'u.id' }), 'invalid_body', /no earlier request has the id u/],
    ['a later one', unit({ $result: 'z.id' }), 'invalid_body', /no earlier request has the id z/],
    ['no member', unit({ $result: 'a' }), 'invalid_body', /must be the id of an earlier request, a dot and a member/],
    ['no text', unit({ $result: 1 }), 'invalid_body', /must be the id of an earlier request/],
    ['beside another member', unit({ $result: 'a.id', x: 1 }), 'invalid_body', /stands beside another member/],
    ['an unknown member', unit({ $result: 'a.nothing' }), 'invalid_body', /the answer to the request a has no nothing/],
    ['a member of a number', unit({ $result: 'a.id.value' }), 'invalid_body', /the request a has no id.value/],
    ['a member that is no one’s own', unit({ $result: 'a.toString' }), 'invalid_body', /has no toString/],
    ['a value of another type', unit({ $result: 'a.name' }), 'invalid_body', '/party_id: must be a whole number'],
    ['two of them', unit({ $result: 'b.id' }, { parent_id: { $result: 'c.id' } }), 'invalid_body', /and 1 more/],
    [
      'in an URL, an unknown request',
      { id: 'u', url: 'party/$b.id' },
      'invalid_parameter',
      /\$b.id: no earlier request/,
    ],
    ['in an URL, an unknown member', { id: 'u', url: 'party?id=eq.$a.x' }, 'invalid_parameter', /has no x/],
  ];
  const before = await database.query('select last_value, is_called from party_id_seq');
  for (const [what, part, code, detail] of cases) {
    const { body, text } = await run([ada, part, { id: 'z', url: 'party' }]);
    t.match(body, { code, detail, request: 'u' }, `${what}: ${text}`);
  }
  const [after] = await database.query('select last_value from party_id_seq');
  t.ok(
    Number(after?.last_value) - Number(before[0]?.last_value) < cases.length,
    'what can be seen before is seen before',
  );
});

test('a value in a URL cannot change what a filter means', async (t) => {
  const { run } = await batchService(t);
  const values: readonly (readonly [name: string, isTaken: boolean])[] = [
    ['Ada', true],
    ['Æ b_c.d:e+f@g~h-1', true],
    ['x),id.gt.0,(', false],
    ['a,b', false],
    ['"a"', false],
    ['a*', false],
    ['50%', false],
    ['{a}', false],
    ['a&id=gt.0', false],
    ['a\\b', false],
  ];
  for (const [name, isTaken] of values) {
    const found = { id: 'f', url: 'party?or=(name.eq.$a.name,id.lt.0)&select=name' };
    const answer = await run([{ ...ada, body: { name } }, found, { id: 'd', method: 'DELETE', url: 'party/$a.id' }]);
    if (isTaken) t.same(answer.body.responses?.[1].body, [{ name }], answer.text);
    else t.match(answer.body, { code: 'invalid_parameter', request: 'f', detail: /a URL takes a number/ }, name);
  }
  const nothing = await run([
    ada,
    { id: 'n', url: 'unit', body: { party_id: { $result: 'a.id' } } },
    { url: 'unit?id=eq.$n.parent_id' },
  ]);
  t.match(nothing.body, { code: 'invalid_parameter', request: '3' }, 'null has no form in a URL');
});

test('a request that is answered without its row still gives its id', async (t) => {
  const { run } = await batchService(t);
  const made = { id: 'u', url: 'unit', body: { party_id: 2 } };
  const parties = await run([ada, { url: 'party', body: { name: 'Bo' } }]);
  t.equal(parties.status, 200);
  const entry = {
    url: 'supply',
    body: { unit_id: { $result: 'u.id' }, party_id: 1, valid_from: '2026-01-01T00:00:00Z' },
  };
  t.match((await run([made, entry], { role: 'worker' })).body, { code: 'reference_conflict', request: '2' });
  const patched = await run([made, { method: 'PATCH', url: 'unit/$u.id', body: {} }], { role: 'worker' });
  t.match(patched.body, { code: 'not_found', request: '2', detail: /^there is no unit \d+$/ });
});

test('values of earlier answers do not make a request longer than it may be', async (t) => {
  const { run } = await batchService(t);
  const first = { id: 'a', url: 'unit', body: { party_id: 1, name: 'x'.repeat(400_000) } };
  await run([{ url: 'party', body: { name: 'one' } }]);
  const name = { $result: 'a.name' };
  const longer: readonly (readonly [Part, string])[] = [
    [{ url: 'unit', body: { party_id: 1, words: Array(20_000).fill(name) } }, 'payload_too_large'],
    [{ url: 'unit', body: Array(10_000).fill({ party_id: 1, name }) }, 'payload_too_large'],
    [{ url: `unit?name=eq.${'$a.name'.repeat(2000)}` }, 'url_too_long'],
    [{ url: 'unit?name=eq.$a.name' }, 'url_too_long'],
  ];
  for (const [part, code] of longer) {
    const answer = await run([first, { ...part, id: 'b' }]);
    t.match(answer.body, { code, request: 'b' }, answer.text.slice(0, 300));
  }
  const lists = { id: 'list', url: 'unit?select=id,name' };
  for (let count = 0; count < 3; count += 1) t.equal((await run([first])).status, 200);
  const filled = await run([lists, { id: 'b', url: 'unit/$list.0.id' }]);
  t.match(filled.body, { code: 'invalid_parameter', request: 'b', detail: /more than 1048576 bytes/ }, filled.text);
  const wrong = await run([{ url: 'unit', body: { words: Array(30_000).fill({ $result: 'none.id' }) } }]);
  t.equal((wrong.body as { errors: readonly unknown[] }).errors.length, 100);
});
