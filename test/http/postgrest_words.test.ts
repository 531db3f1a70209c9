import { test } from 'tap';
import { postgrestCodes } from '../../engine/contract/postgrest_error.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { withoutNulls } from '../../engine/http/response/without_nulls.ts';
import type { Service } from '../../engine/model/service.ts';
import { dialect, encoded } from './dialect.ts';
import { serveModel } from './service.ts';

// What clients of PostgREST say in headers: its media types, the zone of datetimes, and the form of its errors.

const object = 'application/vnd.pgrst.object+json';

test('JSON without the members that are null', async (t) => {
  const texts: readonly (readonly [json: string, stripped: string])[] = [
    ['{"a":null,"b":1}', '{"b":1}'],
    ['{"a":1,"b":null}', '{"a":1}'],
    ['{"a":null}', '{}'],
    ['[null, {"a": null}, [null]]', '[null,{},[null]]'],
    ['{"a":{"b":null,"c":[{"d":null,"e":2}]},"f":"null"}', '{"a":{"c":[{"e":2}]},"f":"null"}'],
    ['{"null":0,"a\\"b\\\\":null,"c\\\\":"\\"null"}', '{"null":0,"c\\\\":"\\"null"}'],
    ['{ "a" : 1.50000000000000000000 ,\n "b" : [ ] }', '{"a":1.50000000000000000000,"b":[]}'],
    ['null', 'null'],
    ['"{\\"a\\":null}"', '"{\\"a\\":null}"'],
    ['', ''],
  ];
  for (const [json, stripped] of texts) t.equal(withoutNulls(json), stripped, json);
});

test('rows in the media types of PostgREST', async (t) => {
  const { ask } = await dialect(t);
  const rows = async (accept: string, path: string) => {
    const { status, headers, body } = await ask('GET', path, { headers: { accept } });
    return [status, headers['content-type'], body];
  };
  const stripped = ';nulls=stripped';
  const path = '/item?select=id,day,data,maker(size)&id=eq.4';
  const whole = { id: 4, day: null, data: 'text', maker: null };
  const bare = { id: 4, data: 'text' };
  for (const plus of ['', '+json']) {
    const array = `application/vnd.pgrst.array${plus}`;
    t.same(await rows(array, path), [200, 'application/json; charset=utf-8', [whole]]);
    t.same(await rows(`${array}${stripped}`, path), [
      200,
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
      [bare],
    ]);
    const one = `application/vnd.pgrst.object${plus}`;
    t.same(await rows(one, path), [200, `${object}; charset=utf-8`, whole]);
    t.same(await rows(`${one} ; nulls="stripped"`, path), [200, `${object};nulls=stripped; charset=utf-8`, bare]);
    t.same(await rows(`${one}${stripped}`, '/item/4?select=id,day'), [
      200,
      `${object};nulls=stripped; charset=utf-8`,
      { id: 4 },
    ]);
  }
  t.same((await rows(`text/x, ${object}${stripped};q=0.5, application/json;q=0.9`, path))[2], [whole], 'by weight');
  t.equal((await rows('application/vnd.pgrst.nix', path))[0], 406);
  const created = await ask('POST', '/maker', { body: { name: 'Cy' }, headers: { accept: `${object}${stripped}` } });
  t.notOk('size' in created.body, 'the answer to a write');
  const changed = await ask('PATCH', '/maker?id=eq.1&select=id,size', {
    body: { size: null },
    headers: { accept: `application/vnd.pgrst.array+json${stripped}`, prefer: 'return=representation' },
  });
  t.same(changed.body, [{ id: 1 }], 'and to a change of many');
  const tags = await Promise.all(
    [object, `${object}${stripped}`].map((accept) => ask('GET', '/item/4', { headers: { accept } })),
  );
  t.not(tags[0]?.headers.etag, tags[1]?.headers.etag, 'another form has another tag');
});

test('errors that a request in a media type of PostgREST gets', async (t) => {
  const { ask, token } = await dialect(t);
  const refused = async (path: string, headers = {}, more = {}) => {
    const { status, body } = await ask('GET', path, { headers: { accept: object, ...headers }, ...more });
    return { status, code: body.code, details: body.details, hint: body.hint };
  };
  t.match(await refused('/item?id=eq.99'), { status: 406, code: 'PGRST116', details: 'The result contains 0 rows' });
  t.match(await refused('/item'), { code: 'PGRST116', details: 'The result contains 6 rows' });
  t.match(await refused('/item/99'), { status: 404, code: 'PGRST116', details: null, hint: null });
  t.match(await refused('/item?limit=-1'), { status: 416, code: 'PGRST103', details: 'limit: limit is -1' });
  t.match(await refused('/item?nam=eq.1'), { status: 400, code: '42703', hint: /name/ });
  t.match(await refused('/item?count=eq.a'), { status: 400, code: 'PGRST100' });
  t.match(await refused('/item', { prefer: 'handling=strict, nix=1' }), { status: 400, code: 'PGRST122' });
  t.match(await refused('/item', {}, { token: null }), { status: 401, code: 'PGRST301' });
  t.match(await refused('/item', {}, { token: token({ identity_id: 1, scope: 'read:data:maker' }) }), {
    status: 403,
    code: '42501',
  });
  const one = { accept: object };
  const taken = await ask('POST', '/maker', { body: { nam: 'a' }, headers: one });
  t.match(taken, { status: 422, body: { code: '23514', details: String, errors: Array } });
  const plain = await ask('GET', '/item?limit=-1');
  t.match(plain.body, { code: 'range_not_satisfiable' });
  t.notOk('details' in plain.body, 'any other request gets the problem alone');
  t.equal((await ask('GET', '/item?limit=-1', { headers: { accept: '*/*' } })).body.code, 'range_not_satisfiable');
  t.ok(Object.values(postgrestCodes).every((code) => /^([0-9A-Z]{5}|PGRST\d{3})$/.test(code)));
});

test('the plan of a list, where service.yaml allows it', async (t) => {
  const loaded = await loadModel('test/hidden');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const { model } = loaded;
  const claims = (role: string) => ({ identity_id: 7, scope: 'manage:data', role, party: 1 });
  const serve = (explain: Service['explain']) => serveModel(t, { ...model, service: { ...model.service, explain } });
  const plan = (more = '') => ({ headers: { accept: `application/vnd.pgrst.plan${more}` } });
  const nobody = await serve('nobody');
  const off = await nobody.ask('GET', '/paper', { ...plan(), token: nobody.token(claims('half')) });
  t.equal(off.status, 406, 'off by default');
  const unrestricted = await serve('unrestricted');
  const all = { token: unrestricted.token(claims('half')) };
  const asked = await unrestricted.ask('GET', '/paper?price=gt.1&select=id', { ...plan(), ...all });
  t.equal(asked.status, 200, asked.text);
  t.match(asked.text, /Aggregate .*cost=/);
  t.equal(asked.headers['content-type'], 'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8');
  const analyzed = await unrestricted.ask('GET', '/paper', { ...plan('+json; options=analyze|buffers|nix'), ...all });
  t.ok('Actual Rows' in JSON.parse(analyzed.text)[0].Plan);
  t.match(analyzed.headers['content-type'], 'options=analyze|buffers;');
  const some = { token: unrestricted.token(claims('claimed')) };
  for (const path of ['/paper', '/folder?select=id,paper(id)', '/folder?paper.price=gt.1', '/paper_history']) {
    const refused = await unrestricted.ask('GET', path, { ...plan(), ...some });
    t.equal(refused.status, 403, `${path} ${refused.text}`);
    t.equal(refused.body.code, '42501');
    t.notMatch(refused.text, /cost|Filter|Scan/);
  }
  const everybody = await serve('everybody');
  t.match((await everybody.ask('GET', '/paper', { ...plan(), ...some })).text, /cost=/);
  t.equal((await everybody.ask('GET', '/paper/1', { ...plan(), ...all })).status, 406, 'of lists alone');
});

test('Prefer: timezone', async (t) => {
  const { ask } = await dialect(t);
  const inZone = (zone: string, more = '') => ({ headers: { prefer: `${more}timezone=${zone}` } });
  const at = '/item?select=at&id=eq.1';
  const shown: readonly (readonly [zone: string, text: string, applied: string | undefined])[] = [
    ['Europe/Oslo', '2026-01-01T01:00:00.123456+01:00', 'timezone=Europe/Oslo'],
    ['Asia/Kolkata', '2026-01-01T05:30:00.123456+05:30', 'timezone=Asia/Kolkata'],
    ['UTC', '2026-01-01T00:00:00.123456+00:00', 'timezone=UTC'],
    ['Mars/Base', '2026-01-01T00:00:00.123456+00:00', undefined],
    ['europe/oslo', '2026-01-01T00:00:00.123456+00:00', undefined],
    ["';select 1", '2026-01-01T00:00:00.123456+00:00', undefined],
  ];
  for (const [zone, text, applied] of shown) {
    const { body, headers } = await ask('GET', at, inZone(zone));
    t.same(body, [{ at: text }], zone);
    t.equal(headers['preference-applied'], applied, zone);
    t.same((await ask('GET', at)).body, [{ at: shown[2]?.[1] }], 'and the next request is in UTC');
  }
  t.match(await ask('GET', at, inZone('Mars/Base', 'handling=strict, ')), { status: 400 });
  const [, text = ''] = shown[0] ?? [];
  const oslo = inZone('Europe/Oslo');
  const applied = { 'preference-applied': 'timezone=Europe/Oslo' };
  t.match(await ask('GET', '/item/1?select=at', oslo), { body: { at: text }, headers: applied });
  t.match(await ask('GET', '/item?select=id,remark(item(at))&id=eq.1', oslo), {
    body: [{ remark: [{ item: { at: text } }, {}] }],
  });
  t.match(await ask('PATCH', '/item/1?select=at', { body: { at: text }, ...oslo }), {
    body: { at: text },
    headers: applied,
  });
  const created = await ask('POST', '/item', { body: { name: 'new', at: '2026-07-01T00:00Z' }, ...oslo });
  t.match(created, { status: 201, body: { at: '2026-07-01T02:00:00+02:00' }, headers: applied });
  const many = await ask('PATCH', '/item?id=eq.1&select=at', {
    body: { count: 2 },
    headers: { prefer: 'timezone=Europe/Oslo, return=representation' },
  });
  t.match(many, { body: [{ at: text }], headers: { 'preference-applied': /timezone=Europe\/Oslo/ } });
  const stays = await ask('GET', '/stay?select=valid_from,valid_to&order=valid_from&limit=1', oslo);
  t.same(stays.body, [{ valid_from: '2026-01-01T01:00:00+01:00', valid_to: '2026-02-01T01:00:00+01:00' }]);
  const tags = await Promise.all([ask('GET', '/item/1'), ask('GET', '/item/1', oslo)]);
  t.not(tags[0]?.headers.etag, tags[1]?.headers.etag, 'another text has another tag');
});

test('a zone changes what is shown, and never which rows', async (t) => {
  const { ask } = await dialect(t);
  const queries = [
    'item?select=id&day=gt.2026-01-01',
    'item?select=id&day=in.(2026-01-01, 2026-01-02)',
    'item?select=id&at=gte.2026-01-01T00:00:00.123456Z&order=at',
    'item?select=id&at=lt.2026-01-01 01:00 Europe/Oslo',
    'item?select=id&at=eq.2026-01-01T00:00:00.123456Z',
    'stay?select=id&valid_at=2026-02-01T00:00Z&order=id',
    'stay?select=id&validity=ov.[2026-01-31T23:00Z,2026-02-01T00:00Z)',
    'stay?select=id&validity=cs.2026-01-31T23:59Z',
  ];
  for (const query of queries) {
    const path = `/${query.replace(/\?.*/, (rest) => `?${encoded(rest.slice(1))}`)}`;
    const plain = await ask('GET', path);
    t.ok(plain.body.length > 0, query);
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const { body } = await ask('GET', path, { headers: { prefer: `timezone=${zone}` } });
      t.same(body, plain.body, `${query} ${zone}`);
    }
  }
});
