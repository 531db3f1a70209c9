import { type Test, test } from 'tap';
import { schemaObjects } from '../../engine/schema/schema.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { connectAs, makeRoles, rolesOf } from '../serving_role.ts';
import { type Method, serveModel } from './service.ts';

// A write may set fields of its row and create rows of other resources, for every writer.

const model = modelOfFiles({
  'service.yaml': `
service: Test
roles: [clerk, agent, reader]
zone: Europe/Oslo
claims: { others: { party_id: party_id } }
events: { prefix: org.test }
`,
  'party.yaml': 'resource: party\nfields: { name: { type: text } }\naccess: { clerk: all, agent: all, reader: all }\n',
  'identity.yaml': `
resource: identity
fields: { subject: { type: text, unique: true }, party_id: { type: reference, to: party, nullable: true } }
access: { clerk: all, agent: all }
`,
  'unit.yaml': `
resource: unit
history: true
fields:
  name: { type: text, unique: true }
  label: { type: text, create: false, update: false, max_length: 20 }
  status:
    type: enum
    values: [new, ready, active, closed]
    default: new
    transitions: { new: [ready, active], ready: [active], active: [closed], closed: [] }
  power: { type: integer, default: 1 }
  sent_power: { type: integer, nullable: true, create: false, update: false }
  operator_id: { type: reference, to: party, nullable: true }
  validated_at: { type: datetime, nullable: true, create: false, update: false }
  due_on: { type: date, nullable: true }
  by_party_id: { type: reference, to: party, nullable: true, create: false, update: false }
  by_identity: { type: bigint, nullable: true, create: false, update: false }
  is_large: { type: boolean, computed: power=gte.100 }
relations:
  device: { resource: device, by: unit_id }
  task: { resource: task, by: unit_id }
sets:
  - { set: { label: $name } }
  - { when: status=eq.ready, set: { status: active } }
  - { when: status=eq.active, before: status=neq.active, set: { validated_at: now, by_party_id: '{party_id}', by_identity: '{identity}' } }
  - { when: power=gt.1000, set: { power: 1000, sent_power: $power } }
  - { on: [create], roles: [agent], set: { due_on: today+P14D, operator_id: null } }
  - { on: [update], when: device.broken=is.true, set: { due_on: '2030-01-01' } }
creates:
  - { on: [create], resource: task, with: { unit_id: $id, name: $name, kind: initial, assigned_to_id: $operator_id, due_on: today+P14D } }
  - on: [update]
    when: status=eq.active
    before: status=neq.active
    resource: inspection
    for_each: device
    unless: device_id=eq.$device.id
    with: { device_id: $device.id, serial: $device.serial, operator: $operator.name }
checks:
  - { when: status=eq.active, that: validated_at=not.is.null, message: Active is validated. }
access: { clerk: all, agent: all, reader: { read: all, create: all, update: all } }
`,
  'device.yaml': `
resource: device
fields: { unit_id: { type: reference, to: unit }, serial: { type: text }, broken: { type: boolean, default: false } }
access: { clerk: all, agent: all }
`,
  'task.yaml': `
resource: task
history: true
fields:
  unit_id: { type: reference, to: unit }
  number: { type: text, default: { number: 'T-{000}' }, create: false, update: false }
  name: { type: text, max_length: 10 }
  kind: { type: enum, values: [initial, later] }
  state: { type: enum, values: [open, done], default: open }
  assigned_to_id: { type: reference, to: party, nullable: true }
  due_on: { type: date }
  party_id: { type: reference, to: party, default: '{party_id}', create: false, update: false, nullable: true }
  made_at: { type: datetime, default: now }
  remark: { type: text, nullable: true }
sets:
  - { on: [create], when: kind=eq.later, set: { remark: follows } }
creates:
  - { on: [update], when: state=eq.done, before: state=eq.open, resource: task, unless: "unit_id=eq.$unit_id&kind=eq.later",
      with: { unit_id: $unit_id, name: again, kind: later, due_on: $due_on } }
checks:
  - { that: name=neq.bad, message: No bad task. }
  - { that: unit.name=neq.blocked, message: A blocked unit has no tasks. }
access: { clerk: all, agent: all }
`,
  'inspection.yaml': `
resource: inspection
fields:
  device_id: { type: reference, to: device }
  serial: { type: text, unique: true }
  operator: { type: text, nullable: true }
access: { clerk: all, agent: { read: all } }
`,
});

async function serve(t: Test) {
  const service = await serveModel(t, model);
  await service.database.query("insert into party (name) values ('one'), ('two')");
  await service.database.query("insert into identity (subject, party_id) values ('seven', 2)");
  const ask = async (method: Method, path: string, body?: Json, { role = 'clerk', prefer = '' } = {}) => {
    const token = service.token({
      identity_id: 1,
      scope: 'manage:data',
      role,
      ...(role === 'agent' ? {} : { party_id: 1 }),
    });
    const headers = prefer === '' ? {} : { prefer };
    return service.ask(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
  };
  return { service, ask, query: service.database.query };
}

interface Asked {
  readonly role?: string;
  readonly prefer?: string;
}

test('fields of a row are set, in order, before its rules are asked', async (t) => {
  const { ask, query } = await serve(t);
  await query("insert into unit (name) values ('old')");
  await query("insert into device (unit_id, serial, broken) values (1, 'broken', true)");
  const cases: readonly (readonly [rule: string, Method, string, Json, Asked, expected: object])[] = [
    [
      'a value of the row',
      'POST',
      '/unit',
      { name: 'a' },
      {},
      { id: 2, label: 'a', status: 'new', validated_at: null },
    ],
    ['one after the other', 'POST', '/unit', { name: 'b', status: 'ready' }, {}, { status: 'active', by_identity: 1 }],
    ['the party of the token', 'PATCH', '/unit/2', { status: 'ready' }, {}, { status: 'active', by_party_id: 1 }],
    ['before says no', 'PATCH', '/unit/2', { power: 5 }, { role: 'agent' }, { by_party_id: 1, power: 5 }],
    [
      'the party of the identity',
      'POST',
      '/unit',
      { name: 'c', status: 'ready' },
      { role: 'agent' },
      { by_party_id: 2 },
    ],
    ['what is sent gives way', 'PATCH', '/unit/2', { power: 2000 }, {}, { power: 1000, sent_power: 2000 }],
    ['for a role alone', 'POST', '/unit', { name: 'd', operator_id: 1 }, {}, { operator_id: 1, due_on: null }],
    ['of this role', 'POST', '/unit', { name: 'e', operator_id: 1 }, { role: 'agent' }, { operator_id: null }],
    ['related rows', 'PATCH', '/unit/1', { name: 'older' }, {}, { due_on: '2030-01-01', label: 'older' }],
    ['of which none is so', 'PATCH', '/unit/2', { name: 'aa' }, {}, { due_on: null, label: 'aa' }],
    ['a transition holds', 'PATCH', '/unit/3', { status: 'new' }, {}, { code: 'state_conflict' }],
    ['a bound holds', 'POST', '/unit', { name: 'n'.repeat(21) }, {}, { code: 'invalid_body' }],
    ['a field that nobody sends', 'POST', '/unit', { name: 'f', label: 'x' }, {}, { code: 'invalid_body' }],
  ];
  for (const [rule, method, path, body, asked, expected] of cases)
    t.match((await ask(method, path, body, asked)).body, expected, rule);
  t.match(
    await query("select id from unit where status = 'active' and validated_at <> recorded_at and id <> 2"),
    [],
    'now is the record time',
  );
  const [today] = await query("select (now() at time zone 'Europe/Oslo')::date + 14 as day");
  t.match(await query("select due_on as day from unit where name = 'e'"), [today], 'today is of the zone');
});

test('rows of other resources are created', async (t) => {
  const { ask, query } = await serve(t);
  const made = await ask('POST', '/unit', { name: 'a', operator_id: 2 });
  t.equal(made.status, 201);
  const [task, ...others] = (await ask('GET', '/task')).body;
  t.same(others, []);
  const { recorded_at, id } = made.body;
  t.match(task, { unit_id: id, number: 'T-001', name: 'a', kind: 'initial', state: 'open', assigned_to_id: 2 });
  t.match(
    task,
    { recorded_at, recorded_by: 1, made_at: recorded_at, party_id: 1 },
    'by the caller, at the same instant',
  );
  t.equal((await ask('GET', '/unit?select=name,task(name)')).body[0].task.length, 1);

  const serials = async () => (await query('select serial from inspection order by id')).map(({ serial }) => serial);
  await query("insert into device (unit_id, serial) values (1, 's1'), (1, 's2')");
  await ask('PATCH', '/unit/1', { name: 'b' });
  t.same(await serials(), [], 'the moment has not come');
  await ask('PATCH', '/unit/1', { status: 'ready' });
  t.same(await serials(), ['s1', 's2'], 'one for each device, where a rule before has set the status');
  t.same(await query('select distinct operator from inspection'), [{ operator: 'two' }]);
  await query("update unit set status = 'new' where id = 1").catch(() => []);
  await query(
    "alter table unit disable trigger user; update unit set status = 'ready'; alter table unit enable trigger user",
  );
  await query("insert into device (unit_id, serial) values (1, 's3')");
  await ask('PATCH', '/unit/1', { status: 'active' });
  t.same(await serials(), ['s1', 's2', 's3'], 'unless there is one');

  t.equal((await ask('PATCH', '/task/1', { state: 'done' })).status, 200);
  t.match(await query('select number, name, kind, remark from task order by id'), [
    { number: 'T-001', kind: 'initial' },
    { number: 'T-002', name: 'again', kind: 'later', remark: 'follows' },
  ]);
  t.equal((await ask('PATCH', '/task/2', { state: 'done' })).status, 200);
  t.same(await query('select count(*) as count from task'), [{ count: '2' }]);
});

test('a refusal of what would be created undoes the write', async (t) => {
  const { ask, query } = await serve(t);
  await query("insert into unit (name) values ('u'); insert into device (unit_id, serial) values (1, 's')");
  await query("insert into unit (name) values ('v'); insert into device (unit_id, serial) values (2, 's')");
  await ask('PATCH', '/unit/1', { status: 'ready' });
  const cases: readonly (readonly [rule: string, Method, string, Json, string, detail: string])[] = [
    [
      'a check',
      'POST',
      '/unit',
      { name: 'bad' },
      'clerk',
      'the change would create a row of task that is refused: No bad task.',
    ],
    [
      'a check of related rows, at the end',
      'POST',
      '/unit',
      { name: 'blocked' },
      'clerk',
      'the change would create a row of task that is refused: A blocked unit has no tasks.',
    ],
    [
      'a length',
      'POST',
      '/unit',
      { name: 'n'.repeat(11) },
      'clerk',
      'the change would create a row of task that is refused: name breaks its rule: max length',
    ],
    [
      'for a caller who may not know',
      'POST',
      '/unit',
      { name: 'bad' },
      'reader',
      'the change would create a row that is refused',
    ],
    [
      'a unique value',
      'PATCH',
      '/unit/2',
      { status: 'ready' },
      'clerk',
      'the change would create a row of inspection that is refused: another inspection has the same serial',
    ],
    [
      'of many',
      'POST',
      '/unit',
      [{ name: 'good' }, { name: 'bad' }],
      'clerk',
      '/1: the change would create a row of task that is refused: No bad task.',
    ],
  ];
  for (const [rule, method, path, body, role, detail] of cases) {
    const answer = await ask(method, path, body, { role });
    t.match([answer.status, answer.body.code], [409, 'rule_conflict'], `${rule} ${JSON.stringify(answer.body)}`);
    t.equal(answer.body.detail, detail, rule);
  }
  t.same(await query('select name from unit order by id'), [{ name: 'u' }, { name: 'v' }]);
  t.same(await query('select status from unit where id = 2'), [{ status: 'new' }]);
});

test('a dry run shows what would follow, and a batch has its consequences', async (t) => {
  const { ask, query } = await serve(t);
  const prefer = 'tx=rollback, return=effects';
  const tried = await ask('POST', '/unit', { name: 'a' }, { prefer });
  t.match(tried.body.effects, [
    { resource: 'task', change: 'create', after: { name: 'a', number: 'T-001' } },
    { resource: 'unit', change: 'create', after: { label: 'a' } },
  ]);
  t.same(await query('select count(*) as count from task'), [{ count: '0' }]);
  const hidden = await ask('POST', '/unit', { name: 'a' }, { prefer, role: 'reader' });
  t.same(hidden.body.effects.length, 1, 'a caller sees what they may read');
  const requests = ['b', 'c'].map((name) => ({ id: name, method: 'POST', url: '/unit', body: { name } }));
  t.equal((await ask('POST', '/batch', { requests })).status, 200);
  t.match(await query('select number, name from task order by id'), [
    { number: 'T-001', name: 'b' },
    { number: 'T-002', name: 'c' },
  ]);
  const bad = [...requests, { id: 'x', method: 'POST', url: '/unit', body: { name: 'bad' } }];
  const refused = await ask('POST', '/batch', { requests: bad });
  t.equal(refused.status < 500, true, JSON.stringify(refused.body));
  t.same(await query('select count(*) as count from task'), [{ count: '2' }]);
});

test('every writer has consequences, and each is recorded as a write', async (t) => {
  const { ask, query, service } = await serve(t);
  await query("insert into unit (name, status) values ('a', 'ready'), ('b', 'new')");
  t.match(await query('select name, label, status, by_party_id, by_identity from unit order by id'), [
    { name: 'a', label: 'a', status: 'active', by_party_id: null, by_identity: '0' },
    { name: 'b', label: 'b', status: 'new' },
  ]);
  t.match(await query('select name, recorded_by from task order by id'), [
    { name: 'a', recorded_by: '0' },
    { name: 'b' },
  ]);
  await service.database.database.script(
    "begin; set local almanac.identity = '1'; update unit set status = 'ready' where name = 'b'; commit",
  );
  t.same(await query("select by_party_id, by_identity from unit where name = 'b'"), [
    { by_party_id: '2', by_identity: '1' },
  ]);
  t.same(await query("update unit set name = name where name = 'b' returning recorded_by"), [{ recorded_by: '1' }]);
  const types = await query('select type, count(*) as count from almanac.outbox group by type order by type');
  t.match(types.slice(2), [
    { type: 'org.test.task.create', count: '2' },
    { type: 'org.test.unit.create', count: '2' },
    { type: 'org.test.unit.update', count: '1' },
  ]);
  const upsert = await ask(
    'POST',
    '/unit?on_conflict=name',
    [
      { name: 'b', power: 3 },
      { name: 'c', power: 1 },
    ],
    {
      prefer: 'resolution=merge-duplicates',
    },
  );
  t.equal(upsert.status < 300, true, JSON.stringify(upsert.body));
  t.match(await query('select name from task order by id'), [{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  await ask('PATCH', '/task/3', { state: 'done' });
  t.match(await query('select name, state from task_history'), [{ name: 'c', state: 'open' }], 'with versions');
});

const timelines = modelOfFiles({
  'service.yaml': 'service: Test\nroles: [clerk, agent]\n',
  'unit.yaml': `
resource: unit
fields: { name: { type: text }, holder: { type: text, nullable: true }, open: { type: boolean, default: true } }
relations: { stay: { resource: stay, by: unit_id } }
creates:
  - { when: holder=not.is.null, resource: stay, with: { unit_id: $id, place: $holder, valid_from: now } }
  - { on: [update], when: open=is.false, before: open=is.true, resource: note, for_each: stay, with: { text: $stay.place } }
access: { clerk: all, agent: all }
`,
  'stay.yaml': `
resource: stay
history: true
temporal: { timeline: unit_id, start_window: { from: P1D, roles: [agent] } }
fields: { unit_id: { type: reference, to: unit }, place: { type: text }, times: { type: integer, default: 0 } }
sets:
  - { on: [create], set: { times: 1 } }
  - { on: [update], set: { times: 2 } }
creates:
  - { on: [create], resource: room, with: { unit_id: $unit_id, valid_from: $valid_from, valid_to: $valid_to } }
  - { on: [update], resource: note, with: { text: $place } }
access: { clerk: all, agent: { read: place=eq.mine } }
`,
  'room.yaml': `
resource: room
temporal: { timeline: unit_id, overlap: reject }
fields: { unit_id: { type: reference, to: unit } }
access: { clerk: all, agent: all }
`,
  'note.yaml': 'resource: note\nfields: { text: { type: text } }\naccess: { clerk: all, agent: all }\n',
});

test('entries of timelines follow, and have consequences', async (t) => {
  const service = await serveModel(t, timelines);
  const { query } = service.database;
  const ask = (role: string, method: Method, path: string, body?: Json) =>
    service.ask(method, path, {
      token: service.token({ identity_id: 1, scope: 'manage:data', role }),
      ...(body === undefined ? {} : { body }),
    });
  const stays = () =>
    query('select place, times, valid_to is null as open from stay where valid_from is not null order by id');
  t.equal(
    (await ask('agent', 'POST', '/unit', { name: 'a', holder: 'x' })).status,
    201,
    'no window: the service writes',
  );
  t.same(await stays(), [{ place: 'x', times: '1', open: 't' }]);
  const overlapping = await ask('clerk', 'PATCH', '/unit/1', { holder: 'y' });
  t.match(overlapping.body, {
    status: 409,
    code: 'rule_conflict',
    detail: /would create a row of room that is refused: /,
  });
  await query('alter table room disable trigger user');
  await query("update room set valid_to = valid_from + interval '1 microsecond'");
  await query('alter table room enable trigger user');
  t.equal(
    (await ask('agent', 'PATCH', '/unit/1', { holder: 'y' })).status,
    200,
    'an entry of others makes room for the service',
  );
  t.same(
    await stays(),
    [
      { place: 'x', times: '1', open: 'f' },
      { place: 'y', times: '1', open: 't' },
    ],
    'which is no update',
  );
  t.same(await query('select text from note'), []);
  await ask('agent', 'PATCH', '/unit/1', { open: false });
  // The holder is still there: closing it wants a new entry of the room that is taken.
  t.same(await query('select text from note'), []);
  await query('update unit set holder = null where id = 1');
  await ask('agent', 'PATCH', '/unit/1', { open: false });
  t.same(await query('select text from note'), [{ text: 'y' }], 'for each entry that is valid now');
  t.equal((await ask('clerk', 'PATCH', '/stay/3', { place: 'z' })).status, 200);
  t.equal((await ask('clerk', 'DELETE', '/stay/3')).status, 204);
  t.same(await query('select text from note'), [{ text: 'y' }, { text: 'z' }], 'a deletion has none');
  await query('update room set valid_from = null, valid_to = null');
  const back = await ask('clerk', 'PATCH', '/stay/3', {
    valid_from: '2035-01-01T00:00Z',
    valid_to: '2036-01-01T00:00Z',
  });
  t.match(back.body, { times: 1, place: 'z' }, 'what comes back is new');
  t.same(await query('select count(*) as count from room where valid_from > now()'), [{ count: '1' }]);
});

const chain = (tail: string) =>
  modelOfFiles({
    'service.yaml': 'service: Test\n',
    'link.yaml': `
resource: link
fields: { level: { type: integer }, label: { type: text, nullable: true } }
creates: [{ on: [create], when: ${tail}, resource: ring, with: { level: $level } }]
`,
    'ring.yaml': `
resource: ring
fields: { level: { type: integer } }
creates: [{ on: [create], when: level=gt.0, resource: link, with: { level: $level } }]
sets: [{ on: [create], when: level=eq.2, set: { level: 0 } }]
`,
  });

test('a chain has an end', async (t) => {
  const { ask, database } = await serveModel(t, chain('level=gt.1'));
  t.equal((await ask('POST', '/link', { body: { level: 1 } })).status, 201);
  t.equal((await ask('POST', '/link', { body: { level: 2 } })).status, 201, 'a ring ends it');
  t.same(await database.query('select count(*) as count from ring'), [{ count: '1' }]);
  const endless = await ask('POST', '/link', { body: { level: 3 } });
  t.match(endless.body, { status: 409, code: 'endless_consequences' });
  t.same(await database.query('select count(*) as count from link'), [{ count: '2' }]);
});

test('writers at once create one row, unless there is one', async (t) => {
  const { service, ask, query } = await serve(t);
  await query("insert into unit (name) values ('a'), ('b')");
  await query(
    "insert into task (unit_id, name, kind, due_on) select 1 + n % 2, 't', 'initial', now() from generate_series(1, 40) as n",
  );
  const open = await query("select id from task where name = 't' order by id");
  const answers = await Promise.all(open.map(({ id }) => ask('PATCH', `/task/${id}`, { state: 'done' })));
  t.same(
    answers.map(({ status }) => status).filter((status) => status !== 200),
    [],
  );
  t.same(await query("select unit_id, count(*) as count from task where kind = 'later' group by 1 order by 1"), [
    { unit_id: '1', count: '1' },
    { unit_id: '2', count: '1' },
  ]);
  await query("delete from task where kind = 'later'");
  await query("update task set state = 'open'");
  await Promise.all([
    ask('PATCH', '/task?id=lt.20', { state: 'done' }),
    ask('PATCH', '/task?id=gte.20', { state: 'done' }),
  ]);
  t.same(
    await query("select count(*) as count from task where kind = 'later'"),
    [{ count: '2' }],
    'many rows at once too',
  );
  const { database } = service.database;
  const told = await database
    .script(
      "begin isolation level repeatable read; update task set state = 'open' where id = 5; update task set state = 'done' where id = 5; commit",
    )
    .then(
      () => '',
      (error: Error) => error.message,
    );
  await database.script('rollback');
  t.match(told, /REPEATABLE READ/);
});

test('the role of the service has consequences, and cannot make them by itself', async (t) => {
  const { service } = await serve(t);
  const { query, url } = service.database;
  const roles = rolesOf(t, { url, query });
  await makeRoles(service.database, model, roles);
  const served = await connectAs(t, roles, roles.service);
  const owner = await connectAs(t, roles, roles.owner);
  for (const { kind, create } of schemaObjects(model)) if (kind === 'function') await owner.script(create);
  await served.script(
    "insert into unit (name, status) values ('a', 'ready'); insert into device (unit_id, serial) values (1, 's')",
  );
  t.match(await query('select status, label from unit'), [{ status: 'active', label: 'a' }]);
  t.match(await query('select name from task'), [{ name: 'a' }]);
  const called = served.script('select almanac.unit_creates_001()').then(
    () => 'called',
    (error: Error) => error.message,
  );
  t.match(await called, /permission denied|trigger functions can only be called as triggers/);
  await served.script('create temporary table task (n integer)').catch(() => {});
  await served.script("insert into unit (name) values ('b')");
  t.match(await query('select name from task order by id'), [{ name: 'a' }, { name: 'b' }]);
});

const misfits = modelOfFiles({
  'service.yaml': 'service: Test\n',
  'box.yaml': `
resource: box
fields:
  size: { type: decimal, precision: 9, scale: 1 }
  small: { type: decimal, precision: 2, scale: 1, nullable: true }
  weight: { type: integer, default: 1 }
  named: { type: text, default: a }
  name: { type: text, nullable: true }
  sort: { type: text, default: x }
sets:
  - { when: sort=eq.small, set: { small: $size } }
  - { when: sort=eq.named, set: { named: $name } }
creates:
  - { when: sort=eq.lid, resource: lid, with: { size: $size } }
  - { when: sort=eq.none, resource: lid, with: { size: 1, name: $name } }
`,
  'lid.yaml': `
resource: lid
fields:
  size: { type: decimal, precision: 2, scale: 1 }
  name: { type: text, default: a }
`,
});

test('a value that does not fit is a refusal, and no failure of the service', async (t) => {
  const { ask, database } = await serveModel(t, misfits);
  const cases: readonly (readonly [sort: string, status: number, code: string, detail: string])[] = [
    ['small', 422, 'invalid_body', 'a value that the service sets does not fit its field'],
    ['named', 422, 'invalid_body', 'the service sets named to null, and it is required'],
    [
      'lid',
      409,
      'rule_conflict',
      'the change would create a row of lid that is refused: a value does not fit its field',
    ],
    ['none', 409, 'rule_conflict', 'the change would create a row of lid that is refused: it has no name'],
  ];
  for (const [sort, status, code, detail] of cases)
    for (const body of [
      { sort, size: 1234 },
      [
        { sort, size: 1234 },
        { sort: 'x', size: 1 },
      ],
    ]) {
      const answer = await ask('POST', '/box', { body });
      t.match(answer.body, { status, code }, `${sort} ${JSON.stringify(answer.body)}`);
      if (!Array.isArray(body)) t.equal(answer.body.detail, detail, sort);
    }
  t.same(await database.query('select count(*) as count from box'), [{ count: '0' }]);
});
