import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { pacedMilliseconds } from '../pace.ts';
import { openPsql } from '../psql.ts';
import { count, filled, ids, rename, together, transactions } from './joined_service.ts';
import { serveModel } from './service.ts';

// Single writes of one caller that come while others run are one statement. Nobody can tell by what they do.

test('writes that come at the same time are few transactions, with an answer and an event for each', async (t) => {
  const service = await filled(t, 'events: { prefix: org.example }\n');
  await service.database.query('delete from almanac.outbox');
  const changed = await together(ids.map((id) => rename(service, id, `changed ${id}`)));
  t.same(
    changed.answers.map(({ status, body: { id, name } }) => [status, id, name]),
    ids.map((id) => [200, id, `changed ${id}`]),
  );
  t.ok(changed.isSlow || (await transactions(service, 'unit')) < count / 2);
  const { answers: created, isSlow } = await together(
    ids.map((id) => service.ask('POST', '/label', { body: { code: `L${id}`, unit_id: id } })),
  );
  t.same(
    created.map(({ status, body: { code, unit_id } }) => [status, code, unit_id]),
    ids.map((id) => [201, `L${id}`, id]),
  );
  t.ok(isSlow || (await transactions(service, 'label')) < count / 2);
  for (const { headers, body } of created) {
    t.equal(headers.location, `/api/v1/label/${body.id}`);
    t.equal((await service.ask('GET', `/label/${body.id}`)).headers.etag?.split('-')[0], headers.etag?.split('-')[0]);
  }
  const events = await service.database.query('select source from almanac.outbox order by source');
  const sources = [...ids.map((id) => `/unit/${id}`), ...created.map(({ body }) => `/label/${body.id}`)];
  t.same(
    events.map(({ source }) => source),
    sources.sort(),
  );
});

test('a write that is refused among others is the only one', async (t) => {
  const service = await filled(t);
  const refer = (id: number, party_id: number) => service.ask('PATCH', `/unit/${id}`, { body: { party_id } });
  const parties = ids.map((id) => (id % 10 === 0 ? 77 : 2));
  const referred = await Promise.all(ids.map((id, place) => refer(id, parties[place] ?? 2)));
  t.same(
    referred.map(({ status, body }) => [status, body.code ?? body.party_id]),
    parties.map((each) => (each === 77 ? [409, 'reference_conflict'] : [200, 2])),
  );
  const found = await Promise.all(ids.map((id) => rename(service, id + 5, 'found')));
  t.same(
    found.map(({ status }) => status),
    ids.map((id) => (id + 5 > count ? 404 : 200)),
  );
  const codes = ids.map((id) => `C${id % 30}`);
  const created = await Promise.all(codes.map((code) => service.ask('POST', '/label', { body: { code } })));
  t.equal(created.filter(({ status }) => status === 201).length, 30);
  t.equal(created.filter(({ status, body }) => status === 409 && body.code === 'unique_conflict').length, count - 30);
  t.same(await service.database.query('select count(*) from label'), [{ count: '30' }]);
});

test('each writes as the caller of its own token', async (t) => {
  const service = await filled(t);
  const claim = service.model.service.claims.identity;
  const tokenOf = (id: number, role: string, party_id: number) =>
    service.token({ [claim]: id, role, scope: 'manage:data', party_id });
  // All of party 1. The last writers would be granted what the first ones may, or recorded as them.
  const odd = ids.filter((id) => id % 2 === 1);
  const half = odd.length / 2;
  const write = (token: (place: number) => string, words: string) =>
    Promise.all(
      odd.map((id, place) => service.ask('PATCH', `/unit/${id}`, { body: { words: [words] }, token: token(place) })),
    );
  const workers = [tokenOf(7, 'worker', 1), tokenOf(7, 'worker', 2)] as const;
  const granted = await write((place) => workers[place < half ? 0 : 1], 'worker');
  t.same(
    granted.map(({ status }) => status),
    odd.map((_, place) => (place < half ? 200 : 404)),
  );
  const clerks = [tokenOf(7, 'clerk', 1), tokenOf(8, 'clerk', 1)] as const;
  const recorded = await write((place) => clerks[place < half ? 0 : 1], 'clerk');
  t.same(
    recorded.map(({ body }) => body.recorded_by),
    odd.map((_, place) => (place < half ? 7 : 8)),
  );
});

test('a row that somebody holds keeps only its own writers waiting', async (t) => {
  const service = await filled(t);
  const psql = await openPsql(t, service.database.url);
  await psql.run('begin; update unit set words = null where id in (3, 20)');
  const writes = ids.map((id) => rename(service, id, `changed ${id}`));
  const milliseconds = await pacedMilliseconds(async () => {
    const others = await Promise.all(writes.filter((_, place) => place !== 2 && place !== 19));
    t.ok(others.every(({ status }) => status === 200));
  });
  // A statement behind the lock ends after ten seconds.
  t.ok(milliseconds < 5000);
  await psql.run('commit');
  t.same(
    (await Promise.all(writes)).map(({ status }) => status),
    ids.map(() => 200),
  );
});

test('writes of slow rows are found out, and run side by side', async (t) => {
  const service = await filled(t);
  const slow = (seconds: number) =>
    service.database.query(`
      create or replace function slow() returns trigger language plpgsql as $$
      begin perform pg_sleep(${seconds}); return new; end $$;
      create or replace trigger slow before update on unit for each row execute function slow()`);
  await slow(0.01);
  const renamed = async (name: string) => {
    const { answers, isSlow } = await together(
      ids.map((id) => rename(service, id, name)),
      1_000,
    );
    t.ok(answers.every(({ status, body }) => status === 200 && body.name === name));
    return { count: await transactions(service, 'unit'), isSlow };
  };
  const first = await renamed('first');
  const second = await renamed('second');
  t.ok(first.isSlow || second.isSlow || second.count < count / 2, 'a few may have been slow by chance');
  let last = await renamed('third');
  // It is forgotten after ten seconds, which a slow machine may take for this.
  for (let round = 4; round < 14 && last.count < count; round += 1) last = await renamed(`round ${round}`);
  t.equal(last.count, count);
  // Together, these would take longer than a statement may.
  await slow(0.4);
  const answers = await Promise.all(
    ids.map((id) => service.ask('PATCH', `/unit/${id}`, { body: { words: ['slow'] } })),
  );
  t.ok(answers.every(({ status }) => status === 200));
});

test('a row that many change at once is changed by each of them', async (t) => {
  const service = await filled(t);
  const answers = await Promise.all(ids.map((id) => rename(service, 1 + (id % 2), `changed ${id}`)));
  t.ok(answers.every(({ status }, place) => status === 200 && answers[place]?.body.name === `changed ${place + 1}`));
  const versions = await service.database.query(
    'select unit_id as id, count(*) from unit_history where unit_id < 3 group by unit_id order by unit_id',
  );
  t.same(versions, [
    { id: '1', count: String(count / 2) },
    { id: '2', count: String(count / 2) },
  ]);
});

test('rows do not exchange unique values, nor become parts of each other, where each write alone is refused', async (t) => {
  const service = await filled(t);
  await service.run(ids.map((id) => ({ url: 'label', body: { code: `L${id}` } })));
  const swapped = await Promise.all(
    ids.map((id) => service.ask('PATCH', `/label/${id}`, { body: { code: `L${id % 2 === 0 ? id - 1 : id + 1}` } })),
  );
  t.same(
    swapped.map(({ status }) => status),
    ids.map(() => 409),
  );
});

test('answers that are long together are given one by one', async (t) => {
  const service = await filled(t, 'limits: { response_bytes: 40000, batch_requests: 100 }\n');
  const answers = await Promise.all(ids.map((id) => rename(service, id, 'x'.repeat(1000))));
  t.same(
    answers.map(({ status, body }) => [status, body.name?.length]),
    ids.map(() => [200, 1000]),
  );
});

test('writes that the row of the identity decides on are few transactions too', async (t) => {
  const model = modelOfFiles({
    'service.yaml': 'service: Units\nroles: [worker]\n',
    'party.yaml': 'resource: party\nfields: { name: { type: text } }\naccess: { worker: all }\n',
    'identity.yaml': `
resource: identity
fields: { subject: { type: text, unique: true }, party_id: { type: reference, to: party, nullable: true } }
access: { worker: all }
`,
    'unit.yaml': `
resource: unit
fields: { party_id: { type: reference, to: party }, name: { type: text } }
access: { worker: { read: "party_id=eq.{party_id}", update: "party_id=eq.{party_id}" } }
`,
  });
  const { ask, database, token } = await serveModel(t, model);
  await database.query(`
    insert into party (name) values ('Ada'), ('Bo');
    insert into identity (subject, party_id) values ('ada', 1);
    insert into unit (party_id, name) select 1 + id / 30, 'unit ' || id from generate_series(1, ${count}) as id`);
  const ada = token({ sub: 'ada', role: 'worker', scope: 'manage:data' });
  const rename = (each: readonly number[]) =>
    together(each.map((id) => ask('PATCH', `/unit/${id}`, { body: { name: `changed ${id}` }, token: ada })));
  const own = ids.filter((id) => id < 30);
  const { answers, isSlow } = await rename(own);
  t.ok(answers.every(({ status }) => status === 200));
  const [{ count: written } = { count: '' }] = await database.query(
    "select count(distinct xmin::text) as count from unit where name like 'changed %'",
  );
  t.ok(isSlow || Number(written) < own.length / 2);
  t.same(
    (await rename(ids)).answers.map(({ status }) => status),
    ids.map((id) => (id < 30 ? 200 : 404)),
  );
});
