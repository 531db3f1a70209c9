import { test } from 'tap';
import { connect } from '../../db/database.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Request, serveDatabase, serveModel } from './service.ts';

// POST of many rows: all of them or none, each fault with the place of its row.

const files = {
  'service.yaml':
    'service: Things\nevents: { prefix: org.example }\nlimits: { rows_per_request: 200, payload_bytes: 2000, rows_payload_bytes: 60000 }\n',
  'maker.yaml': 'resource: maker\nfields:\n  name: { type: text }\n',
  'thing.yaml': `resource: thing
history: true
fields:
  name: { type: text, max_length: 20 }
  code: { type: text, nullable: true, unique: true }
  weight: { type: decimal, precision: 30, scale: 3, nullable: true, minimum: 0 }
  count: { type: integer, default: 7 }
  token: { type: uuid, default: generated }
  ready: { type: boolean, nullable: true }
  since: { type: datetime, nullable: true }
  labels: { type: array, of: text, nullable: true }
  more: { type: json, nullable: true }
  maker_id: { type: reference, to: maker, nullable: true }
checks:
  - { that: "or=(weight.is.null,count.gt.0)", message: What weighs counts. }
`,
  'stay.yaml': `resource: stay
temporal: { timeline: thing_id }
history: true
fields:
  thing_id: { type: reference, to: thing, update: false }
  note: { type: text }
`,
};

const csv = (body: string): Request => ({ body, headers: { 'content-type': 'text/csv' } });
const lines = (body: string): Request => ({ body, headers: { 'content-type': 'application/x-ndjson' } });

test('creates all rows of a body', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(files));
  await database.query("insert into maker (name) values ('one'), ('two')");

  const array = await ask('POST', '/thing', {
    body: [
      { name: 'a "b" \\ {c}', code: null, weight: 1.5, labels: ['x', 'y, "z"'], more: { a: [1, 'é'] }, maker_id: 1 },
      { name: 'ø', code: 'null', weight: null, labels: null, more: null, maker_id: 2 },
    ],
  });
  t.equal(array.status, 201, array.text);
  t.equal(array.headers.location, undefined);
  t.match(array.body, [
    {
      id: 1,
      name: 'a "b" \\ {c}',
      code: null,
      weight: 1.5,
      count: 7,
      labels: ['x', 'y, "z"'],
      more: { a: [1, 'é'] },
      maker_id: 1,
      recorded_by: 7,
    },
    { id: 2, name: 'ø', code: 'null', weight: null, count: 7, labels: null, more: null, maker_id: 2 },
  ]);
  t.match((await ask('GET', '/thing')).body, array.body, 'the answer shows the rows as a list does');

  const ndjson = await ask('POST', '/thing', lines('{"name":"c","ready":true}\n\n{"name":"d","ready":false}\n'));
  t.match(
    ndjson.body,
    [
      { name: 'c', ready: true },
      { name: 'd', ready: false },
    ],
    ndjson.text,
  );

  const table = await ask(
    'POST',
    '/thing',
    csv(
      'name,code,weight,ready,since,labels,more\r\n"e, ""f""",,123456789012345678.125,true,2026-01-31 12:00 CET,"[""p"",""q""]","{""n"": 1.50}"\r\n"","",,,,,\r\n',
    ),
  );
  t.equal(table.status, 201, table.text);
  t.match(table.text, /"weight":123456789012345678.125,/);
  t.match(table.text, /"n": 1.50/);
  t.match(table.body, [
    { name: 'e, "f"', code: null, ready: true, since: '2026-01-31T11:00:00+00:00', labels: ['p', 'q'] },
    { name: '', code: '', ready: null, since: null, labels: null, more: null },
  ]);

  const empty = await ask('POST', '/thing', { body: [] });
  t.match([empty.status, empty.body], [201, []]);
  const bare = await ask('POST', '/maker', { body: [{ name: 'x' }] });
  t.match([bare.status, bare.body], [201, [{ name: 'x' }]]);
  const one = await ask('POST', '/maker', {
    body: [{ name: 'x' }],
    headers: { accept: 'application/vnd.pgrst.object+json' },
  });
  t.match([one.status, one.body], [201, { name: 'x' }]);
  const shown = await ask('POST', '/thing?select=name,maker(name)', {
    body: [
      { name: 'g', maker_id: 1 },
      { name: 'h', maker_id: null },
    ],
  });
  t.same(
    shown.body,
    [
      { name: 'g', maker: { name: 'one' } },
      { name: 'h', maker: null },
    ],
    shown.text,
  );
});

/** What is told of a refusal: its code, and the place and the words of each fault. */
function told({
  status,
  body,
}: {
  readonly status: number;
  readonly body: { code: string; errors?: readonly { pointer: string; line?: number; detail: string }[] };
}) {
  const errors = (body.errors ?? []).map(
    ({ pointer, line, detail }) => `${line === undefined ? '' : `${line}: `}${pointer} ${detail}`,
  );
  return [status, body.code, ...errors];
}

test('refuses all rows for the faults of any, and tells each with its place', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(files));
  await database.query("insert into maker (name) values ('one'), ('two')");
  await ask('POST', '/thing', { body: { name: 'first', code: 'taken' } });
  const name = 'n';
  const cases: readonly (readonly [string, Request, readonly unknown[]])[] = [
    [
      '/thing',
      { body: [{ name }, { name, count: 1 }] },
      [400, 'uneven_rows', '/1 has count besides, unlike the first row'],
    ],
    [
      '/thing',
      {
        body: [
          { name, count: 1 },
          { name, ready: true },
        ],
      },
      [400, 'uneven_rows', '/1 lacks count and has ready besides, unlike the first row'],
    ],
    [
      '/thing',
      lines('{"name":"a"}\n\n{"name":"b","count":1}'),
      [400, 'uneven_rows', '3: /1 has count besides, unlike the first row'],
    ],
    ['/thing', lines('{"name":"a"}\n{"name":\n'), [400, 'malformed_json']],
    ['/thing', csv('name,count\na,1\nb\n'), [400, 'malformed_csv', '3:  has 1 cells, and the header has 2']],
    ['/thing', csv('name,name\na,1\n'), [400, 'malformed_csv', '1:  the column name stands twice']],
    ['/thing', csv('name\n"a\n'), [400, 'malformed_csv', /^2: .*cannot be read/]],
    // A line break of two characters within quotes is one; the line is that of the cell, where it begins.
    ['/thing', csv('name,notes\r\n"a\r\nb",\r\n\r\nc,"d\r\ne"f\r\n'), [400, 'malformed_csv', /^5: .*got "f" instead/]],
    ['/thing', csv('name,notes\r"a\rb",\rc"d,\r'), [400, 'malformed_csv', /^4: .*cannot be read/]],
    [
      '/thing',
      csv(`name\n${`"${'x'.repeat(1000)}\r\n"\n`.repeat(20)}c"\n`),
      [400, 'malformed_csv', /^42: .*cannot be read/],
    ],
    ['/thing', csv('name\na\0\n'), [400, 'malformed_csv', '2:  holds a NUL character, which cannot be stored']],
    ['/thing', csv(''), [400, 'malformed_csv', '1:  has no header; expected the names of the fields']],
    [
      '/thing',
      { body: [{ name, weight: 1 }, { name: 'n'.repeat(21), weight: -1 }, { name, weight: 'x' }, 5, null, []] },
      [
        422,
        'invalid_body',
        '/1/name must have at most 20 characters',
        '/1/weight must be at least 0',
        '/2/weight must be a number',
        '/3 must be a JSON object',
        '/4 must be a JSON object',
        '/5 must be a JSON object',
      ],
    ],
    [
      '/thing',
      csv('name,weight,ready\nn,1,yes\nn,1e,\n'),
      [422, 'invalid_body', '2: /0/ready must be a boolean', '3: /1/weight must be a number'],
    ],
    ['/thing', csv('name,more\nn,1\nn,{\n'), [422, 'invalid_body', /^3: \/1\/more the body is not valid JSON/]],
    ['/thing', lines('{"name":"a"}\n{"name":null}\n'), [422, 'invalid_body', '2: /1/name must not be null']],
    [
      '/thing',
      { body: [{ nam: 'x' }] },
      [422, 'invalid_body', '/0/name is required', '/0/nam is not a field of thing'],
    ],
    ['/thing', { body: `[{"name":"a","name":"b"}]` }, [400, 'malformed_json']],
    [
      '/thing',
      { body: `[{"name":"a\\u0000"}]` },
      [422, 'invalid_body', '/0/name holds a NUL character, which cannot be stored'],
    ],
    [
      '/thing',
      {
        body: [
          { name, maker_id: 1 },
          { name, maker_id: 77 },
          { name, maker_id: 78 },
        ],
      },
      [
        409,
        'reference_conflict',
        '/1/maker_id maker_id 77 refers to no maker',
        '/2/maker_id maker_id 78 refers to no maker',
      ],
    ],
    [
      '/thing',
      { body: ['a', 'taken', 'b', 'c', 'b'].map((code) => ({ name, code })) },
      [
        409,
        'unique_conflict',
        '/1/code another thing has code "taken"',
        '/4/code another thing has code "b", in /2 of this body',
      ],
    ],
    [
      '/thing',
      csv('name,code\nn,b\nn,b\n'),
      [409, 'unique_conflict', '3: /1/code another thing has code "b", in /0 of this body (line 2)'],
    ],
    [
      '/thing',
      {
        body: [
          { name, weight: 1, count: 1, maker_id: 1 },
          { name, weight: 1, count: 0, maker_id: 1 },
          { name, weight: null, count: 0, maker_id: 9 },
        ],
      },
      [
        422,
        'invalid_body',
        '/1/weight What weighs counts.',
        '/1/count What weighs counts.',
        '/2/maker_id maker_id 9 refers to no maker',
      ],
    ],
    ['/thing', { body: Array.from({ length: 201 }, () => ({ name })) }, [413, 'payload_too_large']],
    ['/thing', { body: { name: 'n'.repeat(2000) } }, [413, 'payload_too_large']],
    ['/thing', { body: [{ name: 'n'.repeat(60_000) }] }, [413, 'payload_too_large']],
    [
      '/thing',
      { body: [{ name }, { name }], headers: { accept: 'application/vnd.pgrst.object+json' } },
      [406, 'PGRST116'],
    ],
  ];
  for (const [path, request, expected] of cases) {
    const answer = await ask('POST', path, request);
    t.match(told(answer), expected, `${JSON.stringify(request).slice(0, 100)}: ${answer.text}`);
    if (expected.length > 2) t.equal(told(answer).length, expected.length, 'and of no other fault');
  }
  const [row] = await database.query('select count(*) as count from thing');
  t.equal(row?.count, '1', 'nothing was written');
  t.equal((await ask('PATCH', '/thing/1', csv('name\nx\n'))).status, 415);
});

test('columns say which members count', async (t) => {
  const { ask } = await serveModel(t, modelOfFiles(files));
  const rows = [
    { name: 'a', count: 3, ready: true },
    { name: 'b', color: 'red' },
  ];
  const padded = await ask('POST', '/thing?columns=name,ready&select=name,count,ready', { body: rows });
  t.same(
    padded.body,
    [
      { name: 'a', count: 7, ready: true },
      { name: 'b', count: 7, ready: null },
    ],
    padded.text,
  );
  const quoted = await ask('POST', '/thing?columns=%22name%22,%22count%22&select=name,count', {
    body: rows,
    headers: { prefer: 'missing=default' },
  });
  t.same(
    quoted.body,
    [
      { name: 'a', count: 3 },
      { name: 'b', count: 7 },
    ],
    quoted.text,
  );
  t.equal(quoted.headers['preference-applied'], 'missing=default');
  const made = await ask('POST', '/maker?columns=name', { body: { name: 'x', other: 1 } });
  t.match([made.status, made.body], [201, { name: 'x' }], 'of one row too');
  const listed = await ask('POST', '/thing?columns=name,count&select=name,count', csv('name,other\nc,1\n'));
  t.match(told(listed), [422, 'invalid_body', '2: /0/count must not be null'], listed.text);
  for (const [columns, detail] of [
    ['nam', '"nam" is not a field of thing'],
    ['token,id', 'id is set by the service and cannot be sent'],
    ['', '"" is not a field of thing'],
  ])
    t.match((await ask('POST', `/thing?columns=${columns}`, { body: rows })).body, {
      code: 'invalid_parameter',
      errors: [{ parameter: 'columns', detail }],
    });
});

test('answers as the request prefers', async (t) => {
  const { ask } = await serveModel(t, modelOfFiles(files));
  const two = [{ name: 'a' }, { name: 'b' }];
  const create = async (body: Request['body'] & object, prefer: string, accept = '*/*') => {
    const { status, headers, text } = await ask('POST', '/maker?select=name', { body, headers: { prefer, accept } });
    return [
      status,
      text,
      headers['preference-applied'],
      headers['content-range'],
      headers.location?.replace(/\d+/g, 'n'),
    ];
  };
  const single = 'application/vnd.pgrst.object+json';
  const [a, b] = ['{"name":"a"}', '{"name":"b"}'];
  t.same(await create(two, 'return=minimal'), [201, '', 'return=minimal', undefined, undefined]);
  t.same(await create(two, 'return=headers-only, count=exact'), [
    201,
    '',
    'return=headers-only, count=exact',
    '*/2',
    undefined,
  ]);
  t.same(await create([{ name: 'a' }], 'return=headers-only'), [
    201,
    '',
    'return=headers-only',
    undefined,
    '/api/vn/maker/n',
  ]);
  t.same(await create({ name: 'a' }, 'return=headers-only'), [
    201,
    '',
    'return=headers-only',
    undefined,
    '/api/vn/maker/n',
  ]);
  t.same(await create({ name: 'a' }, 'return=minimal'), [201, '', 'return=minimal', undefined, undefined]);
  t.same(await create(two, 'return=representation, count=exact'), [
    201,
    `[${a}, ${b}]`.replace(' ', ''),
    'return=representation, count=exact',
    '*/2',
    undefined,
  ]);
  t.same(await create({ name: 'a' }, 'return=representation'), [
    201,
    `[${a}]`,
    'return=representation',
    undefined,
    '/api/vn/maker/n',
  ]);
  t.same(await create({ name: 'a' }, 'return=representation', single), [
    201,
    a,
    'return=representation',
    undefined,
    '/api/vn/maker/n',
  ]);
  t.same(await create([{ name: 'b' }], 'return=representation', single), [
    201,
    b,
    'return=representation',
    undefined,
    undefined,
  ]);
  t.same((await create([], 'return=minimal')).slice(0, 2), [201, '']);
  t.same((await create([], 'return=representation')).slice(0, 2), [201, '[]']);
  t.equal((await create(two, 'max-affected=1'))[0], 400);
  t.equal((await create(two, 'handling=strict, return=all'))[0], 400);
});

test('entries of one body that overlap are refused, and name each other', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(files));
  await ask('POST', '/thing', { body: [{ name: 'a' }, { name: 'b' }] });
  const stay = (thing_id: number, valid_from: string, valid_to: string | null = null) => ({
    thing_id,
    note: 'n',
    valid_from: `2026-${valid_from}T00:00Z`,
    valid_to: valid_to === null ? null : `2026-${valid_to}T00:00Z`,
  });
  const refused: readonly (readonly [readonly object[], ...string[]])[] = [
    [
      [stay(1, '03-01'), stay(1, '01-01'), stay(1, '02-01')],
      '/2/valid_from overlaps /0 on the same timeline',
      '/2/valid_from overlaps /1 on the same timeline',
    ],
    [
      [stay(1, '01-01', '02-01'), stay(2, '01-15'), stay(1, '01-31', '03-01')],
      '/2/valid_from overlaps /0 on the same timeline',
    ],
  ];
  for (const [body, ...faults] of refused) {
    const answer = await ask('POST', '/stay', { body: body as never });
    t.equal(answer.status, 422, answer.text);
    t.same(told(answer).slice(2).toSorted(), faults);
  }
  const fitting = await ask('POST', '/stay', {
    body: [stay(1, '02-01', '03-01'), stay(2, '01-01'), stay(1, '01-01', '02-01'), stay(1, '03-01')],
  });
  t.equal(fitting.status, 201, fitting.text);
  t.equal(fitting.body.length, 4);
  // What is there makes room, and each create is told before what it changes.
  const cutting = await ask('POST', '/stay', { body: [stay(1, '02-10', '02-20'), stay(2, '02-01')] });
  t.equal(cutting.status, 201, cutting.text);
  const entries = await database.query(
    'select thing_id, valid_from::date, valid_to::date from stay where valid_from is not null order by 1, 2',
  );
  t.same(
    entries.map((row) => Object.values(row).join(' ')),
    [
      '1 2026-01-01 2026-02-01',
      '1 2026-02-01 2026-02-10',
      '1 2026-02-10 2026-02-20',
      '1 2026-03-01 ',
      '2 2026-01-01 2026-02-01',
      '2 2026-02-01 ',
    ],
  );
});

test('a key makes the creation of many rows safe to repeat', async (t) => {
  const { ask, database, token } = await serveModel(t, modelOfFiles(files));
  const headers = { 'idempotency-key': '"one"' };
  const body = [
    { name: 'a', code: 'x' },
    { name: 'b', code: 'y' },
  ];
  const first = await ask('POST', '/thing', { body, headers });
  const again = await ask('POST', '/thing', { body, headers });
  t.same([first.status, again.status, again.text], [201, 201, first.text]);
  t.notOk(Object.keys(again.headers).some((name) => name.startsWith(':')));
  const other = await ask('POST', '/thing', {
    body,
    headers,
    token: token({ identity_id: 7, scope: 'manage:data', role: 'other' }),
  });
  t.same(other.body, first.body, 'another principal of the identity reads the rows anew');
  const conflict = { 'idempotency-key': '"two"' };
  const refused = await ask('POST', '/thing', { body, headers: conflict });
  t.match(told(refused), [409, 'unique_conflict', /^\/0\/code/, /^\/1\/code/]);
  t.same((await ask('POST', '/thing', { body, headers: conflict })).text, refused.text);
  t.equal((await ask('POST', '/thing', { body: body.slice(1), headers })).status, 422);
  const [row] = await database.query('select count(*) as count from thing');
  t.equal(row?.count, '2');
});

test('many rows may take the statement timeout several times', async (t) => {
  const model = modelOfFiles({ ...files, 'service.yaml': 'service: Slow\nlimits: { statement_timeout_seconds: 1 }\n' });
  const { database } = await serveModel(t, model);
  const hasty = await connect(database.url, { maximumConnections: 2, statementTimeoutSeconds: 1 });
  t.teardown(() => hasty.close());
  const { ask } = await serveDatabase(t, model, { ...database, database: hasty });
  await database.database.script(`
    create function nap() returns trigger language plpgsql as $$ begin if new.name = 'slow' then perform pg_sleep(1.05); end if; return new; end $$;
    create trigger a_nap before insert on maker for each row execute function nap();
    create trigger a_nap before insert on thing for each row execute function nap()`);
  const rows = (count: number) => Array.from({ length: count }, (_, place) => ({ name: place === 0 ? 'slow' : 'n' }));
  const headers = { prefer: 'return=minimal' };
  t.equal((await ask('POST', '/maker', { body: rows(2), headers })).status, 503, 'of few rows once');
  // Where the machine stands still, what is left of the time may be too short.
  const statusOf = async (...request: Parameters<typeof ask>) => {
    let { status } = await ask(...request);
    for (let again = 0; again < 4 && status === 503; again += 1) status = (await ask(...request)).status;
    return status;
  };
  t.equal(await statusOf('POST', '/maker', { body: rows(1001), headers }), 201, 'of more than a thousand twice');
  t.equal(
    await statusOf('POST', '/thing', { body: rows(1001), headers: { ...headers, 'idempotency-key': '"slow"' } }),
    201,
  );
});

test('rows and fields keep the rules of their writer', async (t) => {
  const guarded = {
    'service.yaml': 'service: Guarded\nroles: [owner, clerk]\nclaims: { others: { owner_id: owner_id } }\n',
    'owner.yaml':
      'resource: owner\nfields:\n  name: { type: text }\naccess: { owner: { read: "id=eq.{owner_id}" }, clerk: all }\n',
    'pet.yaml': `resource: pet
fields:
  name: { type: text }
  secret: { type: text, nullable: true, access: { clerk: all } }
  owner_id: { type: reference, to: owner }
access:
  owner: { read: "owner_id=eq.{owner_id}", create: "name=neq.cat" }
  clerk: { create: all, read: "name=neq.dog" }
`,
    'home.yaml': `resource: home
temporal: { timeline: pet_id }
fields:
  pet_id: { type: reference, to: pet, update: false }
  note: { type: text }
access:
  clerk: all
  owner: { read: all, create: all, update: "note=eq.own" }
`,
  };
  const { ask, token, database } = await serveModel(t, modelOfFiles(guarded));
  const owner = token({ identity_id: 7, scope: 'manage:data', role: 'owner', owner_id: 1 });
  const clerk = token({ identity_id: 8, scope: 'manage:data', role: 'clerk' });
  await database.query("insert into owner (name) values ('a'), ('b')");
  const pet = (name: string, owner_id: number) => ({ name, owner_id });
  const refused = await ask('POST', '/pet', {
    body: [pet('a', 1), pet('cat', 1), pet('b', 2), pet('c', 99)],
    token: owner,
  });
  t.match(told(refused), [
    403,
    'forbidden',
    /^\/1 .*may not create/,
    '/2/owner_id owner_id 2 refers to no owner',
    '/3/owner_id owner_id 99 refers to no owner',
  ]);
  const made = await ask('POST', '/pet?select=id,name', { body: [pet('a', 1), pet('b', 1)], token: owner });
  t.match([made.status, made.body], [201, [{ name: 'a' }, { name: 'b' }]], made.text);
  const [one, two] = made.body.map(({ id }: { id: number }) => id);
  const seen = await ask('POST', '/pet', { body: [pet('dog', 1), pet('d', 2)], token: clerk });
  t.match(
    [seen.status, seen.body.length, seen.body],
    [201, 1, [{ name: 'd' }]],
    'a row that its writer may not read is left out',
  );
  const unseen = await ask('POST', '/pet', {
    body: [pet('dog', 1)],
    token: clerk,
    headers: { accept: 'application/vnd.pgrst.object+json' },
  });
  t.same([unseen.status, unseen.text], [201, '']);
  const field = await ask('POST', '/pet', { body: [{ ...pet('x', 1), secret: 's' }], token: owner });
  t.equal(field.status, 422, field.text);

  // Entries that the writer may not change make no room, also where an earlier row of the body has cut them.
  const stay = (pet_id: number, note: string, from: string, to: string | null) => ({
    pet_id,
    note,
    valid_from: `2026-${from}T00:00Z`,
    valid_to: to === null ? null : `2026-${to}T00:00Z`,
  });
  await ask('POST', '/home', {
    body: [stay(one, 'other', '01-01', '02-01'), stay(one, 'own', '03-01', '05-01'), stay(two, 'own', '01-01', null)],
    token: clerk,
  });
  const cut = await ask('POST', '/home', {
    body: [stay(two, 'x', '02-01', null), stay(one, 'x', '01-10', '01-20')],
    token: owner,
  });
  t.match(told(cut), [409, 'timeline_conflict', /^\/1 /], cut.text);
  const removed = await ask('POST', '/home', {
    body: [stay(one, 'x', '03-10', '05-01'), stay(one, 'x', '03-01', '03-10')],
    token: owner,
  });
  t.match(told(removed), [409, 'timeline_conflict', /^\/1 /], 'the second one would cover what the first has left');
  const fitting = await ask('POST', '/home', {
    body: [stay(one, 'x', '03-10', '05-01'), stay(one, 'y', '06-01', null), stay(two, 'x', '02-01', null)],
    token: owner,
  });
  t.equal(fitting.status, 201, fitting.text);
  t.match(fitting.body, [{ note: 'x' }, { note: 'y' }, { note: 'x' }], 'in the order of the body');
});

test('creates of the same timelines in other orders wait for each other', async (t) => {
  const { ask } = await serveModel(t, modelOfFiles(files));
  const things = Array.from({ length: 20 }, () => ({ name: 'n' }));
  await ask('POST', '/thing', { body: things });
  const ids = things.map((_, place) => place + 1);
  const create = async (turn: number) => {
    const order = turn % 2 === 0 ? ids : ids.toReversed();
    const at = new Date(Date.UTC(2026, 0, 1 + turn)).toISOString();
    const body = order.map((thing_id) => ({ thing_id, note: 'n', valid_from: at }));
    return (await ask('POST', '/stay', { body, headers: { prefer: 'return=minimal' } })).status;
  };
  const statuses = await Promise.all(Array.from({ length: 24 }, (_, turn) => create(turn)));
  t.same([...new Set(statuses)], [201]);
});

test('refuses a body before it takes the time of other requests', async (t) => {
  const { ask } = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': 'service: Things\n',
      'thing.yaml': 'resource: thing\nfields:\n  name: { type: text }\n',
    }),
  );
  const many = (count: number, each: (at: number) => string, between = ',') =>
    Array.from({ length: count }, (_, at) => each(at)).join(between);
  const members = (letter: string) => `{${many(70_000, (at) => `"${letter}${at}":1`)}}`;
  const bodies: readonly (readonly [Request, number, RegExp])[] = [
    [{ body: `[1e0,${many(2_000_000, () => '1')}]` }, 413, /^the body has more than 10000 rows$/],
    [
      { body: `[${many(100, () => `{"a":[${many(10_000, () => '1e1')}]}`)}]` },
      413,
      /^the body has more than 1000000 values$/,
    ],
    [{ body: `[{"name":"${'x'.repeat(1_100_000)}"}]` }, 413, /^\/0 has more than 1048576 bytes$/],
    [{ body: `[${'['.repeat(4_000_000)}` }, 400, /levels deep$/],
    [{ body: `[${members('m')},${members('k')}]` }, 400, /^\/1: lacks m0/],
    [{ body: `[${members('m')}]` }, 422, /^\/0\/m0: is not a field of thing \(and 99 more\)$/],
    [lines(many(100_000, () => '{}', '\n')), 413, /^the body has more than 10000 rows$/],
    [lines(many(100, () => `[${many(10_001, () => '1')}]`, '\n')), 413, /^the body has more than 1000000 values$/],
    [csv(`${many(100_000, (at) => `c${at}`)}\n`), 400, /^line 1 has more than 1600 cells$/],
    [csv(`name\n${many(100_000, () => 'x', '\n')}`), 413, /^the body has more than 10000 rows$/],
    [csv(`name\n${many(1_100_000, () => '1', '\n')}`), 413, /^the body has more than 1000000 values$/],
    [csv(`name\n"${'x'.repeat(1_100_000)}"\n`), 413, /bytes$/],
  ];
  for (const [{ body, headers = { 'content-type': 'application/json' } }, status, detail] of bodies) {
    const start = process.cpuUsage();
    const answer = await ask('POST', '/thing', { body: Buffer.from(String(body)), headers });
    const { user, system } = process.cpuUsage(start);
    t.equal(answer.status, status, answer.text.slice(0, 300));
    t.match((answer.body as { detail: string }).detail, detail);
    const milliseconds = (user + system) / 1000;
    t.ok(milliseconds < 1500, `${String(body).slice(0, 20)} took ${milliseconds} ms`);
  }
});

test('reads each digit of a long body in any form', async (t) => {
  const { ask } = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': 'service: Things\n',
      'thing.yaml': 'resource: thing\nfields:\n  name: { type: text }\n  more: { type: json }\n',
    }),
  );
  const text = 'é'.repeat(300);
  const bodies: readonly Request[] = [
    { body: Buffer.from(JSON.stringify(Array(5000).fill({ name: text, more: 1 })).replaceAll(':1}', ':1.0}')) },
    lines(`${JSON.stringify({ name: text, more: 1 }).replace(':1}', ':1.0}')}\r\n`.repeat(5000)),
    csv(`name,more\n${`"${text}",1.0\n`.repeat(5000)}`),
  ];
  for (const { body = '', headers = { 'content-type': 'application/json' } } of bodies) {
    const sent = typeof body === 'string' ? Buffer.from(body) : body;
    const answer = await ask('POST', '/thing?select=name,more', { body: sent, headers });
    t.equal(answer.status, 201, answer.text.slice(0, 300));
    t.match(answer.text, /^\[\{"name": ?"é{300}", ?"more": ?1\.0\}/);
    t.equal((answer.body as readonly unknown[]).length, 5000);
  }
});
