import { setTimeout } from 'node:timers/promises';
import { test } from 'tap';
import type { DatabaseError } from '../../db/database_error.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { type Answer, type Method, type TestService, testService } from './service.ts';

// By a reference that is acyclic, no row is its own ancestor, whoever writes.

/** 1 is above 2, which is above 3, which is above 4. 5 stands alone, and is above 6. */
const scene = `
  insert into place (id, parent_id) values (1, null), (2, 1), (3, 2), (4, 3), (5, null), (6, 5);
  select setval(pg_get_serial_sequence('place', 'id'), 100);
`;

async function places(t: Parameters<typeof testService>[0]): Promise<TestService> {
  const service = await testService(t, 'test/tree');
  await service.database.query(scene);
  return service;
}

const refusals: readonly {
  readonly ask: readonly [method: Method, path: string, body?: Json, headers?: Readonly<Record<string, string>>];
  readonly pointer?: string;
}[] = [
  { ask: ['PATCH', '/place/1', { parent_id: 1 }] },
  { ask: ['PATCH', '/place/1', { parent_id: 2 }] },
  { ask: ['PATCH', '/place/1', { parent_id: 4, name: 'x' }] },
  { ask: ['PATCH', '/place/2', { parent_id: 4 }, { 'idempotency-key': 'a' }] },
  { ask: ['PATCH', '/place/2', { parent_id: 4 }, { prefer: 'tx=rollback' }] },
  { ask: ['PATCH', '/place?id=in.(2,6)', { parent_id: 4 }] },
  {
    ask: ['POST', '/place', [{ id: 5, parent_id: 6 }], { prefer: 'resolution=merge-duplicates' }],
    pointer: '/0/parent_id',
  },
  {
    ask: [
      'POST',
      '/batch',
      {
        requests: [
          { id: 'r5', method: 'PATCH', url: '/place/5', body: { parent_id: 4 } },
          { id: 'r1', method: 'PATCH', url: '/place/1', body: { parent_id: 6 } },
        ],
      },
    ],
  },
];

test('a request that closes a circle is refused, with the field that does', async (t) => {
  const service = await places(t);
  const before = await service.database.query('select id, parent_id, row_version from place order by id');
  for (const { ask, pointer = '/parent_id' } of refusals) {
    const [method, path, body, headers = {}] = ask;
    const answer = await service.ask(method, path, { ...(body === undefined ? {} : { body }), headers });
    const words = `${method} ${path} ${JSON.stringify(body)}`;
    t.same([answer.status, answer.body.code, pointerOf(answer)], [422, 'invalid_body', pointer], words);
    t.match(answer.text, /would make the row its own ancestor/, words);
  }
  t.same(await service.database.query('select id, parent_id, row_version from place order by id'), before);
});

function pointerOf({ body }: Answer): string | undefined {
  return body.errors?.[0]?.pointer;
}

test('rows change places in one batch, and in one statement', async (t) => {
  const service = await places(t);
  const requests = [
    { id: 'r1', method: 'PATCH', url: '/place/1', body: { parent_id: 2 } },
    { id: 'r2', method: 'PATCH', url: '/place/2', body: { parent_id: null } },
  ];
  const answer = await service.ask('POST', '/batch', { body: { requests } });
  t.equal(answer.status, 200, answer.text);
  await service.database.query('update place set parent_id = case id when 2 then 1 end where id in (1, 2)');
  const upsert = await service.ask('POST', '/place', {
    body: [
      { id: 3, parent_id: null },
      { id: 2, parent_id: 3 },
    ],
    headers: { prefer: 'resolution=merge-duplicates' },
  });
  t.equal(upsert.status < 300, true, upsert.text);
  t.same(await service.database.query('select id, parent_id from place where id < 5 order by id'), [
    { id: '1', parent_id: null },
    { id: '2', parent_id: '3' },
    { id: '3', parent_id: null },
    { id: '4', parent_id: '3' },
  ]);
});

const statements: readonly (readonly [text: string, isRefused: boolean])[] = [
  ['update place set parent_id = 4 where id = 1', true],
  ['update place set parent_id = 1 where id = 1', true],
  ['insert into place (id, parent_id) overriding system value values (20, 20)', true],
  ['insert into place (id, parent_id) overriding system value values (20, 21), (21, 20)', true],
  ['insert into place (id, parent_id) overriding system value values (20, 21), (21, 1)', false],
  [
    'begin; insert into place (id, parent_id) values (30, 4); update place set parent_id = 30 where id = 1; commit',
    true,
  ],
  ['begin; update place set parent_id = 4 where id = 1; update place set parent_id = null where id = 2; commit', false],
  ['update place set parent_id = case id when 1 then 6 else 4 end where id in (1, 5)', true],
  ['update place set parent_id = null', false],
];

test('SQL that closes a circle is refused, whatever it does', async (t) => {
  const service = await places(t);
  for (const [text, isRefused] of statements) {
    const error = await refusedBy(service, text);
    await refusedBy(service, 'rollback');
    t.equal(
      error?.constraint ?? null,
      isRefused ? 'place_parent_id_acyclic_check' : null,
      `${text}: ${error?.message}`,
    );
    await service.database.query('delete from place where id > 6');
    await service.database.query(
      'update place set parent_id = case id when 2 then 1 when 3 then 2 when 4 then 3 when 6 then 5 end',
    );
  }
});

test('of many rows, the ones that close circles are named', async (t) => {
  const service = await places(t);
  const answer = await service.ask('POST', '/place', {
    body: [
      { id: 1, parent_id: 4 },
      { id: 6, parent_id: 4 },
      { id: 5, parent_id: 5 },
    ],
    headers: { prefer: 'resolution=merge-duplicates' },
  });
  t.equal(answer.status, 422, answer.text);
  t.same(
    answer.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/0/parent_id', '/2/parent_id'],
  );
});

test('a transaction in which other rows stay unseen is refused', async (t) => {
  const service = await places(t);
  const moved = (level: string) =>
    service.database.database.session(({ query }) => {
      const text = `begin isolation level ${level}; update place set parent_id = 6 where id = 4; commit`;
      return query({ text, values: [] });
    });
  t.match(await moved('repeatable read'), { ok: false, error: { sqlstate: '0A000' } });
  t.match(await moved('serializable'), { ok: true });
});

test('what moves no row takes no lock, and new leaves take none', async (t) => {
  const service = await places(t);
  const { database } = service.database;
  await database.transaction(async (query) => {
    await query({ text: 'update place set parent_id = 6 where id = 4', values: [] });
    await query({ text: 'set constraints all immediate', values: [] });
    const [renamed, leaf, cleared] = [
      await service.ask('PATCH', '/place/1', { body: { name: 'x' } }),
      await service.ask('POST', '/place', { body: { parent_id: 3 } }),
      await service.ask('PATCH', '/place/2', { body: { parent_id: null } }),
    ];
    t.same([renamed.status, leaf.status, cleared.status], [200, 201, 200]);
  });
});

test('each row of many looks by an index, also in a table that was empty', async (t) => {
  const { database } = await testService(t, 'test/tree');
  await database.database.transaction(async (query) => {
    const insert = `insert into place (name, parent_id) select 'x', nullif(n / 2, 0) from generate_series(1, 500) as n`;
    await query({ text: insert, values: [] });
    await query({ text: 'update place set parent_id = 1 where id > 1', values: [] });
    await query({ text: 'set constraints all immediate', values: [] });
    const read = `select seq_tup_read::text as rows from pg_stat_xact_user_tables where relname = 'place'`;
    const found = await query({ text: read, values: [] });
    t.ok(found.ok && Number(found.rows[0]?.rows) < 5000, JSON.stringify(found));
  });
});

test('of two writers who would close a circle together, the later one waits and is refused', async (t) => {
  const service = await places(t);
  const { database } = service.database;
  let later: ReturnType<TestService['ask']> | null = null;
  let isAnswered = false;
  await database.transaction(async (query) => {
    await query({ text: 'update place set parent_id = 6 where id = 1', values: [] });
    await query({ text: 'set constraints all immediate', values: [] });
    later = service.ask('PATCH', '/place/5', { body: { parent_id: 4 } });
    later.then(() => {
      isAnswered = true;
    });
    await setTimeout(100);
    t.notOk(isAnswered);
  });
  const { status, text } = (await later) ?? { status: 0, text: '' };
  t.equal(status, 422, text);
});

test('however many writers move rows at once, none is its own ancestor', async (t) => {
  const service = await places(t);
  const rounds = process.env.ALMANAC_LONG ? 200 : 8;
  const ids = Array.from({ length: 8 }, (_, at) => at + 200);
  await service.database.query(
    `insert into place (id, name) overriding system value select id, 'p' from unnest('{${ids.join()}}'::bigint[]) as id`,
  );
  let random = Number(process.env.SEED ?? 7);
  const any = (from: readonly number[]): number => {
    random = (random * 48_271) % 2_147_483_647;
    return from[random % from.length] ?? 0;
  };
  const tally = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const writes = Array.from({ length: 6 }, async (_, at) => {
      const moves = [
        [any(ids), any(ids)],
        [any(ids), any(ids)],
      ] as const;
      const [[id, parent_id]] = moves;
      if (at % 3 === 0) return service.ask('PATCH', `/place/${id}`, { body: { parent_id } });
      if (at % 3 === 1) {
        const requests = moves.map(([row, parent], place) => ({
          id: `r${place}`,
          method: 'PATCH',
          url: `/place/${row}`,
          body: { parent_id: parent },
        }));
        return service.ask('POST', '/batch', { body: { requests } });
      }
      const text = moves.map(([row, parent]) => `update place set parent_id = ${parent} where id = ${row}`).join('; ');
      const error = await refusedBy(service, `begin; ${text}; commit`, true);
      return {
        status: error === null ? 200 : error.sqlstate === '23514' || error.sqlstate === '40P01' ? 422 : error.message,
      };
    });
    for (const { status } of await Promise.all(writes)) tally.set(String(status), (tally.get(String(status)) ?? 0) + 1);
    const looped = await service.database.query(`with recursive up (start, at) as (
        select id, parent_id from place union select up.start, place.parent_id from up join place on place.id = up.at
      ) select start from up where start = at`);
    t.same(looped, [], `round ${round}`);
  }
  t.ok((tally.get('200') ?? 0) > rounds && (tally.get('422') ?? 0) > rounds, JSON.stringify([...tally]));
  t.notOk(
    [...tally.keys()].some((status) => Number(status) >= 500 || status === '0'),
    JSON.stringify([...tally]),
  );
});

async function refusedBy({ database }: TestService, text: string, isAlone = false): Promise<DatabaseError | null> {
  if (!isAlone) {
    const outcome = await database.database.query({ text, values: [] });
    return outcome.ok ? null : outcome.error;
  }
  const parts = text.split('; ').slice(1, -1);
  let error: DatabaseError | null = null;
  await database.database
    .transaction(async (query) => {
      for (const each of [...parts, 'set constraints all immediate']) {
        const outcome = await query({ text: each, values: [] });
        if (!outcome.ok) {
          error = outcome.error;
          throw new Error('undone');
        }
      }
      return null;
    })
    .catch((thrown: unknown) => thrown);
  return error;
}
