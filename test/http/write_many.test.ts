import { type Test, test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { checkRefusals } from './refusal.ts';
import { type Answer, identity, type Method, type Request, serveModel, type TestService } from './service.ts';

// PATCH and DELETE of a collection: which rows they are of, and what their answers tell.

const files = {
  'service.yaml':
    'service: Shelves\nevents: { prefix: org.example }\nroles: [chief, author, reader]\nclaims: { others: { author_id: author_id } }\n',
  'shelf.yaml':
    'resource: shelf\nfields:\n  name: { type: text, unique: true }\naccess: { chief: all, author: { read: all } }\n',
  'book.yaml': `resource: book
history: true
fields:
  title: { type: text, unique: true }
  pages: { type: integer, minimum: 1 }
  author_id: { type: integer, default: 7 }
  secret: { type: text, nullable: true, access: { chief: all } }
  shelf_id: { type: reference, to: shelf, nullable: true }
access:
  chief: all
  author:
    read: or=(author_id.eq.{author_id},pages.lt.100)
    update: author_id=eq.{author_id}&pages=lt.900
    delete: author_id=eq.{author_id}
  reader: { read: pages=lt.100 }
checks:
  - { that: "or=(shelf_id.is.null,pages.gt.9,shelf.name.neq.thick)", message: A thick book has ten pages. }
`,
  'loan.yaml': `resource: loan
history: true
temporal: { timeline: book_id }
fields:
  book_id: { type: reference, to: book }
  note: { type: text, nullable: true }
`,
};

/** Books 1 to 6: 1 to 3 of author 7, 4 to 6 of author 8; the even ones have 200 pages, the others 50. */
async function serve(t: Test, settings = ''): Promise<TestService> {
  const service = await serveModel(t, modelOfFiles({ ...files, 'service.yaml': files['service.yaml'] + settings }));
  await service.database.query("insert into shelf (name) values ('thick'), ('thin')");
  await service.database.query(`
    insert into book (title, pages, author_id, shelf_id)
    select 'book ' || n, case when n % 2 = 0 then 200 else 50 end, case when n < 4 then 7 else 8 end, 1 + n % 2
    from generate_series(1, 6) as n`);
  return service;
}

type Role = 'chief' | 'author' | 'reader';

function asker({ ask, token }: TestService, role: Role) {
  const own = token({ identity_id: identity, scope: 'manage:data', role, author_id: 7 });
  return (method: Method, path: string, request: Request = {}) => ask(method, path, { token: own, ...request });
}

async function titles({ database }: TestService, where = 'true'): Promise<readonly string[]> {
  const rows = await database.query(`select title from book where ${where} order by id`);
  return rows.map(({ title }) => String(title));
}

function told({ status, headers, body }: Answer): unknown {
  return [status, headers['content-range'], headers['preference-applied'], body];
}

const object = 'application/vnd.pgrst.object+json';

/** What is asked of the books by a role, and how it is answered; PostgREST 12 answers a chief so. */
const answers: readonly (readonly [
  role: Role,
  method: Method,
  query: string,
  headers: Readonly<Record<string, string>>,
  told: readonly unknown[],
])[] = [
  ['chief', 'PATCH', 'id=in.(1,2)', {}, [204, '0-1/2', undefined, null]],
  ['chief', 'PATCH', 'id=eq.99', {}, [204, '*/0', undefined, null]],
  ['chief', 'PATCH', 'id=in.(1,2)', { prefer: 'return=minimal' }, [204, '0-1/*', 'return=minimal', null]],
  [
    'chief',
    'PATCH',
    'id=in.(1,2)',
    { prefer: 'return=headers-only, count=exact' },
    [204, '0-1/2', 'return=headers-only, count=exact', null],
  ],
  [
    'chief',
    'PATCH',
    'id=lte.3&select=id&order=id.desc',
    { prefer: 'count=exact,return=representation' },
    [200, '0-2/3', 'return=representation, count=exact', [{ id: 3 }, { id: 2 }, { id: 1 }]],
  ],
  [
    'chief',
    'PATCH',
    'id=not.is.null&order=pages.desc,title&limit=2&offset=1&select=title',
    { prefer: 'return=representation' },
    [200, '0-1/*', 'return=representation', [{ title: 'book 4' }, { title: 'book 6' }]],
  ],
  [
    'chief',
    'PATCH',
    'id=eq.4&select=id,shelf(name)',
    { prefer: 'return=representation', accept: object },
    [200, '0-0/*', 'return=representation', { id: 4, shelf: { name: 'thick' } }],
  ],
  ['chief', 'DELETE', 'id=in.(1,2)', {}, [204, '*/2', undefined, null]],
  ['chief', 'DELETE', 'id=in.(1,2)', { prefer: 'return=minimal' }, [204, '*/*', 'return=minimal', null]],
  ['chief', 'DELETE', 'title=eq.none', { prefer: 'count=exact' }, [204, '*/0', 'count=exact', null]],
  [
    'chief',
    'DELETE',
    'pages=eq.50&order=id.desc&limit=1&select=id,title,shelf(name)',
    { prefer: 'return=representation, count=exact' },
    [200, '*/1', 'return=representation, count=exact', [{ id: 5, title: 'book 5', shelf: { name: 'thin' } }]],
  ],
  [
    'chief',
    'DELETE',
    'id=eq.3&select=id',
    { prefer: 'handling=strict, return=representation, max-affected=1', accept: object },
    [200, '*/*', 'return=representation, handling=strict, max-affected=1', { id: 3 }],
  ],
  // Rows that a role does not see, and rows that it sees and may not change, are not counted.
  ['author', 'PATCH', 'id=not.is.null', {}, [204, '0-2/3', undefined, null]],
  ['author', 'PATCH', 'id=in.(4,5,6)', {}, [204, '*/0', undefined, null]],
  ['author', 'DELETE', 'id=not.is.null', {}, [204, '*/3', undefined, null]],
  ['author', 'DELETE', 'id=in.(4,5)', {}, [204, '*/0', undefined, null]],
  [
    'author',
    'DELETE',
    'id=gt.0&order=id.desc&limit=2&select=id',
    { prefer: 'return=representation' },
    [200, '*/*', 'return=representation', [{ id: 3 }, { id: 2 }]],
  ],
];

test('which rows, and what is told of them', async (t) => {
  const service = await serve(t);
  const { database } = service;
  await database.query('create table kept as select id, title, pages, author_id, shelf_id from book');
  for (const [role, method, query, headers, expected] of answers) {
    await database.query('delete from book');
    await database.query('insert into book (id, title, pages, author_id, shelf_id) select * from kept');
    const request = { headers, ...(method === 'PATCH' && { body: { pages: 300 } }) };
    const answer = await asker(service, role)(method, `/book?${query}`, request);
    t.same(told(answer), expected, `${role} ${method} ${query} ${headers.prefer}`);
    const done = await titles(service, method === 'PATCH' ? 'pages = 300' : 'true');
    const number = /\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1];
    if (number !== undefined) t.equal(done.length, method === 'PATCH' ? Number(number) : 6 - Number(number), query);
  }
});

test('what is refused changes nothing', async (t) => {
  const service = await serve(t);
  const before = await service.database.query('select * from book order by id');
  const chief = service.token({ identity_id: identity, scope: 'manage:data', role: 'chief' });
  const author = service.token({ identity_id: identity, scope: 'manage:data', role: 'author', author_id: 7 });
  const reader = service.token({ identity_id: identity, scope: 'manage:data', role: 'reader' });
  const body = { pages: 300 };
  const strict = (prefer: string) => ({ prefer: `handling=strict, ${prefer}` });
  await service.database.query(
    "insert into loan (book_id, valid_from) select id, '2026-01-01Z' from book where title = 'book 6'",
  );
  await checkRefusals(t, service, [
    { ask: ['DELETE', '/book', { token: chief }], code: 'filter_required', hint: /id=not\.is\.null/ },
    { ask: ['DELETE', '/book?order=id', { token: chief }], code: 'filter_required' },
    { ask: ['DELETE', '/book?id=gt.0&limit=1', { token: chief }], code: 'invalid_parameter', hint: /order=id/ },
    { ask: ['PATCH', '/book?id=gt.0&offset=1', { token: chief, body }], code: 'invalid_parameter' },
    { ask: ['DELETE', '/book?id=gt.0&order=id&limit=x', { token: chief }], code: 'invalid_parameter' },
    { ask: ['DELETE', '/book?id=gt.0&after=x', { token: chief }], code: 'unknown_parameter' },
    { ask: ['DELETE', '/book?id=gt.0', { token: reader }], code: 'forbidden' },
    { ask: ['DELETE', '/book?secret=is.null', { token: author }], code: 'unknown_parameter' },
    { ask: ['PATCH', '/book?id=gt.0', { token: author, body: { secret: 'x' } }], code: 'invalid_body' },
    // The rule for what a row is to be.
    { ask: ['PATCH', '/book?id=gt.0', { token: author, body: { pages: 900 } }], code: 'forbidden' },
    // A rule that looks at other rows.
    { ask: ['PATCH', '/book?id=gt.0', { token: chief, body: { pages: 5 } }], code: 'invalid_body', detail: /thick/ },
    { ask: ['PATCH', '/book?id=in.(1,2)', { token: chief, body: { title: 'x' } }], code: 'unique_conflict' },
    { ask: ['PATCH', '/book?id=in.(1,2)', { token: chief, body: { shelf_id: 9 } }], code: 'reference_conflict' },
    { ask: ['DELETE', '/book?id=in.(1,6)', { token: chief }], code: 'still_referenced' },
    {
      ask: ['DELETE', '/book?id=in.(1,6)', { token: chief, headers: { prefer: 'return=representation' } }],
      code: 'still_referenced',
    },
    { ask: ['DELETE', '/book?id=in.(1,2)', { token: chief, headers: { accept: object } }], code: 'not_singular' },
    {
      ask: [
        'DELETE',
        '/book?id=in.(1,2)',
        { token: chief, headers: { accept: object, prefer: 'return=representation' } },
      ],
      code: 'not_singular',
    },
    { ask: ['DELETE', '/book?id=gt.0', { token: chief, headers: strict('resolution=x') }], code: 'invalid_parameter' },
    ...['', ',return=representation'].flatMap((more) => [
      {
        ask: ['DELETE', '/book?id=in.(1,2)', { token: chief, headers: { prefer: `max-affected=1${more}` } }] as const,
        code: 'limit_exceeded' as const,
        detail: /affects 2 rows/,
      },
      {
        ask: ['PATCH', '/book?id=in.(1,2)', { token: chief, body, headers: strict(`max-affected=1${more}`) }] as const,
        code: 'limit_exceeded' as const,
      },
      {
        ask: ['PATCH', '/book/1', { token: chief, body, headers: { prefer: `max-affected=0${more}` } }] as const,
        code: 'limit_exceeded' as const,
      },
      {
        ask: ['DELETE', '/book/1', { token: chief, headers: { prefer: `max-affected=0${more}` } }] as const,
        code: 'limit_exceeded' as const,
      },
    ]),
    {
      ask: ['DELETE', '/book?id=in.(1,2)', { token: chief, headers: { 'if-match': 'x' } }],
      code: 'invalid_parameter',
    },
  ]);
  t.same(await service.database.query('select * from book order by id'), before);
});

test('a write of one row answers as it is preferred', async (t) => {
  const service = await serve(t);
  const ask = asker(service, 'chief');
  const patch = (prefer: string, query = '') =>
    ask('PATCH', `/book/1${query}`, { body: { pages: 60 }, headers: { prefer } });
  t.same(told(await patch('return=minimal')), [204, undefined, 'return=minimal', null]);
  t.same(told(await patch('return=headers-only, max-affected=1')), [
    204,
    undefined,
    'return=headers-only, max-affected=1',
    null,
  ]);
  t.same(told(await patch('return=representation', '?select=id,pages')), [
    200,
    undefined,
    'return=representation',
    { id: 1, pages: 60 },
  ]);
  t.equal((await patch('return=minimal', '?select=nothing')).status, 400);
  const remove = (id: number, prefer: string, query = '') =>
    ask('DELETE', `/book/${id}${query}`, { headers: { prefer } });
  t.same(told(await remove(1, 'return=minimal')), [204, undefined, 'return=minimal', null]);
  t.same(told(await remove(2, 'return=representation', '?select=id,shelf(name)')), [
    200,
    undefined,
    'return=representation',
    { id: 2, shelf: { name: 'thick' } },
  ]);
  t.match(told(await remove(3, 'return=representation')), [
    200,
    undefined,
    'return=representation',
    { title: 'book 3' },
  ]);
  t.equal((await remove(3, 'return=representation')).status, 404);
  t.equal(
    (await ask('PATCH', '/book/4', { body: { title: 'x' }, headers: { prefer: 'handling=strict, x' } })).status,
    400,
  );
  t.same(await titles(service), ['book 4', 'book 5', 'book 6']);
});

test('each row has a version of If-Match, or none is written', async (t) => {
  for (const settings of ['', 'require_if_match: true\n']) {
    const service = await serve(t, settings);
    const ask = asker(service, 'chief');
    const tagOf = async (id: number) => (await ask('GET', `/book/${id}`)).headers.etag ?? '';
    const [first, second, third] = [await tagOf(1), await tagOf(2), await tagOf(3)];
    const write = (method: Method, tags: string, prefer: string) =>
      ask(method, '/book?id=in.(1,2)', {
        headers: { 'if-match': tags, prefer },
        ...(method === 'PATCH' && { body: { pages: 70 } }),
      });
    for (const prefer of ['return=minimal', 'return=representation']) {
      for (const method of ['PATCH', 'DELETE'] as const) {
        const stale = await write(method, `${first}, ${third}`, prefer);
        t.match(
          stale,
          { status: 412, body: { code: 'precondition_failed', detail: /^book 2 / } },
          `${method} ${prefer}`,
        );
      }
    }
    t.equal((await titles(service, 'pages = 70')).length, 0);
    t.equal((await write('PATCH', `${first}, ${second}`, 'return=minimal')).status, 204);
    t.equal((await write('PATCH', '*', 'return=representation')).status, 200);
    t.equal((await write('DELETE', `${await tagOf(1)},${await tagOf(2)}`, 'return=representation')).body.length, 2);
    const without = await ask('DELETE', '/book?id=eq.3');
    t.match(without, settings === '' ? { status: 204 } : { status: 428, body: { code: 'precondition_required' } });
  }
});

test('a row is sent back to its filter as it came', async (t) => {
  const service = await serve(t);
  const ask = asker(service, 'chief');
  const { links, ...row } = (await ask('GET', '/book/1')).body;
  const sent = { ...row, pages: 51 };
  const send = (body: NonNullable<Request['body']>, query = 'id=eq.1') =>
    ask('PATCH', `/book?${query}`, { body, headers: { prefer: 'return=representation' } });
  t.match(await send({ ...sent, links }), { status: 200, body: [{ id: 1, pages: 51 }] });
  const stale = await send(sent);
  t.match(
    stale,
    { status: 422, body: { errors: [{ pointer: '/recorded_at' }, { pointer: '/recorded_by' }] } },
    'it has changed',
  );
  t.match(await send({ id: 1, pages: 52 }), { status: 200 });
  t.match(await send({ id: 2, pages: 52 }), { status: 422, body: { errors: [{ pointer: '/id' }] } });
  t.match(
    await send({ id: 1, pages: 53 }, 'id=lt.3'),
    { status: 422, body: { errors: [{ pointer: '/id' }] } },
    'not of each',
  );
  t.match(await send({ id: 'x', recorded_by: 9, pages: 0 }), { status: 422, body: { errors: Array } });
  t.match(await send({ id: 99, pages: 54 }, 'id=eq.99'), { status: 200, body: [] });
  t.same(await titles(service, 'pages in (53, 54)'), []);
});

test('what many writes change is recorded as if each row had been written alone', async (t) => {
  const service = await serve(t);
  const ask = asker(service, 'chief');
  await ask('PATCH', '/book?id=in.(1,2,3)', { body: { pages: 50 } });
  await ask('DELETE', '/book?id=in.(2,4)');
  const { body: versions } = await ask(
    'GET',
    '/book_history?book_id=in.(1,2,4)&select=book_id,pages,replaced_by&order=id',
  );
  t.same(versions, [
    { book_id: 1, pages: 50, replaced_by: null },
    { book_id: 2, pages: 200, replaced_by: identity },
    { book_id: 4, pages: 200, replaced_by: identity },
    { book_id: 2, pages: 50, replaced_by: identity },
  ]);
  const [instants] = await service.database.query(
    'select count(distinct replaced_at) as count from book_history where replaced_at is not null and pages = 200 and book_id = 4 or pages = 50',
  );
  t.equal(instants?.count, '1', 'one record time for each act');
  const events = await service.database.query('select count(*) as count from almanac.outbox');
  t.equal(events[0]?.count, '11', 'eight made, one changed, two deleted');
});

test('each row of a timeline follows its rules', async (t) => {
  const service = await serve(t);
  const ask = asker(service, 'chief');
  const { database } = service;
  const at = (month: number) => `2026-0${month}-01T00:00:00+00:00`;
  const fill = async () => {
    await database.query('truncate loan, loan_history restart identity');
    // On book 1: [1, 3), [3, 5); on 2: [1, 4); on 3: [2, 6) and then nothing.
    for (const [book, from, to] of [
      [1, 1, 3],
      [1, 3, 5],
      [2, 1, 4],
      [3, 2, 6],
    ] as const)
      await database.query('insert into loan (book_id, valid_from, valid_to) values ($1, $2, $3)', [
        String(book),
        at(from),
        at(to),
      ]);
  };
  const state = async () =>
    (
      await database.query(`
        select book_id || ': ' || coalesce(extract(month from valid_from) || '-' || extract(month from valid_to), 'deleted') as text
        from loan order by id`)
    ).map(({ text }) => text);
  await fill();
  t.equal((await ask('PATCH', '/loan?id=in.(1,3)', { body: { valid_to: at(4) } })).status, 204);
  t.same(await state(), ['1: 1-4', '1: 4-5', '2: 1-4', '3: 2-6'], 'another entry makes room');
  await fill();
  await database.query("insert into loan (book_id, valid_from, valid_to) values (3, '2026-06-01Z', '2026-09-01Z')");
  const moved = await ask('PATCH', '/loan?id=in.(1,4)', { body: { valid_from: at(2), valid_to: at(7) } });
  t.equal(moved.headers['content-range'], '0-1/2');
  t.same(await state(), ['1: 2-7', '1: deleted', '2: 1-4', '3: 2-7', '3: 7-9']);
  await fill();
  for (const query of ['id=in.(1,2)', 'id=in.(1,2)&order=id.desc&limit=2']) {
    const clash = await ask('PATCH', `/loan?${query}`, { body: { valid_to: at(4) } });
    t.match(clash, { status: 409, body: { code: 'overlap_conflict', detail: /loan 1 and 2/ } }, query);
  }
  t.same(await state(), ['1: 1-3', '1: 3-5', '2: 1-4', '3: 2-6'], 'nothing is changed');
  t.equal((await ask('PATCH', '/loan?book_id=in.(1,3)', { body: { note: 'x' } })).headers['content-range'], '0-2/3');
  const removed = await ask('DELETE', '/loan?book_id=in.(1,3)&select=id,valid_to', {
    headers: { prefer: 'return=representation' },
  });
  t.match(removed, { status: 200, body: [{ id: 1, valid_to: at(3) }, { id: 2 }, { id: 4 }] });
  t.same(await state(), ['1: deleted', '1: deleted', '2: 1-4', '3: deleted']);
  t.equal((await ask('DELETE', '/loan?id=gt.0')).headers['content-range'], '*/1', 'a deleted entry is not there');
  t.equal((await ask('PATCH', '/loan?id=gt.0', { body: { note: 'y' } })).headers['content-range'], '*/0');
});

test('writes by filters in one batch see what those before them wrote', async (t) => {
  const service = await serve(t);
  const ask = asker(service, 'chief');
  await service.database.query(
    "insert into loan (book_id, valid_from) select n, '2026-01-01Z' from generate_series(1, 3) as n",
  );
  const answer = await ask('POST', '/batch', {
    body: {
      requests: [
        { id: '1', method: 'PATCH', url: '/loan?id=gt.0&order=id.desc&limit=2', body: { note: 'x' } },
        { id: '2', method: 'DELETE', url: '/loan?note=eq.x&order=id&limit=1' },
        { id: '3', method: 'PATCH', url: '/loan?note=eq.x', body: { note: 'y' } },
        { id: '4', method: 'GET', url: '/loan?select=id,note&order=id' },
        { id: '5', method: 'DELETE', url: '/book?id=in.(4,5)', headers: { prefer: 'return=representation' } },
      ],
    },
  });
  t.equal(answer.status, 200, answer.text);
  const told = answer.body.responses.map(
    ({ status, headers, body }: { status: number; headers: object; body: unknown }) => [
      status,
      Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'content-range')?.[1],
      Array.isArray(body) ? body.length : null,
    ],
  );
  t.same(told, [
    [204, '0-1/2', null],
    [204, '*/1', null],
    [204, '0-0/1', null],
    [200, '0-1/*', 2],
    [200, '*/*', 2],
  ]);
});

const [clients, turns] = process.env.ALMANAC_LONG ? [16, 100] : [8, 12];

test('a statement that would change one of its rows twice is a conflict', async (t) => {
  const service = await serve(t);
  await service.database.query(
    "insert into loan (book_id, valid_from) select n, '2026-01-01Z' from generate_series(1, 2) as n",
  );
  await service.database.query(`
    create function second() returns trigger language plpgsql as $$ begin
      if pg_trigger_depth() = 1 then update loan set note = 'second' where id <> new.id; end if;
      return new;
    end $$`);
  await service.database.query('create trigger a_second before update on loan for each row execute function second()');
  const answer = await asker(service, 'chief')('PATCH', '/loan?id=gt.0', { body: { note: 'first' } });
  t.match(answer, { status: 409, body: { code: 'overlap_conflict', hint: /one by one/ } });
  t.same(await service.database.query('select from loan where note is not null'), []);
});

test('many clients at once on the same rows wait for each other, and none is told of a deadlock', async (t) => {
  const service = await serve(t);
  const ask = asker(service, 'chief');
  await service.database.query(
    "insert into loan (book_id, valid_from, valid_to) select 1 + n % 3, timestamptz '2026-01-01Z' + n * interval '1 day', timestamptz '2026-01-01Z' + (n + 3) * interval '1 day' from generate_series(1, 30) as n",
  );
  const acts: readonly (readonly [Method, string, Request?])[] = [
    ['PATCH', '/book?id=in.(6,1,3)', { body: { pages: 70 } }],
    ['PATCH', '/book?id=gt.0&order=pages,id&limit=3', { body: { author_id: 9 } }],
    ['PATCH', '/book?id=gt.2&order=id.desc&limit=3', { body: { shelf_id: 2 } }],
    ['PATCH', '/loan?id=gt.0&order=id.desc&limit=4', { body: { note: 'x' } }],
    ['PATCH', '/loan?id=in.(1,2,3)', { body: { valid_to: '2026-03-01T00:00Z' } }],
    ['DELETE', '/loan?id=gt.3&order=id.desc&limit=1'],
    ['PATCH', '/book/1', { body: { pages: 71 } }],
    ['PATCH', '/loan/2', { body: { note: 'y' } }],
    ['POST', '/loan', { body: { book_id: 2, valid_from: '2026-01-05T00:00Z', valid_to: '2026-01-06T00:00Z' } }],
  ];
  const told = new Set<string>();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; turn < turns; turn += 1) {
        const act = acts[(client * 5 + turn * 7) % acts.length];
        const answer = act === undefined ? null : await ask(...act);
        if (answer !== null) told.add(`${act?.[0]} ${act?.[1]}: ${answer.status} ${answer.body?.code}`);
      }
    }),
  );
  t.same(
    [...told].filter((each) => !/ 20[014] /.test(each)),
    [],
  );
});
