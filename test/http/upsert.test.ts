import { type Test, test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { type Answer, identity, serveModel, type TestService } from './service.ts';

// POST with Prefer: resolution. Rows that are there are found by a key: id, or fields that are unique together.

const model = modelOfFiles({
  'service.yaml': `
service: Upserts
roles: [boss, clerk, reader, maker]
events: { prefix: org.example }
`,
  'party.yaml': `
resource: party
fields:
  name: { type: text }
access: { boss: all, clerk: { read: name=neq.hidden }, reader: { read: all }, maker: { read: all } }
`,
  'thing.yaml': `
resource: thing
history: true
fields:
  name: { type: text, unique: true }
  size: { type: integer, default: 7 }
  made: { type: integer, nullable: true, update: false }
  note: { type: text, nullable: true, create: false }
  grade: { type: integer, nullable: true, access: { boss: all, clerk: read, maker: all } }
  status: { type: enum, values: [new, open, closed], default: new, transitions: { new: [open], open: [closed], closed: [] } }
  party_id: { type: reference, to: party, nullable: true }
checks:
  - { that: "or=(size.lt.1000,name.eq.big)", message: Only the big one is so big. }
access:
  boss: all
  clerk: { read: size=lt.100, create: size=lt.100, update: size=lt.50 }
  reader: { read: all }
  maker: { read: all, create: all }
`,
  'pair.yaml': `
resource: pair
fields:
  a: { type: integer }
  b: { type: integer, nullable: true }
  c: { type: text, unique: true }
  d: { type: text, nullable: true }
unique: [[a, b]]
`,
  'plain.yaml': `
resource: plain
fields:
  name: { type: text }
`,
  'stay.yaml': `
resource: stay
history: true
temporal: { timeline: party_id }
fields:
  party_id: { type: reference, to: party }
  code: { type: text, unique: true }
  note: { type: text, nullable: true }
access: { boss: all, clerk: { read: all, create: all, update: note=is.null } }
`,
});

const merge = { prefer: 'resolution=merge-duplicates' };
const ignore = { prefer: 'resolution=ignore-duplicates' };

interface Upserts extends TestService {
  as(role: string, who?: number): string;
  merge(path: string, body: unknown, role?: string): Promise<Answer>;
  ignore(path: string, body: unknown, role?: string): Promise<Answer>;
  /** The number of versions and of events. */
  records(): Promise<string>;
}

async function upserts(t: Test): Promise<Upserts> {
  const service = await serveModel(t, model);
  const { claims } = model.service;
  const as = (role: string, who = identity) =>
    service.token({ [claims.identity]: who, [claims.scope]: 'manage:data', [claims.role]: role });
  await service.database.query(`insert into party (name) values ('one'), ('two'), ('hidden')`);
  await service.database.query(
    `insert into thing (name, size, made, grade) values ('a', 1, 1, 5), ('b', 60, 2, null), ('c', 200, 3, null)`,
  );
  await service.database.query(`insert into pair (a, b, c) values (1, 1, 'x'), (1, null, 'y')`);
  const send = (path: string, body: unknown, headers: Record<string, string>, role: string) =>
    service.ask('POST', path, { body: body as never, headers, token: as(role) });
  return {
    ...service,
    as,
    merge: (path, body, role = 'boss') => send(path, body, merge, role),
    ignore: (path, body, role = 'boss') => send(path, body, ignore, role),
    records: async () => {
      const [row] = await service.database.query(
        `select (select count(*) from thing_history) || ' ' || (select count(*) from event) as records`,
      );
      return row?.records ?? '';
    },
  };
}

test('one object', async (t) => {
  const service = await upserts(t);
  const before = await service.records();
  const made = await service.merge('/thing', { name: 'n', size: 2 });
  t.match(made, { status: 201, body: { id: 4, name: 'n', size: 2, made: null } });
  t.equal(made.headers.location, '/api/v1/thing/4');
  const changed = await service.merge('/thing', { name: 'n', size: 3 });
  t.match(changed, { status: 200, body: { id: 4, name: 'n', size: 3 }, headers: { etag: String } });
  t.equal(changed.headers.location, undefined);
  const records = await service.records();
  t.not(records, before);
  t.match(await service.merge('/thing', { name: 'n', size: 3 }), { status: 200, body: { id: 4, size: 3 } });
  t.equal(await service.records(), records, 'a merge without effect records nothing');
  const ignored = await service.ignore('/thing', { name: 'n', size: 9 });
  t.match(ignored, { status: 200, body: { id: 4, size: 3 } }, 'the row as it is');
  t.match(await service.ignore('/thing', { name: 'o', size: 9 }), { status: 201, body: { id: 5, size: 9 } });
});

test('many rows, in the order of the body', async (t) => {
  const service = await upserts(t);
  const body = [
    { name: 'z', size: 5 },
    { name: 'b', size: 61 },
    { name: 'k', size: 6 },
    { name: 'a', size: 1 },
  ];
  const merged = await service.merge('/thing?select=name,size', body);
  t.match(merged, { status: 201, body });
  t.same((await service.merge('/thing?select=name,size', body)).status, 200);
  const ignored = await service.ignore('/thing?select=name,size', [
    { name: 'b', size: 1 },
    { name: 'y', size: 2 },
  ]);
  t.match(ignored, {
    status: 201,
    body: [
      { name: 'b', size: 61 },
      { name: 'y', size: 2 },
    ],
  });
  t.match(await service.merge('/thing', []), { status: 200, body: [] });
  t.match(await service.merge('/thing', '[]', 'boss'), { status: 200, body: [] });
});

test('what the answer shows', async (t) => {
  const service = await upserts(t);
  const send = (prefer: string, body: unknown, headers = {}) =>
    service.ask('POST', '/thing?on_conflict=name&select=name', {
      body: body as never,
      headers: { prefer, ...headers },
      token: service.as('boss'),
    });
  const body = [{ name: 'a' }, { name: 'new' }];
  const shown = await send('resolution=ignore-duplicates, return=representation, count=exact', body);
  t.match(shown, { status: 201, body: [{ name: 'new' }] });
  t.match(shown.headers, {
    'content-range': '*/1',
    'preference-applied': 'resolution=ignore-duplicates, return=representation, count=exact',
  });
  const minimal = await send('resolution=merge-duplicates, return=minimal', body);
  t.match(minimal, { status: 200, text: '' });
  const located = await send('resolution=merge-duplicates, return=headers-only', { name: 'a', size: 8 });
  t.match(located, { status: 200, text: '', headers: { location: '/api/v1/thing/1' } });
  const accept = { accept: 'application/vnd.pgrst.object+json' };
  t.match(await send('resolution=merge-duplicates, return=representation', { name: 'a' }, accept), {
    body: { name: 'a' },
  });
  t.match(await send('resolution=ignore-duplicates, return=representation', { name: 'a' }, accept), { status: 406 });
  t.match(await send('resolution=merge-duplicates, max-affected=1, handling=strict', body), { status: 400 });
  t.match(await send('resolution=merge-all, handling=strict', body), {
    status: 400,
    body: { code: 'invalid_parameter' },
  });
});

test('a trial, and its effects', async (t) => {
  const service = await upserts(t);
  const before = await service.records();
  const send = (prefer: string) =>
    service.ask('POST', '/thing?on_conflict=name&select=name', {
      body: [
        { name: 'a', size: 9 },
        { name: 'new', size: 5 },
      ],
      headers: { prefer: `resolution=merge-duplicates, ${prefer}` },
      token: service.as('boss'),
    });
  const tried = await send('tx=rollback, return=effects');
  t.match(tried, {
    status: 201,
    body: {
      result: [{ name: 'a' }, { name: 'new' }],
      effects: [
        { resource: 'thing', id: 1, change: 'update', before: { size: 1 }, after: { size: 9 } },
        { resource: 'thing', change: 'create', after: { name: 'new' } },
      ],
    },
  });
  t.equal(await service.records(), before, 'nothing was done');
  t.match(await send('tx=rollback'), { status: 201, body: [{ name: 'a' }, { name: 'new' }] });
  t.equal(await service.records(), before);
});

test('an Idempotency-Key', async (t) => {
  const service = await upserts(t);
  const send = (prefer: string, role = 'boss') =>
    service.ask('POST', '/thing?select=name,size', {
      body: [
        { name: 'a', size: 3 },
        { name: 'n', size: 200 },
      ],
      headers: { prefer, 'idempotency-key': '"once"' },
      token: service.as(role),
    });
  const first = await send('resolution=merge-duplicates');
  t.match(first, { status: 201, body: [{ name: 'a' }, { name: 'n' }] });
  await service.database.query(`update thing set size = 9 where name = 'a'`);
  t.match(await send('resolution=merge-duplicates'), { status: 201, text: first.text }, 'the first answer');
  t.match(
    await send('resolution=merge-duplicates', 'clerk'),
    { status: 201, body: [{ name: 'a', size: 9 }] },
    'as the other role sees it',
  );
  t.match(await send('resolution=ignore-duplicates'), { status: 422, body: { code: 'idempotency_key_reused' } });
});

test('CSV and NDJSON', async (t) => {
  const service = await upserts(t);
  const send = (type: string, body: string) =>
    service.ask('POST', '/thing?select=name,size', {
      body: Buffer.from(body),
      headers: { 'content-type': type, prefer: 'resolution=merge-duplicates' },
      token: service.as('boss'),
    });
  t.match(await send('text/csv', 'name,size\na,4\nn,5\n'), {
    status: 201,
    body: [
      { name: 'a', size: 4 },
      { name: 'n', size: 5 },
    ],
  });
  t.match(await send('application/x-ndjson', '{"name":"n","size":6}\n{"name":"a","size":4}\n'), {
    status: 200,
    body: [{ size: 6 }, { size: 4 }],
  });
  t.match(await send('text/csv', 'name,size\na,4\nq,7\na,5\nb,x'), {
    status: 422,
    body: {
      errors: [
        { pointer: '/2/name', line: 4, detail: 'has the same name as /0 (line 2)' },
        { pointer: '/3/size', line: 5 },
      ],
    },
  });
});

test('keys', async (t) => {
  const service = await upserts(t);
  t.match(
    await service.merge('/thing', [
      { id: 1, size: 11 },
      { id: 2, size: 61 },
    ]),
    {
      status: 200,
      body: [
        { id: 1, name: 'a', size: 11 },
        { id: 2, size: 61 },
      ],
    },
  );
  t.match(await service.merge('/thing', { id: 99, size: 11 }), {
    status: 422,
    body: { errors: [{ pointer: '/id', detail: 'there is no thing 99' }] },
  });
  t.match(
    await service.merge('/thing?columns=id,name,size', [
      { id: 1, name: 'a', size: 12 },
      { name: 'new', size: 1 },
    ]),
    {
      status: 201,
      body: [
        { id: 1, size: 12 },
        { name: 'new', size: 1 },
      ],
    },
  );
  t.match(await service.merge('/pair', { a: 1, b: 1, c: 'x' }), {
    status: 400,
    body: { detail: 'pair has several unique combinations', hint: 'name one of c, a,b in on_conflict' },
  });
  t.match(await service.merge('/pair?on_conflict=b,a', { a: 1, b: 1, c: 'z' }), {
    status: 200,
    body: { id: 1, c: 'z' },
  });
  t.match(await service.merge('/pair?on_conflict=c', { a: 5, b: 5, c: 'z' }), { status: 200, body: { id: 1, a: 5 } });
  t.match(
    await service.merge('/pair?on_conflict=%22a%22,%20%22b%22', [
      { a: 1, b: null, c: 'p' },
      { a: 1, b: null, c: 'q' },
    ]),
    {
      status: 201,
      body: [
        { id: Number, c: 'p' },
        { id: Number, c: 'q' },
      ],
    },
    'a null is equal to nothing',
  );
  t.match(await service.merge('/pair?on_conflict=d', { a: 1, b: 1, c: 'z' }), {
    status: 400,
    body: { detail: '"d" is not a unique combination of pair', hint: 'expected one of id, c, a,b' },
  });
  t.match(await service.merge('/plain', { name: 'x' }), {
    status: 400,
    body: { detail: 'plain has no unique combination' },
  });
  t.match(await service.ask('POST', '/thing?on_conflict=name', { body: { name: 'x' }, token: service.as('boss') }), {
    status: 400,
    body: { detail: 'on_conflict has no meaning without a resolution' },
  });
  t.match(await service.merge('/pair?on_conflict=c', { a: 1, b: 1, d: 'z' }), {
    status: 422,
    body: { errors: [{ pointer: '/c', detail: 'is required' }] },
  });
});

test('a key twice in one body', async (t) => {
  const service = await upserts(t);
  for (const send of [service.merge, service.ignore]) {
    const twice = await send('/thing', [
      { name: 'a', size: 1 },
      { name: 'q', size: 1 },
      { name: 'q', size: 2 },
      { name: 'a', size: 1 },
    ]);
    t.match(twice, {
      status: 422,
      body: {
        errors: [
          { pointer: '/2/name', detail: 'has the same name as /1' },
          { pointer: '/3/name', detail: 'has the same name as /0' },
        ],
      },
    });
  }
});

test('all faults, for what becomes of each row', async (t) => {
  const service = await upserts(t);
  const answer = await service.merge('/thing?columns=name,size,made,note,status', [
    { name: 'a', size: 'x', made: 1, status: 'new' },
    { name: 'b', size: 1, made: 9, status: 'new', note: 'n' },
    { name: 'n', size: 1, note: 'n', status: 'new' },
    { name: 'm', size: null, status: 'old' },
    7,
  ]);
  t.match(answer.body.errors, [
    { pointer: '/0/size', detail: String },
    { pointer: '/1/made', detail: 'is set on create and cannot be changed' },
    { pointer: '/2/note', detail: 'cannot be set on create' },
    { pointer: '/3/size', detail: 'must not be null' },
    { pointer: '/3/status', detail: String },
    { pointer: '/4', detail: 'must be a JSON object' },
  ]);
  t.equal(answer.status, 422);
  const database = await service.merge('/thing', [
    { name: 'a', size: 5, status: 'closed' },
    { name: 'n', size: 2000, status: 'new' },
    { name: 'm', size: 1, status: 'new' },
  ]);
  t.match(database, {
    status: 409,
    body: { code: 'state_conflict', errors: [{ pointer: '/0/status' }, { pointer: '/1/size' }] },
  });
  t.same(await service.database.query(`select size from thing where name in ('a', 'm')`), [{ size: '1' }]);
});

test('a row that cannot be inserted undoes the changes of others', async (t) => {
  const service = await upserts(t);
  const records = await service.records();
  const rows = [
    { name: 'a', size: 8, note: 'x' },
    { name: 'zz', size: 1, note: 'y' },
  ];
  t.match(await service.merge('/thing', rows), { status: 422, body: { errors: [{ pointer: '/1/note' }] } });
  t.equal(await service.records(), records);
  t.match(await service.merge('/thing', [rows[0], { ...rows[1], name: 'b' }]), { status: 200 }, 'each by itself');
  t.same(await service.database.query(`select name, size from thing where note is not null order by name`), [
    { name: 'a', size: '8' },
    { name: 'b', size: '1' },
  ]);
});

test('rights', async (t) => {
  const service = await upserts(t);
  t.match(await service.merge('/thing', { name: 'q' }, 'reader'), { status: 403 });
  t.match(await service.merge('/thing', { name: 'a', size: 9 }, 'clerk'), { status: 200 });
  t.match(await service.merge('/thing', { name: 'b', size: 9 }, 'clerk'), {
    status: 403,
    body: { code: 'forbidden', detail: 'the role clerk may not update this thing' },
  });
  t.match(await service.merge('/thing', { name: 'b', size: 60 }, 'clerk'), { status: 200, body: { size: 60 } });
  t.match(await service.merge('/thing', { name: 'c', size: 9 }, 'clerk'), {
    status: 409,
    body: { code: 'unique_conflict', detail: 'another thing has name "c"', errors: [{ pointer: '/name' }] },
  });
  t.match(
    await service.ignore(
      '/thing',
      [
        { name: 'zz', size: 2 },
        { name: 'c', size: 9 },
      ],
      'clerk',
    ),
    {
      status: 409,
      body: { code: 'unique_conflict', detail: '/1: another thing has name "c"', errors: [{ pointer: '/1/name' }] },
    },
  );
  t.match(await service.merge('/thing', { id: 3, size: 9 }, 'clerk'), {
    status: 422,
    body: { errors: [{ pointer: '/id', detail: 'there is no thing 3' }] },
  });
  t.match(await service.merge('/thing', { name: 'a', size: 500 }, 'clerk'), { status: 403 }, 'after');
  t.match(await service.merge('/thing', { name: 'k', size: 500 }, 'clerk'), { status: 403 }, 'created');
  t.match(
    await service.merge(
      '/thing',
      [
        { name: 'a', size: 8 },
        { name: 'k', size: 500 },
      ],
      'clerk',
    ),
    {
      status: 403,
      body: { errors: [{ pointer: '/1' }] },
    },
  );
  t.match(await service.merge('/thing', { name: 'a', grade: 5 }, 'clerk'), { status: 200 }, 'sent back');
  t.match(await service.merge('/thing', { name: 'a', grade: 6 }, 'clerk'), {
    status: 403,
    body: { code: 'forbidden_field', errors: [{ pointer: '/grade' }] },
  });
  t.match(await service.merge('/thing', { name: 'r', grade: 6 }, 'clerk'), {
    status: 403,
    body: { code: 'forbidden_field' },
  });
  t.match(await service.merge('/thing', { name: 'a', party_id: 3 }, 'clerk'), {
    status: 409,
    body: { code: 'reference_conflict' },
  });
  t.match(
    await service.merge('/thing', [{ name: 'a', size: 9 }], 'maker'),
    { status: 200, body: [{ size: 9 }] },
    'nothing to be changed',
  );
  t.match(await service.merge('/thing', [{ name: 'a', size: 10 }], 'maker'), { status: 403 });
  t.match(await service.ignore('/thing', [{ name: 'a', size: 10 }], 'maker'), { status: 200, body: [{ size: 9 }] });
});

test('a row goes back as it came', async (t) => {
  const service = await upserts(t);
  const records = await service.records();
  const { body } = await service.ask('GET', '/thing?order=id', { token: service.as('boss') });
  t.match(await service.merge('/thing', body), { status: 200, body });
  t.match(await service.merge('/thing?on_conflict=name', body), { status: 200, body });
  t.equal(await service.records(), records);
  t.match(await service.merge('/thing', [{ ...body[0], recorded_by: 99 }]), {
    status: 422,
    body: { errors: [{ pointer: '/0/recorded_by', detail: 'is set by the service and cannot be sent' }] },
  });
});

test('defaults', async (t) => {
  const service = await upserts(t);
  const missing = (prefer: string) =>
    service.ask('POST', '/thing?columns=name,size&select=name,size', {
      body: [{ name: 'a' }, { name: 'q' }],
      headers: { prefer },
      token: service.as('boss'),
    });
  t.match(await missing('resolution=merge-duplicates'), {
    status: 422,
    body: { errors: [{ pointer: '/0/size' }, { pointer: '/1/size' }] },
  });
});

test('entries of timelines', async (t) => {
  const service = await upserts(t);
  const stays = (body: unknown, role = 'boss') =>
    service.merge('/stay?select=code,party_id,valid_from,valid_to', body, role);
  const [jan, feb, mar, apr] = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map(
    (day) => `${day}T00:00:00+00:00`,
  );
  t.match(
    await stays([
      { party_id: 1, code: 'x', valid_from: jan, valid_to: null },
      { party_id: 2, code: 'y', valid_from: jan, valid_to: null },
    ]),
    { status: 201 },
  );
  t.match(
    await stays([
      { party_id: 1, code: 'z', valid_from: mar, valid_to: null },
      { party_id: 2, code: 'y', valid_from: feb, valid_to: null },
    ]),
    { status: 201 },
  );
  const { body } = await service.ask('GET', '/stay?select=code,party_id,valid_from,valid_to&order=id', {
    token: service.as('boss'),
  });
  t.same(body, [
    { code: 'x', party_id: 1, valid_from: jan, valid_to: mar },
    { code: 'y', party_id: 2, valid_from: feb, valid_to: null },
    { code: 'z', party_id: 1, valid_from: mar, valid_to: null },
  ]);
  t.match(
    await stays([
      { code: 'x', valid_to: apr },
      { code: 'z', valid_to: null },
    ]),
    {
      status: 422,
      body: { errors: [{ pointer: '/1/valid_from', detail: 'overlaps /0 on the same timeline' }] },
    },
  );
  t.match(await stays([{ code: 'x', valid_to: apr }]), { status: 200, body: [{ code: 'x', valid_to: apr }] });
  t.match((await service.ask('GET', '/stay?code=eq.z&select=valid_from', { token: service.as('boss') })).body, [
    { valid_from: apr },
  ]);
  const places = [
    { code: 'x', valid_from: apr, valid_to: null },
    { code: 'z', valid_from: jan, valid_to: apr },
  ];
  t.match(await stays(places), { status: 200, body: places }, 'entries change places');
  t.match(await stays([places[1], { code: 'x', valid_from: mar, valid_to: null }]), { status: 422 });
  t.match(
    await stays([
      { code: 'x', valid_from: jan, valid_to: apr },
      { code: 'z', valid_from: apr, valid_to: null },
    ]),
    { status: 200 },
  );
  await service.database.query(`update stay set note = 'kept' where code = 'z'`);
  t.match(await stays([{ code: 'x', valid_to: null }], 'clerk'), { status: 409, body: { code: 'timeline_conflict' } });
  t.match(
    await stays(
      [
        { party_id: 2, code: 'w', valid_from: mar, valid_to: null },
        { party_id: 1, code: 'x', valid_from: feb, valid_to: apr },
      ],
      'clerk',
    ),
    { status: 201 },
  );
});

const rounds = process.env.ALMANAC_LONG ? 60 : 6;

for (const clients of [8, 16]) {
  test(`${clients} clients upsert the same keys`, async (t) => {
    const service = await upserts(t);
    const keys = Array.from({ length: 10 }, (_, key) => `key ${key}`);
    const told = await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const answers: { status: number; rows: readonly { name: string; size: number }[]; at: string }[] = [];
        for (let round = 0; round < rounds; round += 1) {
          // New keys each time, beside those that are there, in another order for each client.
          const names = [...keys, `round ${round}`, `round ${round + 1}`];
          const order = client % 2 === 0 ? names : names.toReversed();
          const body = order.map((name, at) => ({ name, size: (client * rounds + round + at) % 90 }));
          const one = client % 4 === 3;
          const answer = await service.merge('/thing', one ? body[0] : body);
          const rows = one ? [answer.body] : answer.body;
          answers.push({ status: answer.status, rows, at: JSON.stringify(answer.body.detail ?? '') });
        }
        return answers;
      }),
    );
    const all = told.flat();
    t.same([...new Set(all.map(({ status, at }) => `${status} ${at}`))].sort(), ['200 ""', '201 ""']);
    // An answered value is a version of its row, current or replaced.
    const [lost] = await service.database.query(
      `select count(*) as count from json_to_recordset($1::json) as told(name text, size int, recorded_at timestamptz)
       where not exists (select from thing where (thing.name, thing.size, thing.recorded_at) = (told.name, told.size, told.recorded_at))
       and not exists (select from thing_history as v where (v.name, v.size, v.recorded_at) = (told.name, told.size, told.recorded_at))`,
      [JSON.stringify(all.flatMap(({ rows }) => rows))],
    );
    t.equal(lost?.count, '0', 'no answered value is lost');
    const [twice] = await service.database.query('select count(*) - count(distinct name) as count from thing');
    t.equal(twice?.count, '0');
  });
}

test('16 clients upsert entries of the same timelines', async (t) => {
  const service = await upserts(t);
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().replace('.000Z', '+00:00');
  const told = await Promise.all(
    Array.from({ length: 16 }, async (_, client) => {
      const answers: Answer[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const entry = (party_id: number) => {
          const from = (client * 7 + round * 3 + party_id) % 20;
          const code = `${party_id} ${(client + round) % 5}`;
          return { party_id, code, valid_from: day(from), valid_to: day(from + 4) };
        };
        answers.push(await service.merge('/stay', client % 2 === 0 ? [entry(1), entry(2)] : [entry(2), entry(1)]));
      }
      return answers;
    }),
  );
  t.same([...new Set(told.flat().map(({ status, body }) => `${status} ${body.detail ?? ''}`))].sort(), [
    '200 ',
    '201 ',
  ]);
  const [overlaps] = await service.database.query(
    `select count(*) as count from stay as a join stay as b on a.party_id = b.party_id and a.id < b.id
     and tstzrange(a.valid_from, a.valid_to) && tstzrange(b.valid_from, b.valid_to)
     and a.valid_from is not null and b.valid_from is not null`,
  );
  t.equal(overlaps?.count, '0');
  const [lost] = await service.database.query(
    `select count(*) as count
     from json_to_recordset($1::json) as told(id bigint, valid_from timestamptz, valid_to timestamptz, recorded_at timestamptz)
     where not exists (
       select from (select id, valid_from, valid_to, recorded_at from stay
         union all select stay_id, valid_from, valid_to, recorded_at from stay_history) as known
       where known = row(told.id, told.valid_from, told.valid_to, told.recorded_at))`,
    [JSON.stringify(told.flat().flatMap(({ body }) => body))],
  );
  t.equal(lost?.count, '0', 'no answered value is lost');
});
