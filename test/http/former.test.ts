import fc from 'fast-check';
import { test } from 'tap';
import type { Model } from '../../engine/model/model.ts';
import { inOneTransaction } from '../../engine/schema/change.ts';
import { migrationPlan } from '../../engine/schema/migration/plan.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { inTime } from './in_time.ts';
import { type Answer, type Method, serveDatabase, serveModel, type TestService } from './service.ts';

// A caller who may no longer read a row finds it as it was in the last moment in which they might: read: { that, former: last_state }.

const holder = 'holding.party_id=eq.{party_id}&holding.valid_at=now';

const files: Readonly<Record<string, string>> = {
  'service.yaml':
    'service: Units\naggregates: true\nevents: { prefix: org.example }\nroles: [all, holder, either, plain, closed, owner, limited, reporter, blind, maker]\nclaims: { others: { party_id: party_id } }\n',
  'party.yaml': 'resource: party\nhistory: true\nfields:\n  name: { type: text }\n',
  'unit.yaml': `resource: unit
history: true
fields:
  name: { type: text }
  size: { type: integer, default: 1, access: { all: all, holder: all, either: all, plain: all, closed: all, owner: all, limited: all, reporter: all, maker: all } }
  secret: { type: text, nullable: true, access: { all: all, holder: all, closed: all, owner: all, limited: { read: 'size=eq.1' } } }
  open_until: { type: date, nullable: true }
  made_by: { type: bigint, nullable: true }
  owner_id: { type: reference, to: party, nullable: true }
  is_big: { type: boolean, computed: size=gte.10 }
relations:
  holding: { resource: holding, by: unit_id }
  device: { resource: device, by: unit_id }
  note: { resource: note, by: unit_id }
access:
  all: all
  holder: { read: { that: '${holder}', former: last_state }, update: '${holder}', delete: '${holder}' }
  either: { read: { that: 'or=(owner_id.eq.{party_id},and(holding.party_id.eq.{party_id},holding.valid_at.eq.now))', former: last_state } }
  limited: { read: { that: '${holder}', former: last_state } }
  plain: { read: '${holder}' }
  closed: { read: { that: '${holder}', former: last_state }, history: { present: 'name=neq.closed' } }
  owner: { read: { that: 'owner_id=eq.{party_id}', former: last_state }, update: all }
  blind: { read: { that: 'owner_id=eq.{party_id}&size=lt.20', former: last_state } }
  maker: { read: { that: 'made_by=eq.{identity}', former: last_state } }
  reporter: { read: { that: 'owner_id=eq.{party_id}&open_until=gte.today', former: last_state } }
`,
  'holding.yaml': `resource: holding
history: true
temporal: { timeline: unit_id }
fields:
  unit_id: { type: reference, to: unit }
  party_id: { type: reference, to: party }
`,
  'device.yaml': `resource: device
history: true
fields:
  unit_id: { type: reference, to: unit, nullable: true }
  name: { type: text }
`,
  'identity.yaml': 'resource: identity\nfields:\n  subject: { type: text, unique: true }\n',
  'note.yaml': 'resource: note\nfields:\n  unit_id: { type: reference, to: unit }\n  text: { type: text }\n',
};

type Get = (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;

function callerOf({ ask, token }: TestService): (role: string, party: number | null) => Get {
  return (role, party_id) => {
    const bearer = token({ identity_id: 7, role, ...(party_id === null ? {} : { party_id }), scope: 'manage:data' });
    return (path, headers = {}) => ask('GET', path, { token: bearer, headers });
  };
}

test('a right that a deletion ends is kept where constraints are checked at once, too', async (t) => {
  const service = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': 'service: Units\nroles: [holder]\nclaims: { others: { party_id: party_id } }\n',
      'party.yaml': 'resource: party\nfields:\n  name: { type: text }\n',
      'unit.yaml': `resource: unit
history: true
fields:
  name: { type: text }
relations:
  share: { resource: share, by: unit_id }
access:
  holder: { read: { that: 'share.party_id=eq.{party_id}', former: last_state } }
`,
      'share.yaml': `resource: share
history: true
fields:
  unit_id: { type: reference, to: unit }
  party_id: { type: reference, to: party }
`,
    }),
  );
  const caller = callerOf(service);
  for (const text of [
    "insert into party (name) values ('a')",
    "insert into unit (name) values ('first')",
    'insert into share (unit_id, party_id) values (1, 1)',
  ])
    await service.database.query(text);
  await service.database.query('begin; set constraints all immediate; delete from share; commit');
  t.match((await caller('holder', 1)('/unit?select=name')).body, [{ name: 'first' }]);
});

test('a former holder finds the row as it was when their right ended', async (t) => {
  const service = await serveModel(t, modelOfFiles(files));
  const { database } = service;
  const caller = callerOf(service);
  const run = async (...statements: readonly string[]) => {
    for (const each of statements) await database.query(each);
  };
  await run(
    "insert into party (name) values ('a'), ('b'), ('c')",
    "insert into unit (name, secret) values ('first', 'one'), ('other', 'two')",
    "insert into holding (unit_id, party_id, valid_from) values (1, 1, now() - interval '1 year'), (2, 2, now() - interval '1 year')",
    "insert into device (unit_id, name) values (1, 'old device')",
  );
  const [one, two] = [caller('holder', 1), caller('holder', 2)];
  t.match((await one('/unit?select=name')).body, [{ name: 'first' }], 'a holder');
  await run(
    'insert into holding (unit_id, party_id, valid_from) values (1, 2, now())',
    "update unit set name = 'second', size = 10, secret = 'changed' where id = 1",
    "insert into device (unit_id, name) values (1, 'new device')",
    'delete from device where id = 1',
  );
  const shown = 'select=id,name,size,secret,is_big,device(name)';
  const was = { id: 1, name: 'first', size: 1, secret: 'one', is_big: false, device: [{ name: 'old device' }] };
  t.same((await one(`/unit?${shown}`)).body, [was]);
  t.same((await one(`/unit/1?${shown}`)).body, was);
  t.same(
    (await two(`/unit?${shown}&id=eq.1`)).body,
    [{ ...was, name: 'second', size: 10, secret: 'changed', is_big: true, device: [{ name: 'new device' }] }],
    'who holds it now',
  );
  t.same((await caller('plain', 1)('/unit')).body, []);
  t.same((await caller('holder', 3)('/unit')).body, []);
  t.same((await caller('holder', null)('/unit')).body, []);
  t.equal((await caller('plain', 1)('/unit/1')).status, 404);

  // Nothing tells of what came later.
  const listed: Readonly<Record<string, readonly string[]>> = {
    'name=eq.first': ['first'],
    'name=eq.second': [],
    'size=eq.10': [],
    'size=lt.10': ['first'],
    'is_big=is.true': [],
    'secret=eq.changed': [],
    'name=match.^sec': [],
    'name=match.^fir': ['first'],
    'or=(name.eq.second,size.eq.10)': [],
    'recorded_by=eq.0': ['first'],
    'device.name=eq.old device': ['first'],
    'device.name=eq.new device': [],
    'embed=device!&device.name=eq.new device': [],
    'holding.party_id=eq.2': [],
    'holding.party_id=eq.1&holding.valid_to=is.null': ['first'],
    'note=is.null': ['first'],
    'order=size.desc': ['first'],
    'offset=1': [],
    'limit=0': [],
  };
  for (const [query, names] of Object.entries(listed)) {
    const [name = '', ...rest] = query.split('&');
    const path = `/unit?select=name&${[name, ...rest].map((each) => each.replace(/=(.*)/s, (_, value) => `=${encodeURIComponent(value)}`)).join('&')}`;
    const { body, status } = await one(path);
    t.same(body.map?.(({ name: own }: { readonly name: string }) => own) ?? status, names, query);
    const counted = await one(path.replace('&limit=0', ''), { prefer: 'count=exact' });
    const total = query.startsWith('offset') || query.startsWith('limit') ? 1 : names.length;
    t.match(counted.headers['content-range'], new RegExp(`/${total}$`), `count of ${query}`);
  }
  for (const prefer of ['count=planned', 'count=estimated'])
    t.match((await one('/unit', { prefer })).headers['content-range'], /\/1$/, prefer);

  const read = await one('/unit/1');
  const versions = await service.ask('GET', '/unit_history?unit_id=eq.1&order=id', {
    token: service.token({ identity_id: 7, role: 'all', scope: 'read:data' }),
  });
  const [first, later] = versions.body;
  t.equal(read.body.recorded_at, first.recorded_at, 'marked by the record time of its version');
  t.match(read.headers.etag, new RegExp(`\\b${first.id}\\b`), 'the tag is that of its version');
  t.not(first.id, later.id);
  const known = await one('/unit/1', { 'if-none-match': read.headers.etag ?? '' });
  t.equal(known.status, 304);
  t.match((await one('/unit', { accept: 'text/csv' })).text, /first/);
  t.notMatch((await one('/unit', { accept: 'text/csv' })).text, /second|changed/);
  t.match((await one('/unit', { accept: 'application/x-ndjson' })).text, /^{.*first[^\n]*}\n$/);
  t.equal((await one('/unit', { accept: 'application/vnd.pgrst.object+json' })).body.name, 'first');

  // The past answers as it did before.
  t.same(
    (await one('/unit_history?unit_id=eq.1')).body,
    [],
    'the version stood on, and its last moment is not of the right',
  );
  t.same((await one(`/unit?as_of=${encodeURIComponent(later.recorded_at)}`)).body, []);
  t.equal((await one(`/unit?as_of=${encodeURIComponent(first.recorded_at)}`)).status, 200);
  t.same((await one('/device?select=unit(name)')).body, [{ unit: null }], 'no last state is embedded');
  t.same((await one('/party?id=eq.1&select=id')).body, [{ id: 1 }]);

  // No write reaches it.
  const bearer = service.token({ identity_id: 7, role: 'holder', party_id: 1, scope: 'manage:data' });
  const write = (method: Method, path: string, body?: Json, role = bearer) =>
    service.ask(method, path, { token: role, ...(body === undefined ? {} : { body }) });
  const refused = { status: 403, body: { code: 'forbidden', hint: /your right to read unit 1 has ended/ } };
  t.match(await write('PATCH', '/unit/1', { name: 'mine' }), refused);
  t.match(await write('DELETE', '/unit/1'), refused);
  t.match(await write('PATCH', '/unit/2', { name: 'mine' }), { status: 404 }, 'a row that was never theirs');
  t.match(await write('PATCH', '/unit?id=eq.1', { name: 'mine' }), { status: 204 }, 'many rows: it is not among them');
  t.match(await write('DELETE', '/unit?id=eq.1'), { status: 204 });
  t.equal((await two('/unit/1')).body.name, 'second', 'nothing was written');

  // An entry that is wrong shows nothing: the rule is asked again.
  await run(
    'insert into almanac.former_right select resource, role, callers, row_id, almanac.clock() from almanac.former_right on conflict do nothing',
  );
  t.equal((await one('/unit/1')).body.name, 'first');
  t.same((await one('/unit?select=name')).body, [{ name: 'first' }]);

  // A field rule is asked of the row as it was.
  t.equal((await caller('limited', 1)('/unit/1')).body.secret, 'one');
  t.equal((await caller('limited', 2)('/unit/1')).body.secret, null);
  t.same((await caller('limited', 1)('/unit?secret=eq.one&select=name')).body, [{ name: 'first' }]);

  // What is asked of the present closes it.
  t.equal((await caller('closed', 1)('/unit/1')).body.name, 'first');
  await run("update unit set name = 'closed' where id = 1");
  t.equal((await caller('closed', 1)('/unit/1')).status, 404);
  t.same((await caller('closed', 1)('/unit')).body, []);
  t.match(await write('PATCH', '/unit/1', { name: 'x' }), refused, 'others still find it');

  // The row changes, and the right comes back and ends again.
  await run(
    'update holding set valid_from = null, valid_to = null where party_id = 2 and unit_id = 1',
    'update holding set valid_to = null where party_id = 1',
  );
  t.equal((await one('/unit/1')).body.name, 'closed', 'the current row again');
  await run(
    "begin; update unit set name = 'fourth' where id = 1; update holding set valid_to = now() where party_id = 1; commit",
  );
  t.equal((await one('/unit/1')).body.name, 'closed', 'one change of both: as it was before');
  t.equal((await two('/unit/1')).body.name, 'closed', 'the other party lost it earlier');
});

test('a right that ends by the row itself, by time alone, or with the row', async (t) => {
  const service = await serveModel(t, modelOfFiles(files));
  const { database } = service;
  const caller = callerOf(service);
  const names = async (role: string, party: number) =>
    (await caller(role, party)('/unit?select=name&order=name.desc')).body.map(
      ({ name }: { readonly name: string }) => name,
    );
  await database.query("insert into party (name) values ('a'), ('b'), ('c')");
  await database.query(
    "insert into unit (name, owner_id, open_until) values ('u', 1, (now() at time zone 'UTC')::date), ('v', 1, (now() at time zone 'UTC')::date - 1), ('w', null, null)",
  );
  // The row itself.
  await database.query("update unit set name = 'of two', owner_id = 2 where name = 'u'");
  t.same(await names('owner', 1), ['v', 'u']);
  t.same(await names('owner', 2), ['of two']);
  t.same(await names('reporter', 1), ['u'], 'today is open, and a right that never was leaves nothing');
  await database.query("update unit set name = 'of none', owner_id = null where name = 'of two'");
  t.same(await names('owner', 1), ['v', 'u']);
  t.same(await names('owner', 2), ['of two']);

  // Time alone, to the microsecond; and an end that was moved before it came.
  const held = await inTime(700, async () => {
    await database.query(
      "insert into holding (unit_id, party_id, valid_from, valid_to) values (3, 1, now(), now() + interval '700 milliseconds')",
    );
    return names('plain', 1);
  });
  t.same(held, ['w']);
  await database.query('select pg_sleep(0.8)');
  await database.query("update unit set name = 'later' where name = 'w'");
  t.same(await names('plain', 1), []);
  t.same(await names('holder', 1), ['w']);
  await database.query(
    "insert into holding (unit_id, party_id, valid_from, valid_to) values (3, 2, now(), now() + interval '300 milliseconds')",
  );
  await database.query('update holding set valid_to = null where party_id = 2');
  await database.query('select pg_sleep(0.4)');
  await database.query("update unit set name = 'last' where name = 'later'");
  t.same(await names('holder', 2), ['last'], 'it did not end');
  // A right that has yet to begin, and to end.
  await database.query(
    "insert into holding (unit_id, party_id, valid_from, valid_to) values (1, 3, now() + interval '300 milliseconds', now() + interval '500 milliseconds')",
  );
  const early = await names('holder', 3);
  const begun = await database.query('select from holding where party_id = 3 and valid_from <= almanac.clock()');
  // Where the machine stood still, it may have begun before the answer.
  t.same(begun.length === 0 ? early : [], []);
  await database.query('select pg_sleep(0.6)');
  await database.query("update unit set name = 'after' where id = 1");
  t.same(await names('holder', 3), ['of none']);

  // A row that is gone is gone for all, and what is kept of it is removed.
  const kept = async () => {
    const rows = await database.query('select distinct row_id from almanac.former_right order by row_id');
    return rows.map(({ row_id }) => Number(row_id));
  };
  t.same(await kept(), [1, 3]);
  await database.query('begin; delete from holding; delete from unit where id = 1; commit');
  t.same(await names('owner', 1), ['v']);
  t.same(await names('holder', 3), []);
  await database.query('update unit set owner_id = 3 where id = 2');
  t.same(await names('owner', 1), ['v']);
  await database.query('delete from unit where id = 2');
  t.same(await names('owner', 1), []);
  t.same(await kept(), [3], 'nothing of them is left');
  // Without its version there is no last state.
  t.same(await names('holder', 1), ['w']);
  await database.query("delete from unit_history where unit_id = 3 and name = 'w'");
  t.same(await names('holder', 1), []);
});

test('two transactions take away both reasons for a right', async (t) => {
  const service = await serveModel(t, modelOfFiles(files));
  const { database } = service;
  for (const each of [
    "insert into party (name) values ('a')",
    "insert into unit (name, owner_id) values ('first', 1)",
    "insert into holding (unit_id, party_id, valid_from) values (1, 1, now() - interval '1 year')",
  ])
    await database.query(each);
  // The one has asked what ends, and is not committed yet. Each sees what the other one is about to take away.
  await Promise.all([
    database.query(
      'begin; update unit set owner_id = null where id = 1; set constraints all immediate; select pg_sleep(0.4); commit',
    ),
    database.query('begin; select pg_sleep(0.2); update holding set valid_to = now() where id = 1; commit'),
  ]);
  await database.query("update unit set name = 'later'");
  t.match((await callerOf(service)('either', 1)('/unit')).body, [{ name: 'first' }]);
});

test('a row that has changed very often costs no more when a right ends', async (t) => {
  const service = await serveModel(t, modelOfFiles(files));
  const { database } = service;
  const versions = (resource: string, columns: string, values: string, count: number) => `
    insert into ${resource}_history (id, ${resource}_id, recorded_at, recorded_by, replaced_at, replaced_by, ${columns})
    select 1000000 + n, 1, now() - (n + 1) * interval '1 minute', 0, now() - n * interval '1 minute', 0, ${values}
    from generate_series(1, ${count}) as n`;
  for (const each of [
    "insert into party (name) values ('a')",
    "insert into unit (name) values ('first')",
    "insert into holding (unit_id, party_id, valid_from) values (1, 1, now() - interval '1 year')",
    versions('unit', 'name, size', "'past', 1", 20_000),
    versions('holding', 'unit_id, party_id, valid_from', "1, 1, now() - interval '1 year'", 1000),
  ])
    await database.query(each);
  await inTime(3_000, async (start) => {
    await database.query('update holding set valid_to = null');
    start();
    await database.query('update holding set valid_to = now()');
  });
  await database.query("update unit set name = 'later'");
  t.match((await callerOf(service)('holder', 1)('/unit')).body, [{ name: 'first' }]);
});

test('a rule may look at fields that its role does not read, and at the identity of its caller', async (t) => {
  const service = await serveModel(t, modelOfFiles(files));
  const { database, ask, token } = service;
  await database.query("insert into party (name) values ('a')");
  await database.query("insert into identity (subject) values ('anna'), ('ben')");
  await database.query("insert into unit (name, size, owner_id, made_by) values ('first', 19, 1, 2)");
  await database.query("update unit set name = 'second', size = 20, made_by = null");
  for (const path of ['/unit', '/unit?order=name&limit=5', '/unit?name=eq.first', '/unit?is_big=is.true']) {
    const { body, status } = await callerOf(service)('blind', 1)(path);
    if (path.includes('is_big')) t.equal(status, 400, 'a field that the role does not read');
    else t.same([body.length, body[0].name, 'size' in body[0]], [1, 'first', false], path);
  }
  t.equal((await callerOf(service)('blind', 1)('/unit/1')).body.name, 'first');
  for (const [claims, found] of [
    [{ sub: 'ben' }, ['first']],
    [{ identity_id: 2 }, ['first']],
    [{ sub: 'anna' }, []],
    [{ identity_id: 1 }, []],
  ] as const) {
    const bearer = token({ ...claims, role: 'maker', scope: 'read:data' });
    const { body } = await ask('GET', '/unit?select=name', { token: bearer });
    t.same(
      body.map(({ name }: { readonly name: string }) => name),
      found,
      JSON.stringify(claims),
    );
    t.equal((await ask('GET', '/unit/1', { token: bearer })).status, found.length === 0 ? 404 : 200);
  }
});

test('pages and cursors run over rows of now and of then', async (t) => {
  const service = await serveModel(t, modelOfFiles(files));
  const { database } = service;
  await database.query("insert into party (name) values ('a'), ('b')");
  await database.query(
    "insert into unit (name, owner_id, size) select 'n' || n, 1, n % 7 from generate_series(1, 60) as n",
  );
  await database.query('update unit set owner_id = 2, size = 100 - size where id % 3 = 0');
  await database.query("update unit set name = 'later' where id % 3 = 0");
  const get = callerOf(service)('owner', 1);
  const expected = [...Array(60).keys()]
    .map((n) => ({ id: n + 1, name: `n${n + 1}`, size: (n + 1) % 7 }))
    .toSorted((one, other) => other.size - one.size || one.id - other.id);
  const orders = ['order=size.desc', 'order=size.desc,id'];
  for (const order of orders) {
    t.same((await get(`/unit?select=id,name,size&${order}`)).body, expected, order);
    const all: unknown[] = [];
    let path: string | null = `/unit?select=id,name,size&${order}&limit=7`;
    while (path !== null) {
      const { body, headers } = await get(path, { prefer: 'count=exact' });
      t.match(headers['content-range'], /\/60$/);
      all.push(...body);
      path = /<\/api\/v1(.*)>; rel="next"/.exec(headers.link ?? '')?.[1] ?? null;
    }
    t.same(all, expected, `${order} by a cursor`);
    const pages = await Promise.all(
      [0, 7, 14, 55].map((offset) => get(`/unit?select=id,name,size&${order}&limit=7&offset=${offset}`)),
    );
    t.same(
      pages.map(({ body }) => body),
      [0, 7, 14, 55].map((offset) => expected.slice(offset, offset + 7)),
      `${order} by an offset`,
    );
  }
  t.same((await get('/unit?size=gte.50')).body, []);
  t.same((await get('/unit?select=count(),size.max(),size.sum()')).body, [{ count: 60, max: 6, sum: 178 }]);
  const ofOwners = { name: 'a', n: 60, count: 60, max: 6 };
  t.same((await get('/unit?select=...owner(name,n:count()),count(),size.max()')).body, [ofOwners]);
  const groups = [...Map.groupBy(expected, ({ size }) => size)].map(([size, own]) => ({ size, count: own.length }));
  for (const select of ['select=size,count()', 'select=size,count()&limit=50']) {
    const { body, headers } = await get(`/unit?${select}&order=size.desc`, { prefer: 'count=exact' });
    t.same(body, groups, select);
    t.match(headers['content-range'], /\/7$/);
  }
});

test('a rule that comes finds its last states in the history, under other names too, and one that goes leaves nothing', async (t) => {
  const plain = holdingRule('unit', 'holder', null);
  const service = await serveModel(t, plain);
  const { database } = service;
  const migrated = async (from: Model, to: Model) => {
    const plan = migrationPlan(from, to);
    if (!plan.ok) throw new Error(plan.refusals.join('; '));
    for (const text of plan.steps.flatMap(inOneTransaction)) await database.query(text);
    return serveDatabase(t, to, database);
  };
  for (const each of [
    "insert into unit (name) values ('first'), ('other')",
    "insert into holding (unit_id, holder, valid_from) values (1, 'one', now() - interval '1 year')",
    "insert into holding (unit_id, holder, valid_from, valid_to) values (2, 'one', now(), now() + interval '100 milliseconds')",
    "insert into holding (unit_id, holder, valid_from) values (1, 'two', now())",
    "update unit set name = 'second' where id = 1",
    'select pg_sleep(0.2)',
    "update unit set name = 'another' where id = 2",
  ])
    await database.query(each);
  const former = holdingRule('unit', 'holder', 'former: last_state');
  const seen = async ({ ask, token }: TestService, resource: string, party_id: string) => {
    const { body } = await ask('GET', `/${resource}?select=name&order=id`, {
      token: token({ identity_id: 7, role: 'holder', party_id, scope: 'read:data' }),
    });
    return body.map(({ name }: { readonly name: string }) => name);
  };
  t.same(await seen(service, 'unit', 'one'), []);
  const come = await migrated(plain, former);
  t.same(await seen(come, 'unit', 'one'), ['first', 'other']);
  t.same(await seen(come, 'unit', 'two'), ['second']);
  await database.query("update holding set holder = 'three' where holder = 'two'");
  t.same(await seen(come, 'unit', 'two'), ['second']);
  const renamed = holdingRule('plant', 'keeper', 'former: last_state');
  const other = await migrated(former, renamed);
  await database.query("update plant set name = 'third' where id = 1");
  for (const [party, names] of Object.entries({ one: ['first', 'other'], two: ['second'], three: ['third'] }))
    t.same(await seen(other, 'plant', party), names);
  await database.query('update holding set valid_from = null, valid_to = null where valid_to is null');
  await database.query("update plant set name = 'fourth' where id = 1");
  t.same(await seen(other, 'plant', 'three'), ['third']);
  const gone = await migrated(renamed, holdingRule('plant', 'keeper', null));
  t.same(await seen(gone, 'plant', 'one'), []);
  await database.query("update plant set name = 'fifth'");
  for (const table of ['former_right', 'former_due'])
    t.same(await database.query(`select from almanac.${table}`), [], `${table} is empty`);
});

/** Units by their holders. */
function holdingRule(unit: string, holder: string, former: string | null): Model {
  const isRenamed = unit !== 'unit';
  const rule = `holding.${holder}=eq.{party_id}&holding.valid_at=now`;
  return modelOfFiles({
    'service.yaml': 'service: Units\nroles: [holder]\nclaims: { others: { party_id: party_id } }\n',
    [`${unit}.yaml`]: `resource: ${unit}
${isRenamed ? 'was: unit\n' : ''}history: true
fields: { name: { type: text } }
relations: { holding: { resource: holding, by: unit_id } }
access: { holder: { read: ${former === null ? `'${rule}'` : `{ that: '${rule}', ${former} }`} } }
`,
    'holding.yaml': `resource: holding
history: true
temporal: { timeline: unit_id }
fields:
  unit_id: { type: reference, to: ${unit} }
  ${holder}: { type: text${isRenamed ? ', was: holder' : ''} }
`,
  });
}

const runs = process.env.ALMANAC_LONG ? 60 : 2;

/** A version of a row, with its instants in microseconds; `until` is null for the current one. */
interface Version {
  readonly id: number;
  readonly from: bigint;
  readonly until: bigint | null;
  readonly row: Readonly<Record<string, string | null>>;
}

/** All that was ever recorded, by resource. */
type Past = Readonly<Record<'unit' | 'holding' | 'device', readonly Version[]>>;

/** The rows of a resource as they were recorded at an instant. */
function at(past: Past, resource: keyof Past, instant: bigint): readonly Version[] {
  return past[resource].filter(({ from, until }) => from <= instant && (until === null || until > instant));
}

const micro = (text: string | null | undefined) => (text === null || text === undefined ? null : BigInt(text));

function holdings(past: Past, unit: Version, instant: bigint): readonly Version[] {
  return at(past, 'holding', instant).filter(({ row }) => Number(row.unit_id) === unit.id && row.valid_from !== null);
}

function isValid({ row }: Version, instant: bigint): boolean {
  const [from, to] = [micro(row.valid_from), micro(row.valid_to)];
  return from !== null && from <= instant && (to === null || to > instant);
}

const second = 1_000_000n;

/** Rules, and the same in plain words: whether a party reads a unit, at an instant. */
const readers: Readonly<
  Record<string, readonly [rule: string, holds: (past: Past, unit: Version, party: number, now: bigint) => boolean]>
> = {
  holds: [
    holder,
    (past, unit, party, now) =>
      holdings(past, unit, now).some((each) => Number(each.row.party_id) === party && isValid(each, now)),
  ],
  owns: ['owner_id=eq.{party_id}', (_past, { row }, party) => Number(row.owner_id) === party],
  either: [
    'or=(owner_id.eq.{party_id},and(holding.party_id.eq.{party_id},size.lte.3))',
    (past, unit, party, now) =>
      Number(unit.row.owner_id) === party ||
      (Number(unit.row.size) <= 3 && holdings(past, unit, now).some(({ row }) => Number(row.party_id) === party)),
  ],
  opened: [
    'owner_id=eq.{party_id}&or=(open_until.gte.now-PT1S,device.name.eq.key)',
    (past, unit, party, now) => {
      const until = micro(unit.row.open_until);
      return (
        Number(unit.row.owner_id) === party &&
        ((until !== null && until >= now - second) ||
          at(past, 'device', now).some(({ row }) => Number(row.unit_id) === unit.id && row.name === 'key'))
      );
    },
  ],
  through: [
    'device.unit.holding.party_id=eq.{party_id}&device.unit.holding.valid_at=now&name=neq.b',
    (past, unit, party, now) =>
      unit.row.name !== 'b' &&
      at(past, 'device', now).some(({ row }) => Number(row.unit_id) === unit.id) &&
      holdings(past, unit, now).some((each) => Number(each.row.party_id) === party && isValid(each, now)),
  ],
};

/** Instants at which anything may change. */
function boundaries(past: Past): readonly bigint[] {
  const all = Object.values(past).flatMap((versions) =>
    versions.flatMap(({ from, until, row }) => {
      const times = [row.valid_from, row.valid_to, row.open_until].flatMap((text) => micro(text) ?? []);
      return [from, until ?? from, ...times.flatMap((time) => [time, time + 1n, time + second, time + second + 1n])];
    }),
  );
  return [...new Set(all)].sort((one, other) => (one < other ? 1 : -1));
}

/** What a party finds at an instant: the names of units with their devices. */
function found(past: Past, role: string, party: number, now: bigint): string {
  const holds = readers[role]?.[1] ?? (() => false);
  const known = boundaries(past);
  const shown = at(past, 'unit', now).flatMap((unit) => {
    const moments = [now, ...known.filter((each) => each <= now).map((each) => each - 1n)];
    for (const moment of moments) {
      const was = at(past, 'unit', moment).find(({ id }) => id === unit.id);
      if (was === undefined || !holds(past, was, party, moment)) continue;
      const devices = at(past, 'device', moment).filter(({ row }) => Number(row.unit_id) === unit.id);
      return [
        { id: unit.id, name: was.row.name, size: Number(was.row.size), device: devices.map(({ row }) => row.name) },
      ];
    }
    return [];
  });
  return JSON.stringify(shown.toSorted((one, other) => one.id - other.id));
}

const step = fc.record({
  kind: fc.constantFrom(
    'hold',
    'hold',
    'end',
    'rename',
    'grow',
    'give',
    'give',
    'open',
    'device',
    'drop',
    'move',
    'both',
    'wait',
  ),
  unit: fc.integer({ min: 1, max: 2 }),
  party: fc.integer({ min: 1, max: 2 }),
  /** Milliseconds from now. */
  from: fc.integer({ min: -200, max: 200 }),
  length: fc.option(fc.integer({ min: 20, max: 300 })),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

function statementOf({ kind, unit, party, from, length }: Step): string {
  const moment = (distance: number) => `now() + interval '${distance} milliseconds'`;
  const hold = `insert into holding (unit_id, party_id, valid_from, valid_to) values (${unit}, ${party}, ${moment(from)}, ${length === null ? 'null' : moment(from + length)})`;
  const rename = `update unit set name = '${'abc'[(from + 300) % 3]}' where id = ${unit}`;
  switch (kind) {
    case 'hold':
      return hold;
    case 'end':
      return `update holding set valid_from = null, valid_to = null where unit_id = ${unit} and valid_from is not null`;
    case 'rename':
      return rename;
    case 'grow':
      return `update unit set size = size % 5 + 1 where id = ${unit}`;
    case 'give':
      return `update unit set owner_id = ${length === null ? 'null' : party} where id = ${unit}`;
    case 'open':
      return `update unit set open_until = ${moment(from - 900)} where id = ${unit}`;
    case 'device':
      return `insert into device (unit_id, name) values (${unit}, '${from > 0 ? 'key' : 'bolt'}')`;
    case 'drop':
      return `delete from device where unit_id = ${unit}`;
    case 'move':
      return `update device set unit_id = ${3 - unit} where unit_id = ${unit}`;
    case 'both':
      return `begin; ${rename}; update unit set owner_id = ${party} where id = ${unit}; ${hold}; update unit set size = 2 where id = ${unit}; commit`;
    default:
      return `select pg_sleep(${(length ?? 10) / 1000})`;
  }
}

async function pastOf({ database }: TestService): Promise<Past> {
  const instant = (name: string) => `(extract(epoch from ${name}) * 1000000)::bigint`;
  const versions = async (resource: string, columns: readonly string[], times: readonly string[]) => {
    const list = [...columns, ...times.map((name) => `${instant(name)} as ${name}`)].join(', ');
    const both = `select id, recorded_at, null::timestamptz as replaced_at, ${[...columns, ...times].join(', ')} from ${resource}
      union all select ${resource}_id, recorded_at, replaced_at, ${[...columns, ...times].join(', ')} from ${resource}_history`;
    const rows = await database.query(
      `select id, ${instant('recorded_at')} as since, ${instant('replaced_at')} as until, ${list} from (${both}) as version order by id, recorded_at`,
    );
    return rows.map(
      ({ id, since, until, ...row }): Version => ({
        id: Number(id),
        from: BigInt(since ?? 0),
        until: micro(until),
        row: row as Version['row'],
      }),
    );
  };
  return {
    unit: await versions('unit', ['name', 'size', 'owner_id'], ['open_until']),
    holding: await versions('holding', ['unit_id', 'party_id'], ['valid_from', 'valid_to']),
    device: await versions('device', ['unit_id', 'name'], []),
  };
}

/** A party holds and owns a unit, and keeps it. */
const kept: Step = { kind: 'both', unit: 1, party: 1, from: -200, length: null };

test('callers find what a plain evaluator of their rules finds in the past', async (t) => {
  const roles = Object.entries(readers);
  const unit = `resource: unit
history: true
fields:
  name: { type: text }
  size: { type: integer, default: 1 }
  open_until: { type: datetime, nullable: true }
  owner_id: { type: reference, to: party, nullable: true }
relations:
  holding: { resource: holding, by: unit_id }
  device: { resource: device, by: unit_id }
access:
${roles.map(([role, [rule]]) => `  ${role}: { read: { that: '${rule}', former: last_state } }\n`).join('')}`;
  const service = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': `service: Units\nroles: [${roles.map(([role]) => role).join(', ')}]\nclaims: { others: { party_id: party_id } }\n`,
      'party.yaml': files['party.yaml'] ?? '',
      'unit.yaml': unit,
      'holding.yaml': files['holding.yaml'] ?? '',
      'device.yaml': files['device.yaml'] ?? '',
    }),
  );
  const { database } = service;
  const now = async () => {
    const [row] = await database.query('select (extract(epoch from almanac.clock()) * 1000000)::bigint as now');
    return BigInt(row?.now ?? 0);
  };
  await database.query("insert into party (name) values ('a'), ('b')");
  let [compared, former] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await database.query(
        'truncate unit, unit_history, holding, holding_history, device, device_history, almanac.former_right restart identity',
      );
      await database.query("insert into unit (name) values ('a'), ('b')");
      for (const each of steps) await database.query(statementOf(each));
      for (const [role] of roles) {
        for (const party of [1, 2]) {
          const get = callerOf(service)(role, party);
          const before = await now();
          const { text } = await get('/unit?select=id,name,size,device(name)&device.order=id&order=id');
          const reads = await Promise.all([1, 2].map((id) => get(`/unit/${id}?select=id,name`)));
          const after = await now();
          const past = await pastOf(service);
          const answer = JSON.stringify(
            JSON.parse(text).map((row: { device: { name: string }[] }) => ({
              ...row,
              device: row.device.map(({ name }) => name),
            })),
          );
          // Where rights began or ended while the request was under way, it may be what was found at any instant of that.
          const changes = boundaries(past).filter((each) => each > before && each <= after);
          const expected = [before, ...changes, after].map((each) => found(past, role, party, each));
          if (!expected.includes(answer))
            throw new Error(`${role} of ${party} finds ${answer}, and a plain evaluator ${expected.join(' or ')}`);
          compared += 1;
          if (answer !== '[]') former += 1;
          for (const [index, { status, body }] of reads.entries()) {
            const row = JSON.parse(answer).find(({ id }: { readonly id: number }) => id === index + 1);
            const isSame = row === undefined ? status === 404 : body?.name === row.name;
            if (!isSame && new Set(expected).size === 1)
              throw new Error(`${role} of ${party} reads ${body?.name} of ${answer}`);
          }
        }
      }
    }),
    { numRuns: runs, interruptAfterTimeLimit: 1_500_000, examples: [[[kept]]] },
  );
  t.ok(former > compared / 20, `${former} of ${compared} answers show rows`);
});

test('while writers run beside each other, nobody finds what was recorded after their right', async (t) => {
  const role = 'holds';
  const service = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': `service: Units\nroles: [${role}]\nclaims: { others: { party_id: party_id } }\n`,
      'party.yaml': files['party.yaml'] ?? '',
      'unit.yaml': `resource: unit
history: true
fields: { name: { type: text }, size: { type: integer, default: 1 }, open_until: { type: datetime, nullable: true }, owner_id: { type: reference, to: party, nullable: true } }
relations: { holding: { resource: holding, by: unit_id }, device: { resource: device, by: unit_id } }
access: { ${role}: { read: { that: '${holder}', former: last_state } } }
`,
      'holding.yaml': files['holding.yaml'] ?? '',
      'device.yaml': files['device.yaml'] ?? '',
    }),
  );
  const { database } = service;
  const clock = async () => {
    const [row] = await database.query('select (extract(epoch from almanac.clock()) * 1000000)::bigint as now');
    return BigInt(row?.now ?? 0);
  };
  await database.query("insert into party (name) values ('a'), ('b')");
  await database.query("insert into unit (name) values ('0')");
  const answers: { party: number; before: bigint; after: bigint; text: string }[] = [];
  const isShown = ({ text }: { readonly text: string }) => text !== '[]';
  const begin = Date.now();
  // However slow the machine: it goes on until there is something to compare.
  const isOver = () => {
    const waited = Date.now() - begin;
    return waited > 60_000 || (waited > (process.env.ALMANAC_LONG ? 8000 : 600) && answers.filter(isShown).length >= 5);
  };
  let longestWrite = 0n;
  const write = async (text: string) => {
    const start = performance.now();
    await database.query(text);
    const taken = BigInt(Math.ceil((performance.now() - start) * 1000));
    if (taken > longestWrite) longestWrite = taken;
  };
  const rename = async () => {
    for (let count = 1; !isOver(); count += 1) await write(`update unit set name = '${count}'`);
  };
  const give = async () => {
    for (let turn = 0; !isOver(); turn += 1) {
      const until = turn % 3 === 0 ? "now() + interval '7 milliseconds'" : 'null';
      await write(
        `insert into holding (unit_id, party_id, valid_from, valid_to) values (1, ${(turn % 2) + 1}, now(), ${until})`,
      );
    }
  };
  const read = async (party: number) => {
    const get = callerOf(service)(role, party);
    while (!isOver()) {
      const before = await clock();
      const { text } = await get('/unit?select=id,name,size');
      answers.push({ party, before, after: await clock(), text });
    }
  };
  await Promise.all([rename(), give(), read(1), read(2)]);
  const past = await pastOf(service);
  const known = boundaries(past);
  // A write counts from the instant at which it has its locks, and shows once it is committed.
  const delay = longestWrite > second ? longestWrite : second;
  for (const { party, before, after, text } of answers) {
    const moments = [before, ...known.filter((each) => each > before - delay && each <= after), after];
    // A read asks its rules at its start, and sees what is committed until its plan is made.
    const current = moments.flatMap((each) =>
      at(past, 'unit', each)
        .filter((unit) =>
          holdings(past, unit, each).some(({ row }) => {
            const [from, to] = [micro(row.valid_from) ?? each, micro(row.valid_to)];
            return Number(row.party_id) === party && from <= each && (to === null || to > before);
          }),
        )
        .map(({ id, row }) => JSON.stringify([{ id, name: row.name, size: Number(row.size) }])),
    );
    const shown = moments.map((each) => found(past, role, party, each).replaceAll(',"device":[]', ''));
    const expected = new Set([...shown, ...current]);
    if (!expected.has(text)) t.fail(`party ${party} finds ${text}`, { expected: [...expected].slice(-5) });
  }
  t.ok(answers.filter(isShown).length >= 5, `${answers.length} answers`);
});
