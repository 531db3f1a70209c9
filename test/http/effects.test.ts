import { type Test, test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { openPsql } from '../psql.ts';
import { checkRefusal } from './refusal.ts';
import { type Answer, type Method, type Request, serveModel, type TestService } from './service.ts';

// `Prefer: tx=rollback` does a write and undoes it. `Prefer: return=effects` tells every row that a write changed.

const files = {
  'service.yaml':
    'service: Library\nevents: { prefix: org.example }\nroles: [all, own, kin]\nclaims: { others: { party: party } }\n',
  'identity.yaml': 'resource: identity\nfields:\n  subject: { type: text, unique: true, max_length: 100 }\n',
  'book.yaml': `resource: book
history: true
fields:
  owner: { type: integer, nullable: true }
  title: { type: text, nullable: true, unique: true }
  pin: { type: text, nullable: true, access: { all: all } }
access:
  all: all
  kin: all
  own: { read: "owner=eq.{party}", create: all, update: all, delete: all }
`,
  'loan.yaml': `resource: loan
history: true
temporal: { timeline: book_id, make_room: anybody }
fields:
  book_id: { type: reference, to: book }
  reader: { type: integer }
access:
  all: all
  kin: { read: "book.owner=eq.{party}", create: all, update: all, delete: all }
  own: { read: "reader=eq.{party}", create: all, update: all, delete: all }
`,
};

async function library(t: Test): Promise<TestService & { readonly write: Write; readonly as: As }> {
  const service = await serveModel(t, modelOfFiles(files));
  const as: As = (claims) => service.token({ role: 'all', identity_id: 7, scope: 'manage:data', ...claims });
  const write: Write = async (method, path, body, prefer, { token = as({}), headers = {} } = {}) =>
    service.ask(method, path, {
      token,
      headers: { ...headers, ...(prefer !== undefined && { prefer }) },
      ...(body !== undefined && { body: body ?? null }),
    });
  return { ...service, write, as };
}

type As = (claims: object) => string;
type Write = (
  method: Method,
  path: string,
  body?: Request['body'],
  prefer?: string,
  more?: Pick<Request, 'token' | 'headers'>,
) => Promise<Answer>;

const [trial, effects, both] = ['tx=rollback', 'return=effects', 'return=effects, tx=rollback'];

/** Effects in short: the resource, the id and the change, and a member of the row before and after. */
function told({ body }: Answer, member: string): readonly unknown[] {
  const of = (row: Readonly<Record<string, unknown>> | null) => (row === null ? null : (row[member] ?? 'nothing'));
  return body.effects.map((each: Effect) => [each.resource, each.id, each.change, of(each.before), of(each.after)]);
}

interface Effect {
  readonly resource: string;
  readonly id: number;
  readonly change: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

function at(day: number): string {
  return `2026-01-${String(day).padStart(2, '0')}T00:00:00+00:00`;
}

test('a dry run is answered as the write, without the address and the tag of what is gone', async (t) => {
  const { write, database } = await library(t);
  await write('POST', '/book', { title: 'a' });
  const attempts = [
    ['POST', '/book', { title: 'b' }, 201],
    ['POST', '/book', { title: 'a' }, 409],
    ['POST', '/book', { pages: 1 }, 422],
    ['POST', '/loan', { book_id: 9, reader: 1, valid_from: at(1) }, 409],
    ['PATCH', '/book/1', { title: 'c' }, 200],
    ['PATCH', '/book/2', { title: 'c' }, 404],
    ['DELETE', '/book/1', undefined, 204],
  ] as const;
  for (const [method, path, body, status] of attempts) {
    const answer = await write(method, path, body, trial);
    t.equal(answer.status, status, answer.text);
    t.equal(answer.headers['preference-applied'], status < 300 ? trial : undefined);
    t.equal(answer.headers.location, undefined);
    t.equal(answer.headers.etag, undefined);
  }
  t.same(await database.query('select title from book'), [{ title: 'a' }]);
  for (const table of ['book_history', 'loan', 'loan_history'])
    t.same(await database.query(`select * from ${table}`), [], table);
  t.equal((await database.query('select * from almanac.outbox')).length, 1, 'no event');
  t.equal((await write('PATCH', '/book/1', { title: 'd' }, 'tx=commit')).headers['preference-applied'], 'tx=commit');
  t.equal((await write('GET', '/book/1')).body.title, 'd');
});

test('reads have nothing to undo', async (t) => {
  const { write } = await library(t);
  t.equal((await write('GET', '/book', undefined, trial)).headers['preference-applied'], undefined);
  checkRefusal(t, await write('GET', '/book', undefined, `handling=strict, ${trial}`), { code: 'invalid_parameter' });
});

test('what a commit would refuse, a dry run refuses', async (t) => {
  const { write, database } = await library(t);
  await write('POST', '/book', { title: 'a' });
  await database.query('alter table book drop constraint book_title_key');
  await database.query('alter table book add constraint book_title_key unique (title) deferrable initially deferred');
  const { id } = (await write('POST', '/book', {})).body;
  const errors = [{ pointer: '/title', detail: 'another book has title "a"' }];
  for (const prefer of [undefined, trial, effects, both])
    for (const [method, path] of [
      ['POST', '/book'],
      ['PATCH', `/book/${id}`],
    ] as const)
      checkRefusal(t, await write(method, path, { title: 'a' }, prefer), { code: 'unique_conflict', errors });
});

test('an Idempotency-Key of a dry run is free, and one that has an answer gives it', async (t) => {
  const { write, database } = await library(t);
  const key = { headers: { 'idempotency-key': '"k"' } };
  t.equal((await write('POST', '/book', { title: 'a' }, trial, key)).status, 201);
  t.same(await database.query('select * from almanac.idempotency_key'), []);
  const done = await write('POST', '/book', { title: 'a' }, undefined, key);
  t.equal(done.status, 201);
  const again = await write('POST', '/book', { title: 'a' }, trial, key);
  t.same([again.status, again.text, again.headers.location], [201, done.text, undefined]);
  checkRefusal(t, await write('POST', '/book', { title: 'b' }, trial, key), { code: 'idempotency_key_reused' });
  t.equal((await database.query('select * from book')).length, 1);
});

test('a dry run keeps no identity, and one that is made meanwhile is used', async (t) => {
  const { write, as, database } = await library(t);
  const token = as({ identity_id: undefined, sub: 'new' });
  for (const prefer of [trial, both]) {
    const answer = await write('POST', '/book', {}, prefer, { token });
    t.equal(answer.status, 201, answer.text);
    t.same(await database.query('select * from identity'), []);
  }
  t.equal((await write('POST', '/book', {}, effects, { token })).status, 201);
  t.match(await database.query('select subject from identity'), [{ subject: 'new' }]);
  t.equal((await write('POST', '/book', {}, both, { token })).status, 201);
  const long = as({ identity_id: undefined, sub: 'x'.repeat(101) });
  checkRefusal(t, await write('POST', '/book', {}, trial, { token: long }), { code: 'unauthenticated' });
});

test('a first dry run of an identity waits for a row as any write does', async (t) => {
  const { write, as, database } = await library(t);
  await write('POST', '/book', { title: 'a' });
  const psql = await openPsql(t, database.url);
  await psql.run("begin; update book set title = 'b'");
  const tried = write('PATCH', '/book/1', { title: 'c' }, both, { token: as({ identity_id: undefined, sub: 'new' }) });
  await psql.awaited();
  await psql.run('commit');
  const answer = await tried;
  t.equal(answer.status, 200, answer.text);
  t.same(told(answer, 'title'), [['book', 1, 'update', 'b', 'c']]);
});

test('effects are the rows that a write changed, also the entries that made room', async (t) => {
  const { write } = await library(t);
  await write('POST', '/book', { title: 'a' });
  const lend = (reader: number, from: number, to: number | null): Request['body'] => ({
    book_id: 1,
    reader,
    valid_from: at(from),
    valid_to: to === null ? null : at(to),
  });
  const steps: readonly (readonly [Method, string, Request['body'], number, unknown, readonly unknown[]])[] = [
    ['POST', '/loan', lend(1, 10, 20), 201, 1, [['loan', 1, 'create', null, at(10)]]],
    ['PATCH', '/loan/1', { reader: 1 }, 200, 1, []],
    ['PATCH', '/loan/1', { reader: 2 }, 200, 1, [['loan', 1, 'update', at(10), at(10)]]],
    [
      'POST',
      '/loan',
      lend(3, 5, 12),
      201,
      2,
      [
        ['loan', 1, 'update', at(10), at(12)],
        ['loan', 2, 'create', null, at(5)],
      ],
    ],
    [
      'POST',
      '/loan',
      lend(4, 1, 15),
      201,
      3,
      [
        ['loan', 1, 'update', at(12), at(15)],
        ['loan', 2, 'delete', at(5), null],
        ['loan', 3, 'create', null, at(1)],
      ],
    ],
    [
      'PATCH',
      '/loan/2',
      { valid_from: at(3) },
      200,
      2,
      [
        ['loan', 1, 'delete', at(15), null],
        ['loan', 2, 'create', null, at(3)],
        ['loan', 3, 'update', at(1), at(1)],
      ],
    ],
    ['DELETE', '/loan/2', undefined, 200, undefined, [['loan', 2, 'delete', at(3), null]]],
    ['PATCH', '/book/1', { pin: '1' }, 200, 1, [['book', 1, 'update', 'a', 'a']]],
  ];
  for (const [method, path, body, status, id, expected] of steps) {
    const answer = await write(method, path, body, effects);
    t.equal(answer.status, status, answer.text);
    t.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    t.equal(answer.headers['preference-applied'], effects);
    t.equal(answer.body.result?.id, id);
    t.same(told(answer, path.startsWith('/book') ? 'title' : 'valid_from'), expected);
  }
});

test('a caller gets no row, no side of a row and no field that they may not read', async (t) => {
  const { write, as } = await library(t);
  const mine = { token: as({ role: 'own', party: 1, identity_id: 8 }) };
  await write('POST', '/book', { title: 'a', owner: 1, pin: 'secret' });
  for (const [reader, day] of [
    [1, 1],
    [2, 11],
    [1, 21],
  ] as const)
    await write('POST', '/loan', { book_id: 1, reader, valid_from: at(day), valid_to: at(day + 8) });
  const changed = await write('PATCH', '/book/1', { title: 'b' }, effects, mine);
  t.same(told(changed, 'title'), [['book', 1, 'update', 'a', 'b']]);
  t.notMatch(changed.text, 'pin');
  const covers = { book_id: 1, reader: 1, valid_from: at(5), valid_to: at(25) };
  for (const prefer of [both, effects]) {
    const covered = await write('POST', '/loan', covers, prefer, mine);
    t.same(
      told(covered, 'reader').filter((each) => Array.isArray(each) && each[2] !== 'create'),
      [
        ['loan', 1, 'update', 1, 1],
        ['loan', 3, 'update', 1, 1],
      ],
      'nothing of the entry of another, which was covered',
    );
  }
  t.same(
    told(await write('PATCH', '/loan/1', { reader: 2 }, both, mine), 'reader'),
    [['loan', 1, 'update', 1, null]],
    'which the caller can no longer read',
  );
  t.same((await write('PATCH', '/loan/1', { reader: 2 }, both, mine)).body.result, null);
  const another = await write('POST', '/loan', { ...covers, reader: 2 }, both, mine);
  t.same(
    told(another, 'reader').filter((each) => Array.isArray(each) && each[2] === 'create'),
    [],
    'a new row that its writer may not read',
  );
});

test('an answer with effects is kept under its key, and is another one than without', async (t) => {
  const { write, as } = await library(t);
  const key = { headers: { 'idempotency-key': '"k"' } };
  const first = await write('POST', '/book', { title: 'a' }, effects, key);
  t.equal(first.body.effects.length, 1);
  t.equal(first.headers.location, '/api/v1/book/1');
  const again = await write('POST', '/book', { title: 'a' }, effects, key);
  t.same(
    [again.status, again.text, again.headers],
    [201, first.text, { ...again.headers, location: '/api/v1/book/1' }],
  );
  checkRefusal(t, await write('POST', '/book', { title: 'a' }, undefined, key), { code: 'idempotency_key_reused' });
  const other = { ...key, token: as({ role: 'own', party: 1 }) };
  t.same((await write('POST', '/book', { title: 'a' }, effects, other)).body, { result: null, effects: [] });
  const narrow = { ...key, token: as({ scope: 'manage:data:book' }) };
  const { body } = await write('POST', '/book', { title: 'a' }, effects, narrow);
  t.match(body, { result: { id: 1, title: 'a' } });
  t.same(body.effects, [], 'effects can be of resources that need other scopes');
});

test('effects that are longer than an answer may be undo the write', async (t) => {
  const model = modelOfFiles(files);
  const small = { ...model, service: { ...model.service, limits: { ...model.service.limits, responseBytes: 2000 } } };
  const { ask, token, database } = await serveModel(t, small);
  const all = token({ role: 'all', identity_id: 7, scope: 'manage:data' });
  const title = 'a'.repeat(1000);
  const make = (prefer: string) => ask('POST', '/book', { body: { title }, headers: { prefer }, token: all });
  checkRefusal(t, await make(effects), { code: 'limit_exceeded' });
  t.same(await database.query('select * from book'), []);
  t.equal((await make('return=minimal')).status, 201);
});

test('many identities at once, each on its first write with effects, wait for no connection of each other', async (t) => {
  const { write, as } = await library(t);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, number) =>
      write('POST', '/book', {}, number % 2 === 0 ? effects : both, {
        token: as({ identity_id: undefined, sub: `subject ${number % 9}` }),
      }),
    ),
  );
  t.same(
    answers.map(({ status }) => status),
    answers.map(() => 201),
  );
});

/** A batch of requests, numbered from 1. */
function batchOf(...requests: readonly (readonly [Method, string, Request['body']?])[]): Request['body'] {
  return {
    requests: requests.map(([method, url, body], place) => ({
      id: String(place + 1),
      method,
      url,
      ...(body !== undefined && { body: body as Json }),
    })),
  };
}

test('a batch is tried as a whole, and its effects are those of all its requests', async (t) => {
  const { write, database } = await library(t);
  for (const title of ['a', 'b']) await write('POST', '/book', { title });
  for (const book_id of [1, 2]) await write('POST', '/loan', { book_id, reader: 1, valid_from: at(1) });
  const swap = batchOf(
    ['PATCH', 'book/1', { title: 'b' }],
    ['POST', 'loan', { book_id: 1, reader: 2, valid_from: at(5) }],
    ['PATCH', 'book/2', { title: 'a' }],
    ['POST', 'book', { title: 'c' }],
    ['DELETE', 'book/$4.id'],
    ['PATCH', 'loan/2', { reader: 3 }],
    ['PATCH', 'loan/2', { reader: 1 }],
    ['GET', 'book/2'],
  );
  const before = await database.query('select * from book union all select * from book');
  for (const prefer of [trial, both, effects]) {
    const answer = await write('POST', '/batch', swap, prefer);
    t.equal(answer.status, 200, answer.text);
    t.equal(answer.headers['preference-applied'], prefer);
    const { responses } = prefer === trial ? answer.body : answer.body.result;
    t.equal(responses[7].body.title, 'a', 'a request sees what earlier ones did');
    const addresses = responses.filter((each: Answer) => each.headers.location ?? each.headers.etag);
    t.equal(addresses.length > 0, prefer === effects);
    if (prefer !== effects) t.same(await database.query('select * from book union all select * from book'), before);
    if (prefer === trial) continue;
    const entry = answer.body.effects.at(-1);
    t.same(
      [...told(answer, 'title').slice(0, 2), entry.change, entry.after.reader],
      [['book', 1, 'update', 'a', 'b'], ['book', 2, 'update', 'b', 'a'], 'create', 2],
    );
    t.equal(answer.body.effects.length, 4, 'not the book that comes and goes, and not the loan that is as it was');
    t.same(
      answer.body.effects[2].after.valid_to,
      at(5),
      'the loan that made room, and is lent to the same reader again',
    );
  }
});

test('a row before the batch is hidden if the batch itself brings it into sight', async (t) => {
  const { write, as } = await library(t);
  const kin = { token: as({ role: 'kin', party: 1 }) };
  await write('POST', '/book', { title: 'a', owner: 2 });
  await write('POST', '/loan', { book_id: 1, reader: 1, valid_from: at(1) });
  const take = ['PATCH', 'book/1', { owner: 1 }] as const;
  const give = ['PATCH', 'book/1', { owner: 2 }] as const;
  const lend = (reader: number) => ['PATCH', 'loan/1', { reader }] as const;
  const taken = await write('POST', '/batch', batchOf(take, lend(2)), effects, kin);
  t.same(told(taken, 'reader').at(1), ['loan', 1, 'update', null, 2]);
  const given = await write('POST', '/batch', batchOf(lend(3), give), effects, kin);
  t.same(told(given, 'reader').at(1), ['loan', 1, 'update', 2, null]);
  const never = await write('POST', '/batch', batchOf(take, lend(4), give), effects, kin);
  t.same(told(never, 'reader'), [], 'the book is as it was, and the loan is hidden before and after');
});

test('an end of a batch that is refused is refused when it is tried', async (t) => {
  const { write } = await library(t);
  await write('POST', '/book', { title: 'a' });
  const twice = batchOf(['POST', 'book', { title: 'b' }], ['POST', 'book', { title: 'b' }]);
  for (const prefer of [undefined, trial, effects, both])
    checkRefusal(t, await write('POST', '/batch', twice, prefer), { code: 'unique_conflict' });
});

test('a batch keeps its effects under its key', async (t) => {
  const { write, database } = await library(t);
  const key = { headers: { 'idempotency-key': '"k"' } };
  const create = batchOf(['POST', 'book', { title: 'a' }]);
  t.equal((await write('POST', '/batch', create, both, key)).body.effects.length, 1);
  const first = await write('POST', '/batch', create, effects, key);
  t.equal(first.body.effects.length, 1);
  t.equal((await write('POST', '/batch', create, effects, key)).text, first.text);
  t.equal((await database.query('select * from book')).length, 1);
});

test('a request of a batch is not tried by itself', async (t) => {
  const { write, database } = await library(t);
  for (const prefer of [trial, effects]) {
    const requests = [{ id: '1', method: 'POST', url: 'book', headers: { prefer }, body: {} }];
    const errors = [{ parameter: 'Prefer', detail: `a request of a batch cannot have the preference ${prefer}` }];
    checkRefusal(t, await write('POST', '/batch', { requests }), { code: 'invalid_parameter', errors });
  }
  const strict = await write('POST', '/batch', batchOf(['POST', 'book', {}]), 'handling=strict, return=minimal');
  checkRefusal(t, strict, { code: 'invalid_parameter' });
  t.same(await database.query('select * from book'), []);
});

test('an upsert has effects on the rows that it changes', async (t) => {
  const { write, database } = await library(t);
  for (const title of ['a', 'b']) await write('POST', '/book', { title, owner: 1 });
  const rows = [
    { title: 'a', owner: 2 },
    { title: 'b', owner: 1 },
    { title: 'c', owner: 2 },
  ];
  const merge = 'resolution=merge-duplicates';
  const tried = await write('POST', '/book?on_conflict=title', rows, `${merge}, ${both}`);
  t.equal(tried.body.effects?.length, 2, tried.text);
  t.equal((await database.query('select * from book')).length, 2);
  const done = await write('POST', '/book?on_conflict=title', rows, `${merge}, ${effects}`);
  t.same(told(done, 'owner'), [
    ['book', 1, 'update', 1, 2],
    ['book', done.body.effects[1].id, 'create', null, 2],
  ]);
});

test('many rows have effects as one has', async (t) => {
  const { write } = await library(t);
  const rows = Array.from({ length: 300 }, (_, number) => ({ title: `book ${number}` }));
  const made = await write('POST', '/book', rows, effects);
  t.equal(made.status, 201);
  t.equal(made.body.result.length, 300);
  t.equal(made.body.effects.length, 300);
  const changed = await write('PATCH', '/book?id=lte.250', { owner: 1 }, effects);
  t.same([changed.status, changed.body.result, changed.body.effects.length], [200, null, 250]);
  const gone = await write('DELETE', '/book?id=gt.100', undefined, both);
  t.same([gone.status, gone.body.effects.length], [200, 200]);
  t.same(gone.body.effects.at(-1).before.title, 'book 299');
  t.same(
    gone.body.effects.map(({ id }: Effect) => id),
    Array.from({ length: 200 }, (_, number) => number + 101),
  );
});
