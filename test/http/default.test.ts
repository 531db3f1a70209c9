import { setTimeout } from 'node:timers/promises';
import { test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { serveModel } from './service.ts';

const files = {
  'service.yaml':
    'service: Test\nzone: Pacific/Kiritimati\nroles: [clerk, reader]\nclaims: { others: { party_id: acts_for, team: team, level: level } }\n',
  'party.yaml': 'resource: party\nfields: { name: { type: text } }\naccess: { clerk: { read: id=eq.0 } }\n',
  'identity.yaml':
    'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\n',
  'note.yaml': `resource: note
history: true
fields:
  text: { type: text, nullable: true }
  key: { type: text, nullable: true, unique: true }
  party_id: { type: reference, to: party, default: '{party_id}', create: false, update: false }
  made_by: { type: bigint, default: '{identity}', create: false, update: false }
  maker_id: { type: reference, to: identity, default: '{identity}', nullable: true }
  team: { type: text, default: '{team}' }
  level: { type: integer, default: '{level}', nullable: true }
  day: { type: date, default: today }
  noted_at: { type: datetime, default: now }
`,
  'shift.yaml': `resource: shift
temporal: { timeline: note_id }
fields:
  note_id: { type: reference, to: note }
  noted_at: { type: datetime, default: now }
`,
};

test('a field gets the claim of its caller, unless the caller may send it and does (rules: values from the caller)', async (t) => {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  await database.query("insert into party (name) values ('One'), ('Two'), ('Three')");
  await database.query("insert into identity (subject, party_id) values ('ann', 3), ('bob', null)");
  const all = { scope: 'manage:data' };
  const create = (claims: Record<string, unknown>, body: Json, prefer?: string) =>
    ask('POST', `/note${prefer?.startsWith('resolution') ? '?on_conflict=id' : ''}`, {
      body,
      token: token({ ...all, ...claims }),
      ...(prefer !== undefined && { headers: { prefer } }),
    });

  const rows: readonly (readonly [claims: Record<string, unknown>, body: Json, row: object])[] = [
    // The claim, under its name in the token. A party that the writer may not read is theirs all the same.
    [
      { identity_id: 1, acts_for: 2, team: 'a', role: 'clerk' },
      { text: 'x' },
      { party_id: 2, made_by: 1, maker_id: 1, team: 'a', level: null },
    ],
    // What is sent wins, null included.
    [
      { identity_id: 1, acts_for: '2', team: 'a', level: '7' },
      { team: 'b', maker_id: null, level: null },
      { party_id: 2, made_by: 1, maker_id: null, team: 'b', level: null },
    ],
    [{ identity_id: 1, acts_for: 1, team: 'a', level: 7 }, {}, { level: 7 }],
    // A claim that is none of the type is none.
    [{ identity_id: 1, acts_for: 1, team: 'a', level: 'high' }, {}, { level: null }],
    // The party of the identity, where the token has none; the identity of the subject.
    [{ sub: 'ann', team: 'a' }, {}, { party_id: 3, made_by: 1, maker_id: 1 }],
    [{ identity_id: 1, team: 'a' }, {}, { party_id: 3, made_by: 1 }],
  ];
  for (const [claims, body, row] of rows) {
    const one = await create(claims, body);
    t.match(one, { status: 201, body: row }, JSON.stringify([claims, body]));
    const many = await create(claims, [body, body]);
    t.match(many, { status: 201, body: [row, row] }, `many ${JSON.stringify([claims, body])}`);
    const upserted = await create(claims, [body], 'resolution=merge-duplicates, return=representation');
    t.match(upserted, { status: 201, body: [row] }, `upsert ${JSON.stringify([claims, body])}`);
  }

  // Rows of which some lack it.
  const some = await ask('POST', '/note?columns=team', {
    body: [{ team: 'b' }, {}],
    headers: { prefer: 'missing=default' },
    token: token({ ...all, identity_id: 1, acts_for: 1, team: 'a' }),
  });
  t.match(some, { status: 201, body: [{ team: 'b' }, { team: 'a' }] });

  // A row that is there keeps what it has, and gets what is sent.
  const kept = await create(
    { identity_id: 2, acts_for: 1, team: 'z' },
    [{ id: 1, text: 'y' }],
    'resolution=merge-duplicates',
  );
  t.match(kept, { status: 200, body: [{ id: 1, party_id: 2, made_by: 1, team: 'a', text: 'y' }] });

  const batch = await ask('POST', '/batch', {
    body: { requests: [{ id: '1', method: 'POST', url: '/note', body: { text: 'in a batch' } }] },
    token: token({ ...all, identity_id: 1, acts_for: 2, team: 'a' }),
  });
  t.match(batch.body, { responses: [{ status: 201, body: { party_id: 2, made_by: 1, team: 'a' } }] });
});

test('a caller without the claim is told which one is missing', async (t) => {
  const { ask, token } = await serveModel(t, modelOfFiles(files));
  const create = (claims: Record<string, unknown>, body: Json) =>
    ask('POST', '/note', { body, token: token({ scope: 'manage:data', identity_id: 9, ...claims }) });
  for (const body of [{}, [{}, {}]]) {
    t.match(await create({ acts_for: 1 }, body), {
      status: 422,
      body: { code: 'invalid_body', message: /team is missing, and your token has no claim team that fits it/ },
    });
    t.match(await create({ team: 'a' }, body), {
      status: 403,
      body: { code: 'missing_claim', message: /your token has no claim party_id that fits party_id/ },
    });
    t.match(await create({ team: 'a', acts_for: 'x' }, body), { status: 403, body: { code: 'missing_claim' } });
  }
  // What the token says is taken at its word; a row that is not there can be no owner.
  t.match(await create({ team: 'a', acts_for: 77 }, { maker_id: null }), {
    status: 409,
    body: { code: 'reference_conflict', message: 'the claim party_id of your token is not the id of a party' },
  });
  t.match(await create({ team: 'a' }, { party_id: 1 }), { status: 422, body: { errors: [{ pointer: '/party_id' }] } });
});

test('plain SQL has no claims, whatever a session sets, and has an identity', async (t) => {
  const { database } = await serveModel(t, modelOfFiles(files));
  await database.query("insert into party (name) values ('One')");
  await database.query("insert into identity (subject) values ('ann')");
  const insert = (settings: string) =>
    database.query(
      `with set as materialized (select ${settings}) insert into note (party_id, team) select 1, 'a' from set returning made_by, maker_id, level`,
    );
  t.strictSame(await insert("set_config('almanac.claims', '{\"level\": 7}', true)"), [
    { made_by: '0', maker_id: null, level: null },
  ]);
  t.strictSame(await insert("set_config('almanac.identity', '1', true)"), [
    { made_by: '1', maker_id: '1', level: null },
  ]);
  await t.rejects(database.query("insert into note (team) values ('a')"), /party_id/);
});

test('today is the day of the write in the zone of the service, and now its instant', async (t) => {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  const claims = { scope: 'manage:data', sub: 'ann', team: 'a' };
  await database.query("insert into party (name) values ('One')");
  const { body } = await ask('POST', '/note', { body: {}, token: token({ ...claims, acts_for: 1 }) });
  // Fourteen hours before UTC, so that for most of the day it is tomorrow.
  const day = new Date(Date.parse(body.recorded_at) + 14 * 3_600_000).toISOString().slice(0, 10);
  t.equal(body.day, day);
  t.equal(body.noted_at, body.recorded_at);
});

test('now is the instant under which a row is recorded, however it is written', async (t) => {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  await database.query("insert into party (name) values ('One')");
  await database.query("insert into identity (subject) values ('ann')");
  const bearer = token({ scope: 'manage:data', identity_id: 1, acts_for: 1, team: 'a' });
  const post = (path: string, body: Json, prefer = 'return=minimal') =>
    ask('POST', path, { body, token: bearer, headers: { prefer } });
  const others = async () =>
    (await database.query('select noted_at, recorded_at from note where noted_at <> recorded_at')).length;
  t.equal((await post('/note', {})).status, 201);
  t.equal((await post('/note', [{}, {}, {}])).status, 201);
  t.equal(
    (await post('/note?on_conflict=key', [{ key: 'a' }, { key: 'b' }], 'resolution=merge-duplicates')).status,
    201,
  );
  const request = (id: string) => ({ id, method: 'POST', url: '/note', body: {} });
  t.equal((await post('/batch', { requests: [request('a'), request('b')] })).status, 200);
  // A writer that waits for a lock before it is recorded.
  t.equal((await post('/shift', { note_id: 1, valid_from: '2026-01-01T00:00:00Z' })).status, 201);
  const waiting: Promise<{ readonly status: number }>[] = [];
  await database.database.transaction(async (query) => {
    await query({ text: 'select from note where id = 1 for update', values: [] });
    waiting.push(post('/shift', { note_id: 1, valid_from: '2026-02-01T00:00:00Z' }));
    await setTimeout(300);
    return null;
  });
  t.match(await Promise.all(waiting), [{ status: 201 }]);
  await database.query("begin; select pg_sleep(0.05); insert into note (party_id, team) values (1, 'sql'); commit");
  t.strictSame(await database.query('select count(*) from note where noted_at is not null'), [{ count: '9' }]);
  t.equal(await others(), 0);
  t.strictSame(await database.query('select id from shift where noted_at <> recorded_at and valid_to is null'), []);
  const sent = await post('/note', { noted_at: '2020-01-01T00:00:00Z' }, 'return=representation');
  t.match(sent.body, [{ noted_at: '2020-01-01T00:00:00+00:00' }], 'what is sent wins');
});
