import { test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Method, serveModel, type TestService } from './service.ts';

// Arrays of references: each element is the id of a row, at all times (docs/model.md).

/** Rules of reading a unit, one for each role, and the units that it sees. */
const rules: Readonly<Record<string, readonly [rule: string, seen: readonly number[]]>> = {
  of_a: ['kind.name=eq.a', [1, 2]],
  of_none: ['kind=is.null', [3]],
  of_some: ['kind=not.is.null', [1, 2]],
  two: ['count(kind)=eq.2', [1]],
  dear: ['sum(kind.price)=gte.20', [1]],
  own: ['kind.price=eq.$most', [2]],
  claimed: ['kind.id=eq.{kind}', [1]],
  holder: ['holder.id=eq.{kind}', [1]],
  further: ['kind.unit.name=eq.two', [1, 2]],
  group: ['kind.main_of.name=eq.main', [1]],
};

const everyRole = ['all', ...Object.keys(rules)].map((role) => `${role}: all`).join(', ');

const files = {
  'service.yaml': `service: Units
aggregates: true
events: { prefix: org.example }
roles: [all, shy, poor, ${Object.keys(rules).join(', ')}]
claims: { others: { kind: kind } }
`,
  'kind.yaml': `resource: kind
history: true
fields:
  name: { type: text, unique: true }
  price: { type: integer, default: 10 }
relations:
  unit: { resource: unit, by: kind_ids }
  main_of: { resource: grouping, by: main_ids }
access: { ${everyRole}, shy: { read: name=neq.secret }, poor: { read: all, delete: all } }
`,
  'party.yaml': `resource: party
fields: { name: { type: text } }
access: { ${everyRole}, shy: all }
`,
  'unit.yaml': `resource: unit
history: true
fields:
  name: { type: text }
  most: { type: integer, default: 10 }
  kind_ids: { type: array, of: { type: reference, to: kind }, on_delete: clear, max_length: 4, default: [] }
  owner_ids: { type: array, of: { type: reference, to: party }, as: holder, nullable: true }
  twin_ids: { type: array, of: { type: reference, to: unit }, default: [] }
relations:
  twin_of: { resource: unit, by: twin_ids }
access:
  all: all
  shy: all
  poor: { read: all }
${Object.entries(rules)
  .map(([role, [rule]]) => `  ${role}: { read: '${rule}' }`)
  .join('\n')}
`,
  'grouping.yaml': `resource: grouping
fields:
  name: { type: text }
  main_ids: { type: array, of: { type: reference, to: kind }, on_delete: { action: clear, as: service }, unseen: true }
access: { ${everyRole}, shy: all }
`,
};

const scene = `
  insert into kind (id, name) values (1, 'a'), (2, 'b'), (3, 'c'), (4, 'secret');
  insert into party (id, name) values (1, 'one'), (2, 'two');
  insert into unit (id, name, kind_ids, owner_ids, most, twin_ids) values
    (1, 'one', '{2,1}', '{1}', 20, '{}'), (2, 'two', '{1}', null, 10, '{1,3}'), (3, 'three', '{}', '{}', 10, '{3}');
  insert into grouping (id, name, main_ids) values (1, 'main', '{2}');
  select setval('kind_id_seq', 100), setval('unit_id_seq', 100), setval('party_id_seq', 100), setval('grouping_id_seq', 100);
`;

async function units(t: Parameters<typeof serveModel>[0]): Promise<TestService> {
  const service = await serveModel(t, modelOfFiles(files));
  for (const statement of scene.split(';')) if (statement.trim() !== '') await service.database.query(statement);
  const everything = service.token({ identity_id: 7, role: 'all', scope: 'manage:data' });
  return { ...service, ask: (method, path, request) => service.ask(method, path, { token: everything, ...request }) };
}

const reads: readonly (readonly [path: string, body: Json])[] = [
  ['unit?select=kind_ids&order=id', [{ kind_ids: [2, 1] }, { kind_ids: [1] }, { kind_ids: [] }]],
  // In the order of the array, unless another one is asked for
  [
    'unit?select=id,kind(name)&order=id',
    [
      { id: 1, kind: [{ name: 'b' }, { name: 'a' }] },
      { id: 2, kind: [{ name: 'a' }] },
      { id: 3, kind: [] },
    ],
  ],
  ['unit?select=kind(name)&id=eq.1&kind.order=name', [{ kind: [{ name: 'a' }, { name: 'b' }] }]],
  ['unit?select=kind(name)&id=eq.1&kind.limit=1', [{ kind: [{ name: 'b' }] }]],
  ['unit?select=kind(name)&id=eq.1&kind.limit=1&kind.offset=1', [{ kind: [{ name: 'a' }] }]],
  ['unit?select=...kind(name)&id=eq.1', [{ name: ['b', 'a'] }]],
  [
    'unit?select=kind(count())&order=id',
    [{ kind: [{ count: 2 }] }, { kind: [{ count: 1 }] }, { kind: [{ count: 0 }] }],
  ],
  ['unit?select=id&kind.name=eq.b', [{ id: 1 }]],
  ['unit?select=id,kind!inner(name)&kind.name=eq.b', [{ id: 1, kind: [{ name: 'b' }] }]],
  ['unit?select=id&kind=is.null', [{ id: 3 }]],
  [
    'unit?select=id,holder(name)&order=id',
    [
      { id: 1, holder: [{ name: 'one' }] },
      { id: 2, holder: [] },
      { id: 3, holder: [] },
    ],
  ],
  ['unit?select=id&kind_ids=cs.{1}&order=id', [{ id: 1 }, { id: 2 }]],
  // By the field, as PostgREST names a relation
  ['unit?select=kind_ids(name)&id=eq.2', [{ kind_ids: [{ name: 'a' }] }]],
  // Backward, nested and to itself
  [
    'kind?select=name,unit(name)&order=id&unit.order=name.desc',
    [
      { name: 'a', unit: [{ name: 'two' }, { name: 'one' }] },
      { name: 'b', unit: [{ name: 'one' }] },
      { name: 'c', unit: [] },
      { name: 'secret', unit: [] },
    ],
  ],
  ['kind?select=name&unit.name=eq.two', [{ name: 'a' }]],
  ['kind?select=name&unit=is.null&order=id', [{ name: 'c' }, { name: 'secret' }]],
  ['kind?select=name,unit(kind(name))&id=eq.2', [{ name: 'b', unit: [{ kind: [{ name: 'b' }, { name: 'a' }] }] }]],
  [
    'kind?select=name,unit(count())&order=id&limit=2',
    [
      { name: 'a', unit: [{ count: 2 }] },
      { name: 'b', unit: [{ count: 1 }] },
    ],
  ],
  [
    'unit?select=id,twin(id),twin_of(id)&order=id',
    [
      { id: 1, twin: [], twin_of: [{ id: 2 }] },
      { id: 2, twin: [{ id: 1 }, { id: 3 }], twin_of: [] },
      { id: 3, twin: [{ id: 3 }], twin_of: [{ id: 2 }, { id: 3 }] },
    ],
  ],
  // In versions too
  ['unit_history?select=unit_id,kind(name)&kind.name=eq.b&unit_id=eq.1', [{ unit_id: 1, kind: [{ name: 'b' }] }]],
  ['kind_history?select=kind_id,unit(id)&kind_id=eq.2', [{ kind_id: 2, unit: [{ id: 1 }] }]],
];

test('a relation by an array, in both directions', async (t) => {
  const { ask, token } = await units(t);
  for (const [path, body] of reads) {
    const answer = await ask('GET', `/${path}`);
    t.equal(answer.status, 200, `${path} ${answer.status === 200 ? '' : answer.text}`);
    t.same(answer.body, body, path);
  }
  for (const [role, [rule, seen]] of Object.entries(rules)) {
    const answer = await ask('GET', '/unit?select=id', {
      token: token({ identity_id: 7, role, scope: 'manage:data', kind: role === 'claimed' ? 2 : 1 }),
    });
    t.same(
      answer.body,
      seen.map((id) => ({ id })),
      rule,
    );
  }
  const { body } = await ask('GET', '/unit/1');
  t.match(body.links, {
    kind: '/api/v1/kind?id=in.(2,1)',
    holder: '/api/v1/party?id=in.(1)',
    twin: '/api/v1/unit?id=in.()',
    twin_of: '/api/v1/unit?twin_ids=cs.%7B1%7D',
  });
  for (const link of Object.values<string>(body.links)) {
    const { status } = await ask('GET', link.slice('/api/v1'.length));
    t.equal(status, link.endsWith('history') ? 307 : 200, link);
  }
});

/** Writes that are refused, and change nothing. */
const refusals: readonly (readonly [
  method: Method,
  path: string,
  body: Json,
  status: number,
  code: string,
  errors: Json,
])[] = [
  [
    'POST',
    'unit',
    { name: 'x', kind_ids: [1, 99, 98] },
    409,
    'reference_conflict',
    [{ pointer: '/kind_ids', detail: 'kind_ids 99 refers to no kind' }],
  ],
  [
    'PATCH',
    'unit/1',
    { kind_ids: [1, 2, 99] },
    409,
    'reference_conflict',
    [{ pointer: '/kind_ids', detail: 'kind_ids 99 refers to no kind' }],
  ],
  [
    'PATCH',
    'unit?id=gt.0',
    { kind_ids: [1, 99] },
    409,
    'reference_conflict',
    [{ pointer: '/kind_ids', detail: 'kind_ids 99 refers to no kind' }],
  ],
  [
    'POST',
    'unit',
    [
      { name: 'x', kind_ids: [1] },
      { name: 'y', kind_ids: [99] },
    ],
    409,
    'reference_conflict',
    [{ pointer: '/1/kind_ids', detail: 'kind_ids 99 refers to no kind' }],
  ],
  ['PATCH', 'unit/1', { kind_ids: [1, 1] }, 422, 'invalid_body', [{ pointer: '/kind_ids' }]],
  ['PATCH', 'unit/1', { kind_ids: [null] }, 422, 'invalid_body', [{ pointer: '/kind_ids/0' }]],
  ['PATCH', 'unit/1', { kind_ids: null }, 422, 'invalid_body', [{ pointer: '/kind_ids' }]],
  ['PATCH', 'unit/1', { kind_ids: ['1'] }, 422, 'invalid_body', [{ pointer: '/kind_ids/0' }]],
  ['PATCH', 'unit/1', { kind_ids: [1, 2, 3, 4, 5] }, 422, 'invalid_body', [{ pointer: '/kind_ids' }]],
  ['PATCH', 'unit/1', { kind_ids: [1.5] }, 422, 'invalid_body', [{ pointer: '/kind_ids/0' }]],
  ['PATCH', 'unit/1', { kind_ids: [1e300] }, 422, 'invalid_body', [{ pointer: '/kind_ids/0' }]],
  ['PATCH', 'unit/1', { kind_ids: [[1]] }, 422, 'invalid_body', [{ pointer: '/kind_ids/0' }]],
  ['PATCH', 'unit/1', { kind_ids: { a: 1 } }, 422, 'invalid_body', [{ pointer: '/kind_ids' }]],
  ['PATCH', 'unit/1', { kind: [{ name: 'a' }] }, 422, 'invalid_body', [{ pointer: '/kind' }]],
  ['DELETE', 'party/1', null, 409, 'still_referenced', null],
  ['DELETE', 'unit/1', null, 409, 'still_referenced', null],
];

test('an element leads to a row, for every writer', async (t) => {
  const { ask, token, database } = await units(t);
  const before = await database.query('select * from unit order by id');
  for (const [method, path, body, status, code, errors] of refusals) {
    const answer = await ask(method, `/${path}`, body === null ? {} : { body });
    t.equal(answer.status, status, `${method} ${path} ${JSON.stringify(body)} ${answer.text}`);
    t.equal(answer.body.code, code);
    if (errors !== null) t.match(answer.body.errors, errors, answer.text);
  }
  const statements = [
    "insert into unit (name, kind_ids) values ('x', '{1,99}')",
    "update unit set kind_ids = '{99}' where id = 1",
    "update unit set kind_ids = '{1,1}' where id = 1",
    "update unit set kind_ids = '{1,null}' where id = 1",
    'delete from party where id = 1',
  ];
  for (const statement of statements) await t.rejects(database.query(statement), statement);
  const late = 'begin isolation level repeatable read; delete from party where id = 2; commit';
  await t.rejects(database.database.script(late), { code: '0A000' });
  t.same(await database.query('select * from unit order by id'), before);

  // A hidden row is not there for its writer, and neither is another that is not there.
  const shy = token({ identity_id: 7, role: 'shy', scope: 'manage:data' });
  for (const [id, method, path] of [
    [4, 'PATCH', '/unit/1'],
    [99, 'PATCH', '/unit/1'],
    [4, 'POST', '/unit'],
    [99, 'POST', '/unit'],
  ] as const) {
    const body = { name: 'x', kind_ids: [1, id] };
    const answer = await ask(method, path, { body, token: shy });
    t.equal(answer.status, 409, answer.text);
    t.same(answer.body.errors, [{ pointer: '/kind_ids', detail: `kind_ids ${id} refers to no kind` }]);
    const many = await ask('POST', '/unit', { body: [body, body], token: shy });
    t.equal(many.status, 409, many.text);
    t.match(many.body.errors, [{ detail: `kind_ids ${id} refers to no kind` }]);
  }
  t.equal((await ask('PATCH', '/unit/1', { body: { kind_ids: [3, 1] }, token: shy })).status, 200);
  t.equal((await ask('POST', '/grouping', { body: { name: 'g', main_ids: [4] }, token: shy })).status, 201);
  t.equal((await ask('PATCH', '/unit/1', { body: { owner_ids: null } })).status, 200);
  t.equal((await ask('DELETE', '/unit/3')).status, 409);
  t.equal((await ask('PATCH', '/unit/2', { body: { twin_ids: [] } })).status, 200);
  // A row that refers to itself alone goes.
  t.equal((await ask('DELETE', '/unit/3')).status, 204);
});

test('the elements go with the row, and that is recorded', async (t) => {
  const { ask, token, database } = await units(t);
  const poor = token({ identity_id: 8, role: 'poor', scope: 'manage:data' });
  const refused = await ask('DELETE', '/kind/1', { token: poor });
  t.equal(refused.status, 403, refused.text);
  t.equal((await ask('DELETE', '/kind/3', { token: poor })).status, 204);
  t.equal((await ask('DELETE', '/kind?id=in.(1,2)')).status, 204);
  t.same((await ask('GET', '/unit?select=id,kind_ids&order=id')).body, [
    { id: 1, kind_ids: [] },
    { id: 2, kind_ids: [] },
    { id: 3, kind_ids: [] },
  ]);
  t.same((await ask('GET', '/grouping?select=main_ids')).body, [{ main_ids: [] }]);
  t.same((await ask('GET', '/unit_history?select=kind_ids,recorded_by&unit_id=eq.1&order=id')).body, [
    { kind_ids: [2, 1], recorded_by: 0 },
    { kind_ids: [], recorded_by: 7 },
  ]);
  const events = await database.query(
    "select type, source from almanac.outbox where type like '%unit.update' order by source",
  );
  t.same(events, [
    { type: 'org.example.unit.update', source: '/unit/1' },
    { type: 'org.example.unit.update', source: '/unit/2' },
  ]);
});

const checked = {
  'service.yaml': 'service: Boxes\nlimits: { batch_requests: 5 }\n',
  'kind.yaml': `resource: kind
fields:
  name: { type: text, nullable: true }
  sold: { type: boolean, nullable: true }
  box_id: { type: reference, to: box, nullable: true }
relations: { box_of: { resource: box, by: kind_ids } }
checks: [{ that: 'count(box_of)=lte.2', message: A kind is in two boxes at most. }]
`,
  'box.yaml': `resource: box
fields:
  name: { type: text, nullable: true }
  kind_ids:
    type: array
    of: { type: reference, to: kind }
    where: sold=is.true&name=neq.$name
    on_delete: clear
    nullable: true
  part_ids: { type: array, of: { type: reference, to: kind }, as: part, default: [] }
checks:
  - { that: 'count(part)=lte.3', message: Three parts at most. }
  - { that: 'or=(part.is.null,part.name.eq.main)', message: One of the parts is the main one. }
`,
};

const where = "each element of kind_ids refers to a kind of which `sold` is true and `name` is not the row's `name`";

/** Writes of either side that break a rule, by HTTP, and the same as SQL. */
const breaks: readonly (readonly [
  method: Method,
  path: string,
  body: Json,
  sql: string,
  code: string,
  detail: string,
])[] = [
  ['PATCH', 'box/1', { kind_ids: [1, 3] }, "update box set kind_ids = '{1,3}' where id = 1", 'invalid_body', where],
  ['PATCH', 'box/1', { kind_ids: [4] }, "update box set kind_ids = '{4}' where id = 1", 'invalid_body', where],
  ['PATCH', 'box/1', { name: 'a' }, "update box set name = 'a' where id = 1", 'invalid_body', where],
  ['POST', 'box', { kind_ids: [2, 3] }, "insert into box (kind_ids) values ('{2,3}')", 'invalid_body', where],
  ['PATCH', 'kind/1', { sold: false }, 'update kind set sold = false where id = 1', 'rule_conflict', where],
  ['PATCH', 'kind/1', { sold: null }, 'update kind set sold = null where id = 1', 'rule_conflict', where],
  [
    'PATCH',
    'kind?id=in.(1,2)',
    { name: 'one' },
    "update kind set name = 'one' where id in (1, 2)",
    'rule_conflict',
    where,
  ],
  [
    'PATCH',
    'box/1',
    { part_ids: [1, 2] },
    "update box set part_ids = '{1,2}' where id = 1",
    'invalid_body',
    'One of the parts is the main one.',
  ],
  [
    'PATCH',
    'box/1',
    { part_ids: [5, 1, 2, 3] },
    "update box set part_ids = '{5,1,2,3}' where id = 1",
    'invalid_body',
    'Three parts at most.',
  ],
  [
    'PATCH',
    'kind/5',
    { name: 'x' },
    "update kind set name = 'x' where id = 5",
    'rule_conflict',
    'One of the parts is the main one.',
  ],
  [
    'PATCH',
    'box/3',
    { kind_ids: [1] },
    "update box set kind_ids = '{1}' where id = 3",
    'rule_conflict',
    'A kind is in two boxes at most.',
  ],
];

test('rules that look along an array, from both sides', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(checked));
  await database.query(
    "insert into kind (id, name, sold) values (1, 'a', true), (2, 'b', true), (3, 'c', false), (4, 'd', null), (5, 'main', true)",
  );
  await database.query(
    "insert into box (id, name, kind_ids, part_ids) values (1, 'one', '{1}', '{}'), (2, 'two', '{1,2}', '{5,3}'), (3, 'three', null, '{}')",
  );
  await database.query("select setval('kind_id_seq', 100), setval('box_id_seq', 100)");
  const state = async () => [
    await database.query('select * from box order by id'),
    await database.query('select * from kind order by id'),
  ];
  const before = await state();
  for (const [method, path, body, sql, code, detail] of breaks) {
    const answer = await ask(method, `/${path}`, { body });
    t.match(answer.body, { code, detail }, `${method} ${path} ${JSON.stringify(body)} ${answer.text}`);
    const batch = await ask('POST', '/batch', {
      body: { requests: [{ id: 'a', method, url: `/api/v1/${path}`, body }] },
    });
    t.match(batch.body.responses?.[0]?.body ?? batch.body, { detail }, batch.text);
    await t.rejects(database.query(sql), sql);
  }
  t.same(await state(), before);
  const sound: readonly (readonly [method: Method, path: string, body: Json, status: number])[] = [
    ['PATCH', 'box/1', { kind_ids: [2, 1], part_ids: [5, 1, 2] }, 200],
    ['PATCH', 'kind/2', { name: 'bb' }, 200],
    ['PATCH', 'kind/3', { sold: null }, 200],
    ['DELETE', 'kind/5', null, 409],
    ['DELETE', 'kind/4', null, 204],
    ['PATCH', 'box/1', { part_ids: [] }, 200],
    ['PATCH', 'box/2', { part_ids: [] }, 200],
    ['DELETE', 'kind/1', null, 204],
  ];
  for (const [method, path, body, status] of sound) {
    const answer = await ask(method, `/${path}`, body === null ? {} : { body });
    t.equal(answer.status, status, `${method} ${path} ${answer.text}`);
  }
  t.same(await database.query('select id::int, kind_ids::text from box order by id'), [
    { id: 1, kind_ids: '{2}' },
    { id: 2, kind_ids: '{2}' },
    { id: 3, kind_ids: null },
  ]);
});

test('in a batch, an array may refer to what the batch makes before', async (t) => {
  const { ask } = await units(t);
  const batch = (...requests: readonly Json[]) =>
    ask('POST', '/batch', { body: { requests: requests.map((each, at) => ({ id: `r${at}`, ...(each as object) })) } });
  const made = await batch(
    { method: 'PATCH', url: '/api/v1/unit/3', body: { kind_ids: [3, 1] } },
    { method: 'DELETE', url: '/api/v1/kind/3' },
    { method: 'DELETE', url: '/api/v1/kind/1' },
  );
  t.equal(made.status, 200, made.text);
  t.same((await ask('GET', '/unit/3?select=kind_ids')).body, { kind_ids: [] });
  const none = await batch(
    { method: 'PATCH', url: '/api/v1/unit/3', body: { kind_ids: [2] } },
    { method: 'PATCH', url: '/api/v1/unit/3', body: { kind_ids: [2, 1] } },
  );
  t.match(none.text, /kind_ids 1 refers to no kind/);
  t.same((await ask('GET', '/unit/3?select=kind_ids')).body, { kind_ids: [] });
});

test('an array that was null takes no element without a row', async (t) => {
  const { ask } = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': 'service: Test\n',
      'tag.yaml': 'resource: tag\nfields: { name: { type: text } }\n',
      'item.yaml':
        'resource: item\nfields: { tag_ids: { type: array, of: { type: reference, to: tag }, nullable: true } }\n',
    }),
  );
  await ask('POST', '/tag', { body: { name: 'a' } });
  await ask('POST', '/item', { body: {} });
  t.match(await ask('PATCH', '/item/1', { body: { tag_ids: [1, 2] } }), { status: 409 });
  t.match(await ask('PATCH', '/item/1', { body: { tag_ids: [1] } }), { status: 200 });
});
