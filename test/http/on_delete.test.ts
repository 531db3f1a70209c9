import { setTimeout } from 'node:timers/promises';
import { test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Method, serveModel, type TestService } from './service.ts';

// What becomes of rows when the row that they refer to is deleted, and who may do that.

const files = {
  'service.yaml':
    'service: Houses\nevents: { prefix: org.example }\nroles: [owner, tenant, cleaner]\nlimits: { rows_per_request: 5 }\n',
  'house.yaml': `resource: house
history: true
fields:
  name: { type: text, nullable: true }
  main_id: { type: reference, to: house, nullable: true, on_delete: cascade }
access: { owner: all, tenant: all, cleaner: all }
`,
  'room.yaml': `resource: room
history: true
fields:
  house_id: { type: reference, to: house, on_delete: cascade }
  name: { type: text, nullable: true }
access:
  owner: all
  tenant: { read: name=neq.secret, create: all, update: all, delete: name=eq.own }
`,
  'desk.yaml': `resource: desk
history: true
operations: [list, read, create]
fields:
  room_id: { type: reference, to: room, on_delete: { action: cascade, as: service } }
access: { owner: all }
`,
  'lamp.yaml': `resource: lamp
history: true
fields:
  room_id: { type: reference, to: room, nullable: true, on_delete: clear }
  wired: { type: boolean, default: false }
checks: [{ that: 'or=(wired.is.false,room_id.not.is.null)', message: A wired lamp is in a room. }]
access: { owner: all, tenant: { read: all, update: { before: all, after: 'room_id=not.is.null' } } }
`,
  'key.yaml':
    'resource: key\nfields: { room_id: { type: reference, to: room } }\naccess: { owner: all, tenant: all }\n',
  'stay.yaml': `resource: stay
temporal: { timeline: house_id }
history: true
fields: { house_id: { type: reference, to: house, update: false, on_delete: cascade } }
access: { owner: all, tenant: all, cleaner: all }
`,
  'note.yaml': `resource: note
fields: { stay_id: { type: reference, to: stay, on_delete: cascade } }
access: { owner: all, tenant: all, cleaner: all }
`,
};

const scene = `
  insert into house (id, name, main_id) values (1, 'one', null), (2, 'two', null), (3, 'three', null), (4, 'four', null),
    (5, 'tree', null), (6, 'leaf', 5), (7, 'leaf', 6), (8, 'many', null), (9, 'wired', null), (10, 'shut', null), (11, 'bare', null);
  update house set main_id = 7 where id = 5;
  insert into room (id, house_id, name) values (1, 1, 'own'), (2, 2, 'foreign'), (3, 3, 'secret'), (4, 4, 'own'), (6, 7, 'own'),
    (9, 9, 'own'), (10, 10, 'own');
  insert into room (house_id, name) select 8, 'own' from generate_series(1, 6);
  insert into desk (id, room_id) values (1, 1), (2, 1);
  insert into lamp (id, room_id, wired) values (1, 4, false), (9, 9, true);
  insert into key (id, room_id) values (1, 10);
  insert into stay (id, house_id, valid_from, valid_to) values (1, 11, '2026-01-01Z', '2026-02-01Z'), (2, 11, '2026-02-01Z', null);
  update stay set valid_from = null, valid_to = null where id = 1;
  insert into note (id, stay_id) values (1, 1), (2, 2);
`;

async function houses(t: Parameters<typeof serveModel>[0]): Promise<TestService> {
  const service = await serveModel(t, modelOfFiles(files));
  await service.database.query('select setval($$house_id_seq$$, 100), setval($$room_id_seq$$, 100)');
  for (const statement of scene.split(';')) if (statement.trim() !== '') await service.database.query(statement);
  return service;
}

function tokensOf(service: TestService) {
  return (role: string, scope = 'manage:data') => service.token({ identity_id: 7, role, scope });
}

/** All rows, by table. */
async function everything({ database }: TestService): Promise<string> {
  const tables = ['house', 'room', 'desk', 'lamp', 'key', 'stay', 'note', 'room_history', 'stay_history'];
  const each = await Promise.all(
    tables.map((name) => database.query(`select string_agg(x::text, ' ' order by x.id) as rows from ${name} as x`)),
  );
  return JSON.stringify(each);
}

/** Deletions that are refused, and change nothing. */
const refusals: readonly (readonly [
  what: string,
  ask: readonly [path: string, role: string, scope?: string],
  status: number,
  detail: string,
])[] = [
  [
    'a row that the role may not delete',
    ['/house/2', 'tenant'],
    403,
    'the deletion would also delete other rows, which you may not delete',
  ],
  ['a hidden row', ['/house/3', 'tenant'], 403, 'the deletion would also delete other rows, which you may not delete'],
  [
    'rows of a resource that the role may not use',
    ['/house/1', 'cleaner'],
    403,
    'the deletion would also delete other rows, which you may not delete',
  ],
  [
    'rows for which the token has no scope',
    ['/house/1', 'owner', 'manage:data:house'],
    403,
    'the deletion would also delete other rows, which you may not delete',
  ],
  [
    'a row that would be cleared as nobody may leave it',
    ['/house/4', 'tenant'],
    403,
    'the deletion would also change rows of lamp, which you may not change',
  ],
  ['more rows than a request may write', ['/house/8', 'owner'], 400, 'the deletion reaches more than 5 other rows'],
  [
    'a row that breaks a rule once it is cleared',
    ['/house/9', 'owner'],
    409,
    'a row of lamp that the request would also change does not allow it',
  ],
  [
    'a row to which others refer that stay',
    ['/house/10', 'owner'],
    409,
    'rows of key refer to rows that would be deleted with it by room_id',
  ],
  [
    'the same, of many',
    ['/house?id=in.(1,10)', 'owner'],
    409,
    'rows of key refer to rows that would be deleted with it by room_id',
  ],
  [
    'one of many, of a foreign room',
    ['/house?id=in.(1,2)', 'tenant'],
    403,
    'the deletion would also delete other rows, which you may not delete',
  ],
];

test('a deletion that reaches a row which must stay changes nothing', async (t) => {
  const service = await houses(t);
  const token = tokensOf(service);
  const before = await everything(service);
  for (const [what, [path, role, scope], status, detail] of refusals) {
    const answer = await service.ask('DELETE', path, { token: token(role, scope) });
    t.match([answer.status, answer.body?.detail], [status, detail], what);
    t.equal(await everything(service), before, what);
  }
  const trial = await service.ask('DELETE', '/house/5', { token: token('owner'), headers: { prefer: 'tx=rollback' } });
  t.equal(trial.status, 204);
  t.equal(await everything(service), before, 'a trial');
});

test('what goes with a row is recorded, with its events', async (t) => {
  const service = await houses(t);
  const token = tokensOf(service);
  const gone = await service.ask('DELETE', '/house/1', { token: token('tenant') });
  t.equal(gone.status, 204, gone.text);
  t.strictSame(await service.database.query('select id from desk'), [], 'desks by the rights of the service');
  const [recorded] = await service.database.query(`
    select count(distinct replaced_at)::text as instants, string_agg(distinct replaced_by::text, ' ') as by, count(*)::text as rows
    from (
      select replaced_at, replaced_by from house_history where house_id = 1
      union all select replaced_at, replaced_by from room_history where room_id = 1
      union all select replaced_at, replaced_by from desk_history
    ) as version`);
  t.strictSame(recorded, { instants: '1', by: '7', rows: '4' });
  const events = await service.database.query(
    `select type, source from almanac.outbox where type like '%.delete' and source <> '/stay/1' order by source`,
  );
  t.strictSame(
    events.map(({ source }) => source),
    ['/desk/1', '/desk/2', '/house/1', '/room/1'],
  );
});

test('references in a circle, timelines and fields that are cleared', async (t) => {
  const service = await houses(t);
  const owner = tokensOf(service)('owner');
  const effects = await service.ask('DELETE', '/house/6', { token: owner, headers: { prefer: 'return=effects' } });
  t.strictSame(
    effects.body.effects.map((each: { resource: string; id: number; change: string }) => [
      each.resource,
      each.id,
      each.change,
    ]),
    [
      ['house', 5, 'delete'],
      ['house', 6, 'delete'],
      ['house', 7, 'delete'],
      ['room', 6, 'delete'],
    ],
  );
  t.equal((await service.ask('DELETE', '/house/4', { token: owner })).status, 204);
  t.match((await service.ask('GET', '/lamp/1', { token: owner })).body, { room_id: null, recorded_by: 7 });
  t.match((await service.ask('GET', '/lamp_history?lamp_id=eq.1&order=id', { token: owner })).body, [
    { room_id: 4 },
    { room_id: null },
  ]);
  // An entry that is deleted is off its timeline, and its row is there.
  t.equal((await service.ask('DELETE', '/stay/2', { token: owner })).status, 204);
  t.match(await service.database.query('select id from note order by id'), [{ id: '1' }, { id: '2' }]);
  t.equal((await service.ask('DELETE', '/house/11', { token: owner })).status, 204);
  t.strictSame(await service.database.query('select id from stay union all select id from note'), []);
  t.equal((await service.ask('GET', '/stay_history?stay_id=eq.2', { token: owner })).body.length, 2);
  const many = await service.ask('DELETE', '/house?id=in.(1,2,3)&select=id', {
    token: owner,
    headers: { prefer: 'return=representation' },
  });
  t.match(many, { status: 200, body: [{ id: 1 }, { id: 2 }, { id: 3 }] });
});

test('SQL has the same effects', async (t) => {
  const { database } = await houses(t);
  await database.query('delete from house where id in (1, 4, 5)');
  t.match(
    await database.query(`
      select (select count(*) from room where id in (1, 4, 6)) as rooms, (select count(*) from desk) as desks,
        (select count(*) from room_history where replaced_at is not null) as versions, (select room_id from lamp where id = 1) as room`),
    [{ rooms: '0', desks: '0', versions: '3', room: null }],
  );
});

test('rows that come up while the row goes', async (t) => {
  const service = await houses(t);
  const owner = tokensOf(service)('owner');
  for (let round = 0; round < 6; round += 1) {
    const { body: house } = await service.ask('POST', '/house', { body: {}, token: owner });
    const asks: readonly (readonly [Method, string, Json?])[] = [
      ['POST', '/room', { house_id: house.id, name: 'own' }],
      ['POST', '/house', { main_id: house.id }],
      ['DELETE', `/house/${house.id}`],
      ['POST', '/room', { house_id: house.id, name: 'secret' }],
      ['DELETE', `/house/${house.id}`],
    ];
    const answers = await Promise.all(
      asks.map(async ([method, path, body], at) => {
        await setTimeout((at * round) % 5);
        const token = method === 'DELETE' ? tokensOf(service)('tenant') : owner;
        return (await service.ask(method, path, { ...(body !== undefined && { body }), token })).status;
      }),
    );
    t.ok(
      answers.every((status) => [201, 204, 403, 404, 409].includes(status)),
      String(answers),
    );
    const secret = await service.database.query(
      `select 1 as x from room_history as v where v.house_id = ${house.id} and v.name = 'secret' and v.replaced_at is not null`,
    );
    t.strictSame(secret, [], 'nobody deletes what they do not see');
  }
});
