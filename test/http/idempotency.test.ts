import fc from 'fast-check';
import { test } from 'tap';
import { checkRefusals } from './refusal.ts';
import { type Answer, identity, type Request } from './service.ts';
import { instantOf } from './timeline_client.ts';
import { type VersionService, versionService } from './version_service.ts';

// draft-ietf-httpapi-idempotency-key-header: a create that is repeated under its key is done once.

function create({ ask }: VersionService, path: string, key: string, body: Request['body'], more: Request = {}) {
  const headers = { 'idempotency-key': key, ...more.headers };
  return ask('POST', path, { ...more, headers, body: body ?? null });
}

/** What the first answer and those after it have in common. */
function told({ status, text, headers }: Answer) {
  return { status, text, location: headers.location, etag: headers.etag, type: headers['content-type'] };
}

async function rowsOf({ database }: VersionService, table: string): Promise<number> {
  const [row] = await database.query(`select count(*) as count from ${table}`);
  return Number(row?.count);
}

const keys = 'almanac.idempotency_key';

test('the same key and body get the first answer again', async (t) => {
  const service = await versionService(t);
  const owner_id = (await service.ask('POST', '/owner', { body: { name: 'Kari' } })).body.id;
  const interval = { owner_id, valid_from: instantOf(20) };
  const cases: readonly (readonly [path: string, body: object])[] = [
    ['/note', { name: 'one' }],
    ['/note?select=id', { name: 'two' }],
    ['/card?embed=owner', { owner_id }],
    ['/entry', interval],
  ];
  for (const [path, body] of cases) {
    const table = path.split('?')[0]?.slice(1) ?? '';
    const before = await rowsOf(service, table);
    const first = await create(service, path, `"${path}"`, body as Request['body'] & object);
    t.equal(first.status, 201, first.text);
    t.match(told(first), { location: `/api/v1/${table}/${first.body.id}`, etag: /^"\d+-/, type: /^application\/json/ });
    await service.ask('PATCH', `/${table}/${first.body.id}`, { body: { count: 5 } });
    const spaced = JSON.stringify(body, null, 2);
    for (const again of [body as Request['body'] & object, spaced])
      t.same(
        told(await create(service, path, `"${path}"`, again)),
        told(first),
        `${path}: as it was, whatever the row is now`,
      );
    t.equal(await rowsOf(service, table), before + 1);
  }
});

test('a key is a string, or bare', async (t) => {
  const service = await versionService(t);
  const longest = 'k'.repeat(255);
  for (const key of [
    '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
    '"a b\\"c\\\\"',
    `"${longest}"`,
    '0',
    'a.b_c~d:e/f+g=-',
  ]) {
    const first = await create(service, '/note', key, {});
    t.equal(first.status, 201, key);
    t.same(told(await create(service, '/note', key, {})), told(first), key);
  }
  t.equal(
    (await create(service, '/note', '8e03978e-40d5-43e8-bc93-6894a57f9324', {})).body.id,
    1,
    'bare or not, it is the same',
  );
  const malformed = [
    '',
    '""',
    '"',
    'a b',
    '"a',
    '"a", "b"',
    'a,b',
    '"a";b=1',
    '"\\a"',
    '"å"',
    `"${longest}k"`,
    `${longest}k`,
  ];
  const detail = 'Idempotency-Key must be a string of 1 to 255 characters';
  await checkRefusals(
    t,
    service,
    malformed.map((key) => ({
      ask: ['POST', '/note', { body: {}, headers: { 'idempotency-key': key } }] as const,
      code: 'invalid_parameter' as const,
      errors: [{ parameter: 'Idempotency-Key', detail }],
      hint: /UUID/,
    })),
  );
  t.equal(await rowsOf(service, 'note'), 5);
});

test('a key is that of one identity, and of one resource', async (t) => {
  const service = await versionService(t);
  const other = service.token({ identity_id: identity + 1, scope: 'manage:data' });
  const answers = [
    await create(service, '/note', '"k"', {}),
    await create(service, '/note', '"k"', {}, { token: other }),
    await create(service, '/owner', '"k"', {}),
  ];
  t.same(
    answers.map(({ status }) => status),
    [201, 201, 201],
  );
  t.equal(answers[1]?.body.recorded_by, identity + 1);
  t.equal(await rowsOf(service, keys), 3);
  const reader = service.token({ identity_id: identity, scope: 'read:data' });
  t.equal(
    (await create(service, '/note', '"k"', {}, { token: reader })).status,
    403,
    'who may not write is told nothing',
  );
});

test('another request under the key', async (t) => {
  const service = await versionService(t);
  const first = await create(service, '/note', '"k"', { count: 1 });
  const headers = { 'idempotency-key': '"k"' };
  const refusal = {
    code: 'idempotency_key_reused' as const,
    detail: 'the Idempotency-Key was sent with another request',
    hint: 'send a new key with a new request',
  };
  await checkRefusals(t, service, [
    { ask: ['POST', '/note', { body: { count: 2 }, headers }], ...refusal },
    { ask: ['POST', '/note?select=id', { body: { count: 1 }, headers }], ...refusal },
    {
      ask: [
        'POST',
        '/note',
        { body: { count: 1 }, headers: { ...headers, accept: 'application/vnd.pgrst.object+json' } },
      ],
      ...refusal,
    },
  ]);
  t.same(told(await create(service, '/note', '"k"', { count: 1 })), told(first), 'the first is still known');
  t.equal(await rowsOf(service, 'note'), 1);
});

test('what the write itself refuses is kept, and nothing else of it', async (t) => {
  const service = await versionService(t);
  const taken = (await create(service, '/note', '"a"', { name: 'taken' })).body.id;
  const conflict = await create(service, '/note', '"b"', { name: 'taken' });
  t.equal(conflict.status, 409);
  await service.ask('DELETE', `/note/${taken}`);
  t.same(told(await create(service, '/note', '"b"', { name: 'taken' })), told(conflict), 'though it would be done now');
  t.equal((await create(service, '/note', '"c"', { name: 'taken' })).status, 201);

  const nobody = (await service.ask('POST', '/owner', { body: { name: 'nobody' } })).body.id;
  const broken = await create(service, '/card', '"a"', { owner_id: nobody });
  t.equal(broken.status, 422);
  t.equal(broken.body.code, 'invalid_body');
  t.same(told(await create(service, '/card', '"a"', { owner_id: nobody })), told(broken));
  const dangling = await create(service, '/card', '"b"', { owner_id: 999 });
  t.equal(dangling.body.code, 'reference_conflict');
  t.same(told(await create(service, '/card', '"b"', { owner_id: 999 })), told(dangling));
  t.equal(await rowsOf(service, 'card'), 0);
});

test('refusals of an identity are kept up to a number, and answers for their day', async (t) => {
  const service = await versionService(t);
  const { query } = service.database;
  await create(service, '/note', '"first"', { name: 'taken' });
  const fill = (identity: number, status: number, count: number) =>
    query(
      `insert into almanac.idempotency_key (identity, route, key, fingerprint, recorded_at, status)
       select $1::bigint, '/note', 'old ' || $2 || ' ' || n, 'x.y', almanac.clock() - interval '1 hour' + n * interval '1 second', $2::smallint
       from generate_series(1, $3::integer) as n`,
      [String(identity), String(status), String(count)],
    );
  await fill(identity, 409, 1005);
  await fill(identity, 201, 1005);
  await fill(identity + 1, 409, 1005);
  const refused = await create(service, '/note', '"last"', { name: 'taken' });
  t.equal(refused.status, 409);
  const kept = await query(
    `select identity, status >= 400 as refused, count(*) as count, bool_or(key = 'old 409 6') as "6", bool_or(key = 'old 409 7') as "7"
     from almanac.idempotency_key group by 1, 2 order by 1, 2`,
  );
  t.same(
    kept.map(({ identity: own, refused: isRefused, count }) => [Number(own), isRefused, Number(count)]),
    [
      [identity, 'f', 1006],
      [identity, 't', 1000],
      [identity + 1, 't', 1005],
    ],
  );
  t.match(kept[1], { '6': 'f', '7': 't' }, 'the oldest go');
  t.same(told(await create(service, '/note', '"last"', { name: 'taken' })), told(refused));
});

test('what was refused before the write, or may be done another time, is not kept', async (t) => {
  const service = await versionService(t);
  const { database } = service;
  t.equal((await create(service, '/note', '"a"', { count: 'x' })).status, 422);
  t.equal((await create(service, '/note', '"a"', { count: 1 })).status, 201);
  const raise = (sqlstate: string) =>
    database.database.script(`create or replace function fail() returns trigger language plpgsql as
      $$ begin raise exception 'x' using errcode = '${sqlstate}'; end $$;
      create or replace trigger fail after insert on note for each row execute function fail();`);
  const transient = {
    '40001': 'concurrent_change',
    '40P01': 'concurrent_change',
    '57014': 'timeout',
    XX000: 'internal',
  };
  for (const [sqlstate, code] of Object.entries(transient)) {
    await raise(sqlstate);
    const before = await rowsOf(service, 'note');
    t.equal((await create(service, '/note', `"${sqlstate}"`, {})).body.code, code);
    await database.query('drop trigger fail on note');
    t.equal((await create(service, '/note', `"${sqlstate}"`, {})).status, 201, code);
    t.equal(await rowsOf(service, 'note'), before + 1);
  }
});

test('a day later', async (t) => {
  const service = await versionService(t);
  const age = (where: string, hours: number) =>
    service.database.query(`update ${keys} set recorded_at = recorded_at - interval '${hours} hours' where ${where}`);
  const first = await create(service, '/note', '"k"', { count: 1 });
  await age("key = 'k'", 23.9);
  t.same(told(await create(service, '/note', '"k"', { count: 1 })), told(first), 'nearly a day later');
  await age("key = 'k'", 0.1);
  const second = await create(service, '/note', '"k"', { count: 2 });
  t.equal(second.status, 201, 'the key is free for anything');
  t.same(told(await create(service, '/note', '"k"', { count: 2 })), told(second));
  t.equal(await rowsOf(service, keys), 1);

  await service.database.query(`insert into ${keys} (identity, route, key, fingerprint, recorded_at)
    select 1, '/note', 'old ' || n, '', now() - interval '25 hours' from generate_series(1, 25) as n`);
  const counts: number[] = [];
  for (const n of [1, 2, 3]) {
    await create(service, '/note', `"new ${n}"`, {});
    counts.push(await rowsOf(service, keys));
  }
  t.same(counts, [1 + 25 - 10 + 1, 1 + 25 - 20 + 2, 4], 'who adds one removes some that have expired');
});

test('without the header nothing is kept', async (t) => {
  const service = await versionService(t);
  const answers = [await service.ask('POST', '/note', { body: {} }), await service.ask('POST', '/note', { body: {} })];
  t.same(
    answers.map(({ body }) => body.id),
    [1, 2],
  );
  t.equal(await rowsOf(service, keys), 0);
});

const runs = process.env.ALMANAC_LONG ? 500 : 8;

test('of requests at once under one key, one is done, and all that are it get its answer', async (t) => {
  const service = await versionService(t);
  await service.ask('POST', '/note', { body: { name: 'taken' } });
  let run = 0;
  const request = fc.record({ key: fc.nat(2), body: fc.nat(2) });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 12 }), async (requests) => {
      run += 1;
      const before = await rowsOf(service, 'note');
      // The third body is one that is refused.
      const bodies = [{ count: run }, { count: -run }, { name: 'taken' }];
      const answers = await Promise.all(
        requests.map(({ key, body }) => create(service, '/note', `"${run} ${key}"`, bodies[body] ?? {})),
      );
      let created = 0;
      for (const [key, own] of Map.groupBy(requests.entries(), ([, { key }]) => key)) {
        const texts = own.map(([index, { body }]) => ({ body, answer: told(answers[index] as Answer) }));
        const done = texts.filter(({ answer }) => !answer.text.includes('idempotency_key_reused'));
        const [first] = done;
        const fault = `key ${key}: ${JSON.stringify(texts)}`;
        if (first === undefined || first.answer.status !== (first.body === 2 ? 409 : 201)) throw new Error(fault);
        for (const { body, answer } of texts) {
          const isSame = JSON.stringify(answer) === JSON.stringify(first.answer);
          if (body === first.body ? !isSame : answer.status !== 422) throw new Error(fault);
        }
        if (first.answer.status === 201) created += 1;
      }
      const rows = await rowsOf(service, 'note');
      if (rows !== before + created) throw new Error(`${rows - before} rows of ${created} requests`);
    }),
    { numRuns: runs },
  );
});

test('one that waits for a write that comes to nothing is done itself', async (t) => {
  const service = await versionService(t);
  const { database } = service.database;
  await database.script(`create sequence attempt;
    create function fail_once() returns trigger language plpgsql as $$
    begin
      if nextval('attempt') = 1 then
        perform pg_sleep(0.3);
        raise exception 'x' using errcode = '40001';
      end if;
      return null;
    end $$;
    create trigger fail_once after insert on note for each row execute function fail_once();`);
  const answers = await Promise.all([1, 2, 3, 4].map(() => create(service, '/note', '"k"', {})));
  t.same(
    answers.map(({ status }) => status),
    [201, 201, 201, 201],
    'what PostgreSQL ended is run again',
  );
  const created = answers.filter(({ status }) => status === 201);
  t.equal(new Set(created.map(({ text }) => text)).size, 1);
  t.equal(await rowsOf(service, 'note'), 1);
});
