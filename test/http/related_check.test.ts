import { setTimeout } from 'node:timers/promises';
import { test } from 'tap';
import type { DatabaseError } from '../../db/database_error.ts';
import type { Query } from '../../db/statement.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { type Answer, type Method, type TestService, testService } from './service.ts';

// A check that looks at related rows holds for every writer, whichever side the write is on.

/** A part in a box of each state, kinds, and places: the ids that the cases name. */
const scene = `
  insert into kind (id, name, sold, heavy) values (1, 'light', true, false), (2, 'heavy', true, true), (3, 'gone', false, false);
  insert into box (id, name, state, strong) values
    (1, 'open', 'open', false), (2, 'packed', 'packed', false), (3, 'closed', 'closed', false), (4, 'strong', 'open', true);
  insert into part (id, box_id, kind_id, broken) values (1, 1, 1, false), (2, 2, 1, false), (3, 4, 2, false), (4, 1, null, true);
  insert into stay (id, box_id, place, valid_from) values (1, 3, 'shelf', '2026-01-01Z'), (2, 1, 'shelf', '2026-01-01Z');
`;

async function boxes(t: Parameters<typeof testService>[0]): Promise<TestService> {
  const service = await testService(t, 'test/check');
  await service.database.query(`begin; ${scene} commit`);
  for (const table of ['kind', 'box', 'part', 'stay'])
    await service.database.query(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`);
  return service;
}

const part = 'A packed box has a part that is not broken.';
const empty = 'A closed box has no parts.';
const place = 'A closed box has a place.';
const sold = 'A part is of a kind that is sold.';
const heavy = 'A heavy part is in a strong box.';

/** Each way to break a check: by a request, and by SQL. `code` is invalid_body where the written row owns the check. */
const ways: readonly {
  readonly ask: readonly [method: Method, path: string, body?: Json];
  readonly sql: string;
  readonly code: 'invalid_body' | 'rule_conflict';
  readonly detail: string;
}[] = [
  // From the side that owns the check.
  {
    ask: ['POST', '/box', { state: 'packed' }],
    sql: `insert into box (state) values ('packed')`,
    code: 'invalid_body',
    detail: part,
  },
  {
    ask: ['PATCH', '/box/4', { state: 'closed' }],
    sql: `update box set state = 'closed' where id = 4`,
    code: 'invalid_body',
    detail: empty,
  },
  {
    ask: ['POST', '/part', { box_id: 1, kind_id: 3 }],
    sql: 'insert into part (box_id, kind_id) values (1, 3)',
    code: 'invalid_body',
    detail: sold,
  },
  {
    ask: ['PATCH', '/part/1', { kind_id: 3 }],
    sql: 'update part set kind_id = 3 where id = 1',
    code: 'invalid_body',
    detail: sold,
  },
  {
    ask: ['PATCH', '/part/3', { box_id: 1 }],
    sql: 'update part set box_id = 1 where id = 3',
    code: 'invalid_body',
    detail: heavy,
  },
  {
    ask: ['PATCH', '/box?id=in.(1,4)', { state: 'closed' }],
    sql: `update box set state = 'closed' where id in (1, 4)`,
    code: 'invalid_body',
    detail: empty,
  },
  // From the side that it looks at: a relation to many.
  { ask: ['DELETE', '/part/2'], sql: 'delete from part where id = 2', code: 'rule_conflict', detail: part },
  {
    ask: ['PATCH', '/part/2', { box_id: 1 }],
    sql: 'update part set box_id = 1 where id = 2',
    code: 'rule_conflict',
    detail: part,
  },
  {
    ask: ['PATCH', '/part/2', { broken: true }],
    sql: 'update part set broken = true where id = 2',
    code: 'rule_conflict',
    detail: part,
  },
  {
    ask: ['POST', '/part', { box_id: 3 }],
    sql: 'insert into part (box_id) values (3)',
    code: 'rule_conflict',
    detail: empty,
  },
  {
    ask: ['PATCH', '/part/1', { box_id: 3 }],
    sql: 'update part set box_id = 3 where id = 1',
    code: 'rule_conflict',
    detail: empty,
  },
  {
    ask: ['DELETE', '/part?broken=is.false'],
    sql: 'delete from part where not broken',
    code: 'rule_conflict',
    detail: part,
  },
  {
    ask: ['PATCH', '/part?id=eq.2', { broken: true }],
    sql: 'update part set broken = true',
    code: 'rule_conflict',
    detail: part,
  },
  // A timeline: a deleted entry is none.
  {
    ask: ['DELETE', '/stay/1'],
    sql: 'update stay set valid_from = null, valid_to = null where id = 1',
    code: 'rule_conflict',
    detail: place,
  },
  {
    ask: ['PATCH', '/stay/1', { box_id: 1 }],
    sql: 'update stay set box_id = 4 where id = 1',
    code: 'rule_conflict',
    detail: place,
  },
  {
    ask: ['DELETE', '/stay?box_id=eq.3'],
    sql: 'delete from stay where box_id = 3',
    code: 'rule_conflict',
    detail: place,
  },
  // From the side that it looks at: a relation to one.
  {
    ask: ['PATCH', '/kind/1', { sold: false }],
    sql: 'update kind set sold = false where id = 1',
    code: 'rule_conflict',
    detail: sold,
  },
  {
    ask: ['PATCH', '/kind?sold=is.true', { sold: false }],
    sql: 'update kind set sold = false',
    code: 'rule_conflict',
    detail: sold,
  },
  {
    ask: ['PATCH', '/kind/1', { heavy: true }],
    sql: 'update kind set heavy = true where id = 1',
    code: 'rule_conflict',
    detail: heavy,
  },
  {
    ask: ['PATCH', '/box/4', { strong: false }],
    sql: 'update box set strong = false where id = 4',
    code: 'rule_conflict',
    detail: heavy,
  },
];

test('a check that looks at related rows is held from every side', async (t) => {
  const service = await boxes(t);
  const before = await contents(service);
  for (const {
    ask: [method, path, body],
    sql,
    code,
    detail,
  } of ways) {
    const told = `${method} ${path} ${JSON.stringify(body ?? '')}`;
    for (const headers of [
      {},
      { 'idempotency-key': `"${told.replaceAll(/\W/g, 'x')}"` },
      { prefer: 'tx=rollback' },
      { prefer: 'return=effects' },
    ]) {
      if ('idempotency-key' in headers && method !== 'POST') continue;
      const answer = await service.ask(method, path, { ...(body === undefined ? {} : { body }), headers });
      t.same(
        refusal(answer),
        [code === 'invalid_body' ? 422 : 409, code, detail],
        `${told} ${JSON.stringify(headers)}`,
      );
    }
    const batch: Json = {
      requests: [
        { id: 'a', method, url: path, ...(body === undefined ? {} : { body }) },
        { id: 'b', method: 'POST', url: '/kind', body: {} },
      ],
    };
    t.same(refusal(await service.ask('POST', '/batch', { body: batch })).slice(1), [code, detail], `batch: ${told}`);
    t.match(await refusedBy(service, sql), { sqlstate: '23514', message: detail }, sql);
  }
  t.same(await contents(service), before, 'nothing was written');
});

test('rows that keep a check only together can be written together', async (t) => {
  const service = await boxes(t);
  const requests = [
    { id: 'box', method: 'POST', url: '/box', body: { state: 'packed', strong: true } },
    { id: 'part', method: 'POST', url: '/part', body: { box_id: { $result: 'box.id' }, kind_id: 2 } },
  ];
  const answer = await service.ask('POST', '/batch', { body: { requests } });
  t.equal(answer.status, 200, answer.text);
  await service.database.query(`begin; delete from part where id = 2; insert into part (box_id) values (2); commit`);
  await service.database.query(
    `begin; update kind set heavy = true where id = 1; update box set strong = true; commit`,
  );
  t.same(
    await service.database.query('select count(*) as count from almanac.check_due'),
    [{ count: '0' }],
    'nothing is left',
  );
});

test('of many rows, the refused ones are named', async (t) => {
  const service = await boxes(t);
  const body = [
    { box_id: 1, kind_id: null },
    { box_id: 1, kind_id: 3 },
    { box_id: 3, kind_id: null },
    { box_id: 4, kind_id: 2 },
    { box_id: 1, kind_id: 2 },
  ];
  const answer = await service.ask('POST', '/part', { body });
  t.match(
    answer.body.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => [pointer, detail]),
    [
      [/^\/1\//, sold],
      [/^\/2/, empty],
      [/^\/4\//, heavy],
    ],
    answer.text,
  );
  const upsert = await service.ask('POST', '/part', {
    body: [
      { id: 1, box_id: 3, kind_id: null },
      { id: 4, box_id: 1, kind_id: 3 },
    ],
    headers: { prefer: 'resolution=merge-duplicates' },
  });
  t.equal(upsert.status >= 400 && upsert.status < 500, true, upsert.text);
  t.match(upsert.text, /A closed box has no parts/);
});

test('a transaction in which other rows stay unseen is refused', async (t) => {
  const service = await boxes(t);
  const write = (level: string) =>
    service.database.database.session(({ query }) => {
      const text = `begin isolation level ${level}; update part set broken = false where id = 4; commit`;
      return query({ text, values: [] });
    });
  t.match(await write('repeatable read'), { ok: false, error: { sqlstate: '0A000' } });
  t.match(await write('serializable'), { ok: true });
});

async function refusedBy({ database }: TestService, text: string): Promise<DatabaseError | null> {
  const outcome = await database.database.query({ text, values: [] });
  return outcome.ok ? null : outcome.error;
}

function refusal({ status, body }: Answer): readonly unknown[] {
  const [fault] = body?.errors ?? [];
  return [status, body?.code, status === 422 ? (fault?.detail ?? body?.detail) : body?.detail];
}

async function contents({ database }: TestService): Promise<unknown> {
  const tables = ['kind', 'box', 'part', 'stay'].map((name) => database.query(`select * from ${name} order by id`));
  return Promise.all(tables);
}

/** Two changes, each of which keeps the check by itself. */
const together = [
  ['update part set broken = true where id = 2', 'delete from part where id = 905', part],
  ['update kind set sold = false where id = 904', 'insert into part (box_id, kind_id) values (1, 904)', sold],
  ['insert into part (box_id, kind_id) values (1, 904)', 'update kind set sold = false where id = 904', sold],
  ['update kind set heavy = true where id = 905', 'update box set strong = false where id = 905', heavy],
  [`update box set state = 'closed' where id = 906`, 'insert into part (box_id) values (906)', empty],
] as const;

test('of two writers who would break a check together, the later one waits and is refused', async (t) => {
  const service = await boxes(t);
  const { database } = service.database;
  await service.database.query(`begin;
    insert into kind (id, name) values (904, 'new'), (905, 'light');
    insert into box (id, strong) values (905, true), (906, false);
    insert into stay (box_id, place, valid_from) values (906, 'shelf', '2026-01-01Z');
    insert into part (id, box_id, kind_id) values (905, 2, null), (906, 905, 905);
  commit`);
  for (const [first, second, detail] of together) {
    const write = (query: Query, text: string) =>
      query({ text, values: [] }).then(() => query({ text: 'set constraints all immediate', values: [] }));
    let isDone = false;
    const undone = new Error('undone');
    let later: Promise<unknown> = Promise.resolve();
    const earlier = database.transaction(async (query) => {
      await write(query, first);
      later = database
        .transaction(async (other) => {
          await write(other, second);
          isDone = true;
          throw undone;
        })
        .catch((thrown: unknown) => thrown);
      await setTimeout(100);
      t.notOk(isDone, `waits: ${second}`);
      return 'done';
    });
    t.equal(await earlier, 'done', first);
    await later;
    const refused = await database.transaction((query) => write(query, second));
    t.match(refused, { ok: false, error: { sqlstate: '23514', message: detail } }, second);
    await service.database.query('update kind set sold = true, heavy = id = 2');
    await service.database.query(`update box set state = 'open' where id = 906`);
    await service.database.query('update part set broken = false where id = 2');
    await service.database.query('delete from part where kind_id = 904');
  }
});

test('a request locks the owner of a check before its own row', async (t) => {
  const service = await boxes(t);
  const { database } = service.database;
  for (const [method, path, body] of [
    ['PATCH', '/part/2', { broken: true }],
    ['PATCH', '/part?id=eq.2', { broken: true }],
    ['DELETE', '/part/2', undefined],
  ] as const) {
    let answered: Promise<Answer> | null = null;
    await database.transaction(async (query) => {
      await query({ text: 'select from box where id = 2 for no key update', values: [] });
      answered = service.ask(method, path, body === undefined ? {} : { body });
      await setTimeout(100);
      const free = await query({ text: 'select from part where id = 2 for update nowait', values: [] });
      t.ok(free.ok, `${method} ${path} waits for the box, and has not locked the part`);
    });
    t.ok((await (answered as unknown as Promise<Answer>)).status < 500);
  }
  const other = await database.transaction(async (query) => {
    await query({ text: 'select from box where id = 2 for no key update', values: [] });
    return (await service.ask('PATCH', '/part/2', { body: { note: 'c' } })).status;
  });
  t.equal(other, 200, 'what no check looks at waits for nobody');
});

const writers = 16;
const operationsOfWriter = Math.ceil((process.env.ALMANAC_LONG ? 4_800 : 320) / writers);

test('writers on all sides at once never break a check together', async (t) => {
  const service = await boxes(t);
  const { database } = service;
  const told = new Map<string, number>();
  const note = (what: string) => told.set(what, (told.get(what) ?? 0) + 1);
  const begin = performance.now();
  const byRequests = async (seed: number): Promise<void> => {
    const next = numbers(seed);
    for (let at = 0; at < operationsOfWriter; at += 1) {
      const [method, path, body] = requestOf(next);
      const answer = await service.ask(method, path, body === undefined ? {} : { body });
      note(`${answer.status} ${answer.body?.code ?? ''}`.trim());
    }
  };
  const byStatements = async (seed: number): Promise<void> => {
    const next = numbers(seed);
    for (let at = 0; at < operationsOfWriter; at += 1) {
      const refused = await refusedBy(service, statementOf(next));
      note(`sql ${refused?.sqlstate ?? 'done'}`);
    }
  };
  await Promise.all(
    Array.from({ length: writers }, (_, writer) => (writer % 4 === 3 ? byStatements(writer) : byRequests(writer))),
  );
  t.comment(`${writers * operationsOfWriter} writes in ${Math.round(performance.now() - begin)} ms`);
  t.comment(JSON.stringify([...told].sort()));
  const expected =
    /^(20[014]|404 not_found|409 (rule_conflict|reference_conflict)|422 invalid_body|sql (done|23514|23503|40P01))$/;
  t.same(
    [...told.keys()].filter((what) => !expected.test(what)),
    [],
    'nobody is told of locks',
  );
  for (const [what, broken] of brokenRows)
    t.same(await database.query(`select count(*) as count from ${broken}`), [{ count: '0' }], what);
  const count = (what: RegExp) => [...told].reduce((sum, [each, number]) => sum + (what.test(each) ? number : 0), 0);
  t.ok(count(/^409 rule_conflict/) > 0 && count(/^422/) > 0 && count(/^20/) > 0, 'the checks were in the way');
  t.same(await database.query('select count(*) as count from almanac.check_due'), [{ count: '0' }], 'nothing is left');
});

/** The rows that break each check. */
const brokenRows = [
  [part, `box where state = 'packed' and not exists (select from part where box_id = box.id and not broken)`],
  [empty, `box where state = 'closed' and exists (select from part where box_id = box.id)`],
  [
    place,
    `box where state = 'closed' and not exists (select from stay where box_id = box.id and valid_from is not null)`,
  ],
  [sold, 'part join kind on kind.id = kind_id where not sold'],
  [heavy, 'part join kind on kind.id = kind_id join box on box.id = box_id where heavy and not strong'],
] as const;

/** Numbers below a limit, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 7919 + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function requestOf(next: (below: number) => number): readonly [Method, string, Json?] {
  const [box, kind, id] = [next(4) + 1, next(2) + 1, 101 + next(60)];
  const state = ['open', 'packed', 'closed'][next(3)] ?? 'open';
  const strong = next(4) > 0;
  switch (next(10)) {
    case 0:
      return ['PATCH', `/box/${box}`, { state }];
    case 1:
      return ['PATCH', `/box/${box}`, { strong }];
    case 2:
      return ['PATCH', `/kind/${kind}`, next(2) === 0 ? { heavy: next(2) === 0 } : { sold: next(4) > 0 }];
    case 3:
      return ['PATCH', `/part/${id}`, { box_id: box, kind_id: kind }];
    case 4:
      return ['DELETE', `/part/${id}`];
    case 5:
      return ['DELETE', `/part?box_id=eq.${box}&kind_id=eq.${kind}`];
    case 6:
      return ['POST', '/part', Array.from({ length: 3 }, () => ({ box_id: next(4) + 1, kind_id: kind }))];
    case 7:
      return ['POST', '/stay', { box_id: box, place: 'shelf', valid_from: `2026-0${next(9) + 1}-01T00:00:00Z` }];
    case 8:
      return ['DELETE', `/stay?box_id=eq.${box}`];
    default:
      return ['POST', '/part', { box_id: box, kind_id: kind }];
  }
}

function statementOf(next: (below: number) => number): string {
  const [box, kind, id] = [next(4) + 1, next(2) + 1, 101 + next(60)];
  switch (next(5)) {
    case 0:
      return `update box set state = 'closed' where id = ${box}`;
    case 1:
      return `update kind set heavy = not heavy where id = ${kind}`;
    case 2:
      return `update part set box_id = ${box} where id = ${id}`;
    case 3:
      return `delete from part where id = ${id}`;
    default:
      return `insert into part (box_id, kind_id) values (${box}, ${kind})`;
  }
}
