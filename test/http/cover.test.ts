import { setTimeout } from 'node:timers/promises';
import { test } from 'tap';
import type { DatabaseError } from '../../db/database_error.ts';
import type { Query } from '../../db/statement.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { type Answer, type Method, type TestService, testService } from './service.ts';

// An entry is covered by others for the whole of its validity, whichever side a write is on (docs/time.md).

/** Firm a provides unit 1 for the year 2026, in two entries that touch. Unit 2 has firm a until July, then b. */
const scene = `
  insert into unit (id, name) values (1, 'a'), (2, 'a, then b'), (3, 'no provider');
  insert into provider (id, unit_id, firm, valid_from, valid_to) values
    (1, 1, 'a', '2026-01-01Z', '2026-07-01Z'), (2, 1, 'a', '2026-07-01Z', '2027-01-01Z'),
    (3, 2, 'a', '2026-01-01Z', '2026-07-01Z'), (4, 2, 'b', '2026-07-01Z', null);
  insert into permit (id, unit_id, firm, valid_from, valid_to) values
    (1, 1, 'a', '2026-03-01Z', '2026-10-01Z'), (2, 2, 'b', '2026-08-01Z', null);
  insert into visit (id, provider_id, valid_from, valid_to) values (1, 3, '2026-02-01Z', '2026-03-01Z');
  insert into season (id, unit_id, valid_from, valid_to) values (1, 3, '2026-04-01Z', '2026-10-01Z');
  insert into shift (id, season_id, valid_from, valid_to) values
    (1, 1, '2026-03-01Z', '2026-06-01Z'), (2, 1, '2026-06-01Z', '2026-10-01Z');
`;

const tables = ['unit', 'provider', 'permit', 'visit', 'season', 'shift'];

async function covered(t: Parameters<typeof testService>[0]): Promise<TestService> {
  const service = await testService(t, 'test/cover');
  await service.database.query(`begin; ${scene} commit`);
  for (const table of tables)
    await service.database.query(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`);
  return service;
}

const permit = 'A permit needs its provider all the time.';
const visit = 'A visit is within its provider.';
const season = 'A season has a shift all the time.';

const day = (month: number, year = 2026) => `${year}-${String(month).padStart(2, '0')}-01T00:00:00Z`;

type Ask = readonly [method: Method, path: string, body?: Json];

/** Each way to leave an entry uncovered: by a request, and by SQL. `fields` are those of the entry that is written itself. */
const ways: readonly (readonly [what: string, ask: Ask, sql: string, detail: string, fields: string[] | null])[] = [
  [
    'create an entry that begins before its cover',
    ['POST', '/permit', { unit_id: 2, firm: 'b', kind: 'b', valid_from: day(6) }],
    `insert into permit (unit_id, firm, kind, valid_from) values (2, 'b', 'b', '2026-06-01Z')`,
    permit,
    ['firm', 'unit_id', 'valid_from'],
  ],
  [
    'create an entry without end',
    ['POST', '/permit', { unit_id: 1, firm: 'a', kind: 'b', valid_from: day(3) }],
    `insert into permit (unit_id, firm, kind, valid_from) values (1, 'a', 'b', '2026-03-01Z')`,
    permit,
    ['firm', 'unit_id', 'valid_from'],
  ],
  [
    'create an entry of another firm',
    ['POST', '/permit', { unit_id: 1, firm: 'b', kind: 'b', valid_from: day(3), valid_to: day(4) }],
    `insert into permit (unit_id, firm, kind, valid_from, valid_to) values (1, 'b', 'b', '2026-03-01Z', '2026-04-01Z')`,
    permit,
    ['firm', 'unit_id', 'valid_from', 'valid_to'],
  ],
  [
    'create an entry where there is none to cover it',
    ['POST', '/permit', { unit_id: 3, firm: 'a', valid_from: day(3), valid_to: day(4) }],
    `insert into permit (unit_id, firm, valid_from, valid_to) values (3, 'a', '2026-03-01Z', '2026-04-01Z')`,
    permit,
    ['firm', 'unit_id', 'valid_from', 'valid_to'],
  ],
  [
    'extend',
    ['PATCH', '/permit/1', { valid_to: day(2, 2027) }],
    `update permit set valid_to = '2027-02-01Z' where id = 1`,
    permit,
    ['valid_to'],
  ],
  [
    'open',
    ['PATCH', '/permit/1', { valid_to: null }],
    'update permit set valid_to = null where id = 1',
    permit,
    ['valid_to'],
  ],
  [
    'move to another parent',
    ['PATCH', '/permit/1', { unit_id: 2 }],
    'update permit set unit_id = 2 where id = 1',
    permit,
    ['unit_id'],
  ],
  [
    'another value that the rule compares with',
    ['PATCH', '/permit/1', { firm: 'b' }],
    `update permit set firm = 'b' where id = 1`,
    permit,
    ['firm'],
  ],
  ['many entries', ['PATCH', '/permit?id=in.(1,2)', { firm: 'c' }], `update permit set firm = 'c'`, permit, ['firm']],
  [
    'shrink a cover',
    ['PATCH', '/provider/2', { valid_to: day(9) }],
    `update provider set valid_to = '2026-09-01Z' where id = 2`,
    permit,
    null,
  ],
  [
    'a gap between two covers',
    ['PATCH', '/provider/2', { valid_from: day(8) }],
    `update provider set valid_from = '2026-08-01Z' where id = 2`,
    permit,
    null,
  ],
  [
    'move a cover to another parent',
    ['PATCH', '/provider/2', { unit_id: 3 }],
    'update provider set unit_id = 3 where id = 2',
    permit,
    null,
  ],
  [
    'delete a cover',
    ['DELETE', '/provider/2'],
    'update provider set valid_from = null, valid_to = null where id = 2',
    permit,
    null,
  ],
  ['delete many covers', ['DELETE', '/provider?unit_id=eq.1'], 'delete from provider where unit_id = 1', permit, null],
  [
    'another value of a cover that is compared',
    ['PATCH', '/provider/1', { firm: 'b' }],
    `update provider set firm = 'b' where id = 1`,
    permit,
    null,
  ],
  [
    'a cover that no longer counts',
    ['PATCH', '/provider?unit_id=eq.1', { confirmed: false }],
    'update provider set confirmed = false where unit_id = 1',
    permit,
    null,
  ],
  [
    'cut a cover',
    ['POST', '/provider', { unit_id: 1, firm: 'b', valid_from: day(9) }],
    `insert into provider (unit_id, firm, valid_from) values (1, 'b', '2026-09-01Z')`,
    permit,
    null,
  ],
  [
    'cover a cover',
    ['POST', '/provider', { unit_id: 1, firm: 'b', valid_from: day(7), valid_to: day(1, 2027) }],
    `insert into provider (unit_id, firm, valid_from, valid_to) values (1, 'b', '2026-07-01Z', '2027-01-01Z')`,
    permit,
    null,
  ],
  [
    'create an entry that is not within the one that it refers to',
    ['POST', '/visit', { provider_id: 4, valid_from: day(6), valid_to: day(8) }],
    `insert into visit (provider_id, valid_from, valid_to) values (4, '2026-06-01Z', '2026-08-01Z')`,
    visit,
    ['provider_id', 'valid_from', 'valid_to'],
  ],
  [
    'refer to another',
    ['PATCH', '/visit/1', { provider_id: 4 }],
    'update visit set provider_id = 4 where id = 1',
    visit,
    ['provider_id'],
  ],
  [
    'shrink the one that is referred to',
    ['PATCH', '/provider/3', { valid_from: day(2).replace('-01T', '-15T') }],
    `update provider set valid_from = '2026-02-15Z' where id = 3`,
    visit,
    null,
  ],
  [
    'delete the one that is referred to',
    ['DELETE', '/provider/3'],
    'update provider set valid_from = null, valid_to = null where id = 3',
    visit,
    null,
  ],
  [
    'create an entry to which none refers',
    ['POST', '/season', { unit_id: 1, valid_from: day(6), valid_to: day(8) }],
    `insert into season (unit_id, valid_from, valid_to) values (1, '2026-06-01Z', '2026-08-01Z')`,
    season,
    ['valid_from', 'valid_to'],
  ],
  [
    'extend past the last one',
    ['PATCH', '/season/1', { valid_to: day(11) }],
    `update season set valid_to = '2026-11-01Z' where id = 1`,
    season,
    ['valid_to'],
  ],
  [
    'shrink one of them',
    ['PATCH', '/shift/1', { valid_to: day(5) }],
    `update shift set valid_to = '2026-05-01Z' where id = 1`,
    season,
    null,
  ],
  ['delete one of them', ['DELETE', '/shift/2'], 'delete from shift where id = 2', season, null],
];

test('an entry is covered for its whole validity, whichever side a write is on', async (t) => {
  const service = await covered(t);
  const before = await contents(service);
  for (const [what, [method, path, body], sql, detail, fields] of ways) {
    const code = fields === null ? 'rule_conflict' : 'invalid_body';
    const sent = body === undefined ? {} : { body };
    for (const headers of [{}, { prefer: 'tx=rollback' }]) {
      const answer = await service.ask(method, path, { ...sent, headers });
      t.same(refusal(answer), [fields === null ? 409 : 422, code, detail], `${what} ${answer.text}`);
    }
    const { body: problem } = await service.ask(method, path, sent);
    const pointers = (problem?.errors ?? []).map(({ pointer }: { pointer: string }) => pointer.slice(1));
    if (fields !== null) t.same(pointers.sort(), fields, what);
    const requests: Json = [
      { id: 'a', method, url: path, ...sent },
      { id: 'b', method: 'POST', url: '/unit', body: {} },
    ];
    t.same(
      refusal(await service.ask('POST', '/batch', { body: { requests } })).slice(1),
      [code, detail],
      `batch: ${what}`,
    );
    t.match(await refusedBy(service, sql), { sqlstate: '23514', message: detail }, sql);
  }
  t.same(await contents(service), before, 'nothing was written');
});

test('what leaves every entry covered is accepted, and decided at the end', async (t) => {
  const service = await covered(t);
  const batch = (...asks: readonly Ask[]): Ask => [
    'POST',
    '/batch',
    {
      requests: asks.map(([method, url, body], at) => ({
        id: `r${at}`,
        method,
        url,
        ...(body === undefined ? {} : { body }),
      })),
    },
  ];
  const asks: readonly (readonly [what: string, ask: Ask])[] = [
    [
      'within two covers that touch',
      ['POST', '/permit', { unit_id: 1, firm: 'a', kind: 'b', valid_from: day(1), valid_to: day(1, 2027) }],
    ],
    ['without end', ['POST', '/permit', { unit_id: 2, firm: 'b', kind: 'b', valid_from: day(7) }]],
    ['shrink an entry', ['PATCH', '/permit/1', { valid_from: day(4) }]],
    [
      'split a cover: the new piece covers what was cut',
      ['POST', '/provider', { unit_id: 1, firm: 'a', valid_from: day(8), valid_to: day(1, 2027) }],
    ],
    [
      'end a cover, and begin another',
      batch(
        ['PATCH', '/provider/1', { valid_to: day(5) }],
        ['POST', '/provider', { unit_id: 1, firm: 'a', valid_from: day(5), valid_to: day(7) }],
      ),
    ],
    [
      'a cover and its entry, the entry first',
      batch(
        ['POST', '/permit', { unit_id: 3, firm: 'c', valid_from: day(1), valid_to: day(3) }],
        ['POST', '/provider', { unit_id: 3, firm: 'c', valid_from: day(1), valid_to: day(3) }],
      ),
    ],
    [
      'an entry and what refers to it',
      batch(
        ['POST', '/season', { unit_id: 2, valid_from: day(1), valid_to: day(3) }],
        ['POST', '/shift', { season_id: { $result: 'r0.id' }, valid_from: day(1) }],
      ),
    ],
    [
      'both get another value',
      batch(['PATCH', '/provider/4', { firm: 'd' }], ['PATCH', '/permit?firm=eq.b', { firm: 'd' }]),
    ],
    ['delete the entry', ['DELETE', '/permit?unit_id=eq.1']],
    ['then its covers', ['DELETE', '/provider?unit_id=eq.1']],
  ];
  for (const [what, [method, path, body]] of asks) {
    const answer = await service.ask(method, path, body === undefined ? {} : { body });
    t.equal(answer.status < 300, true, `${what} ${answer.text}`);
  }
  const deleted = await service.ask('PATCH', '/permit/1', { body: { valid_from: day(4), valid_to: day(5) } });
  t.same(refusal(deleted), [422, 'invalid_body', permit], 'a deleted entry is restored only where it is covered');
  t.same(await uncovered(service), []);
  t.same(await service.database.query('select from almanac.check_due'), [], 'nothing is left');
});

/** Two changes, each of which keeps the rule by itself. The first is not seen by the second. */
const together = [
  [
    `insert into permit (unit_id, kind, firm, valid_from, valid_to) values (1, 'x', 'a', '2026-11-01Z', '2026-12-01Z')`,
    `update provider set valid_to = '2026-10-01Z' where id = 2`,
    permit,
  ],
  [
    `update provider set valid_to = '2026-10-01Z' where id = 2`,
    `insert into permit (unit_id, kind, firm, valid_from, valid_to) values (1, 'x', 'a', '2026-11-01Z', '2026-12-01Z')`,
    permit,
  ],
  [`update permit set valid_to = '2026-12-01Z' where id = 1`, `delete from provider where id = 2`, permit],
  [
    `insert into visit (provider_id, valid_from, valid_to) values (3, '2026-05-01Z', '2026-06-01Z')`,
    `update provider set valid_to = '2026-05-15Z' where id = 3`,
    visit,
  ],
  [
    `update season set valid_from = '2026-03-01Z' where id = 1`,
    `update shift set valid_from = '2026-03-15Z' where id = 1`,
    season,
  ],
] as const;

test('of two writers who would uncover an entry together, the later one waits and is refused', async (t) => {
  const service = await covered(t);
  const { database } = service.database;
  const undone = new Error('undone');
  for (const [first, second, detail] of together) {
    const write = async (query: Query, text: string) => {
      const written = await query({ text, values: [] });
      return written.ok ? query({ text: 'set constraints all immediate', values: [] }) : written;
    };
    let isDone = false;
    let later: Promise<unknown> = Promise.resolve();
    const earlier = database.transaction(async (query) => {
      t.match(await write(query, first), { ok: true }, first);
      later = database
        .transaction(async (other) => {
          const decided = await write(other, second);
          isDone = true;
          throw decided.ok ? undone : decided.error;
        })
        .catch((thrown: unknown) => thrown);
      await setTimeout(100);
      t.notOk(isDone, `waits: ${second}`);
      return 'done';
    });
    t.equal(await earlier, 'done', first);
    t.match(await later, { sqlstate: '23514', message: detail }, second);
    const emptied = tables.toReversed().map((table) => `delete from ${table};`);
    await service.database.query(`begin; ${emptied.join(' ')} ${scene} commit`);
  }
});

const writers = 12;
const operationsOfWriter = Math.ceil((process.env.ALMANAC_LONG ? 4_800 : 240) / writers);

test('writers on both sides at once never leave an entry uncovered', async (t) => {
  const service = await covered(t);
  const told = new Map<string, number>();
  const note = (what: string) => told.set(what, (told.get(what) ?? 0) + 1);
  const write = async (writer: number): Promise<void> => {
    const next = numbers(writer);
    for (let at = 0; at < operationsOfWriter; at += 1) {
      if (writer % 4 === 3) {
        const refused = await refusedBy(service, statementOf(next));
        note(`sql ${refused?.sqlstate ?? 'done'}`);
        continue;
      }
      const [method, path, body] = requestOf(next);
      const answer = await service.ask(method, path, body === undefined ? {} : { body });
      note(`${answer.status} ${answer.body?.code ?? ''}`.trim());
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  t.comment(JSON.stringify([...told].sort()));
  const expected =
    /^(20[014]|404 not_found|409 (rule_conflict|state_conflict)|422 invalid_body|sql (done|23514|23P01|40P01))$/;
  t.same(
    [...told.keys()].filter((what) => !expected.test(what)),
    [],
    'nobody is told of locks',
  );
  t.same(await uncovered(service), []);
  const count = (what: RegExp) => [...told].reduce((sum, [each, number]) => sum + (what.test(each) ? number : 0), 0);
  t.ok(count(/^409 rule_conflict/) > 0 && count(/^422/) > 0 && count(/^20/) > 0, 'the rule was in the way');
});

/** Numbers below a limit, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 7919 + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function requestOf(next: (below: number) => number): Ask {
  const unit = next(2) + 1;
  const [from, long] = [next(9) + 1, next(3) + 1];
  const validity = { valid_from: day(from), valid_to: day(from + long) };
  const firm = next(4) === 0 ? 'b' : 'a';
  switch (next(7)) {
    case 0:
      return ['POST', '/provider', { unit_id: unit, firm, ...validity }];
    case 1:
      return ['DELETE', `/provider?unit_id=eq.${unit}&valid_from=gte.${day(from)}`];
    case 2:
      return ['PATCH', `/provider/${101 + next(40)}`, { valid_to: day(from + long) }];
    case 3:
      return ['DELETE', `/permit?unit_id=eq.${unit}`];
    case 4:
      return ['PATCH', `/permit/${101 + next(40)}`, { firm }];
    default:
      return ['POST', '/permit', { unit_id: unit, kind: 'ab'[next(2)] ?? 'a', firm, ...validity }];
  }
}

function statementOf(next: (below: number) => number): string {
  const id = 101 + next(40);
  switch (next(4)) {
    case 0:
      return `update provider set firm = 'b' where id = ${id}`;
    case 1:
      return `update permit set unit_id = 3 - unit_id where id = ${id} and unit_id < 3`;
    case 2:
      return `delete from provider where id = ${id}`;
    default:
      return `insert into permit (unit_id, kind, firm, valid_from, valid_to) values (${next(2) + 1}, 'c', 'a', '2026-03-01Z', '2026-05-01Z')`;
  }
}

/** Permits with a day on which no provider counts. */
function uncovered({ database }: TestService): Promise<unknown> {
  return database.query(`
    select permit.id
    from permit
    cross join generate_series(permit.valid_from, coalesce(permit.valid_to, '2029-01-01Z') - interval '1 day', interval '1 day') as day
    where not exists (
      select from provider
      where provider.unit_id = permit.unit_id
        and provider.firm = permit.firm
        and provider.confirmed
        and provider.valid_from <= day
        and (provider.valid_to > day or provider.valid_to is null)
    )`);
}

async function refusedBy({ database }: TestService, text: string): Promise<DatabaseError | null> {
  const outcome = await database.database.query({ text, values: [] });
  return outcome.ok ? null : outcome.error;
}

function refusal({ status, body }: Answer): readonly unknown[] {
  const [fault] = body?.errors ?? [];
  return [status, body?.code, status === 422 ? (fault?.detail ?? body?.detail) : body?.detail];
}

function contents({ database }: TestService): Promise<unknown> {
  return Promise.all(tables.map((name) => database.query(`select * from ${name} order by id`)));
}
