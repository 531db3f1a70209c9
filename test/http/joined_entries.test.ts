import { type Test, test } from 'tap';
import { openPsql } from '../psql.ts';
import { type BatchService, batchService } from './batch_service.ts';
import { together as atOnce, count, ids as units } from './joined_service.ts';
import type { Answer } from './service.ts';

// New entries of different timelines that come while others run are one statement. Nobody can tell by what they do.

/** Units with the ids from 1, each with a supplier from 2026 on. */
async function supplied(t: Test): Promise<BatchService> {
  const service = await batchService(t, 'events: { prefix: org.example }\n');
  const { status, text } = await service.run([
    ...['Ada', 'Bo'].map((name) => ({ url: 'party', body: { name } })),
    ...units.map((id) => ({ url: 'unit', body: { party_id: 1, name: `unit ${id}` } })),
    ...units.map((unit_id) => ({ url: 'supply', body: { unit_id, party_id: 1, valid_from: '2026-01-01T00:00:00Z' } })),
  ]);
  if (status !== 200) throw new Error(text);
  await service.database.query('delete from almanac.outbox');
  return service;
}

function supply({ ask }: BatchService, unit_id: number | string, year = 2027, party_id = 2): Promise<Answer> {
  return ask('POST', '/supply', { body: { unit_id, party_id, valid_from: `${year}-01-01T00:00:00Z` } });
}

/** What is left of some writes of suppliers: rows, versions and events, for each unit. */
async function traces({ database }: BatchService, ids: readonly number[]): Promise<readonly unknown[]> {
  const all = [];
  for (const id of ids) {
    all.push(
      await database.query(`
        select party_id, valid_from, valid_to, recorded_by, recorded_in = (
            select recorded_in from supply where unit_id = ${id} order by id desc limit 1
          ) as with_last
        from supply where unit_id = ${id} order by id`),
      await database.query(`
        select version.party_id, version.valid_from, version.valid_to, version.replaced_by, version.replaced_at = item.recorded_at as follows
        from supply_history as version join supply as item on item.id = version.supply_id
        where item.unit_id = ${id} order by version.id`),
      await database.query(`
        select told.type, item.valid_from, told.recorded_by, told.time = item.recorded_at as at_once
        from almanac.outbox as told join supply as item on told.source = '/supply/' || item.id
        where item.unit_id = ${id} order by told.id`),
    );
  }
  return all;
}

/** How many transactions made the last suppliers of the units. */
async function transactions({ database }: BatchService): Promise<number> {
  const [row] = await database.query('select count(distinct recorded_in) as count from supply where valid_to is null');
  return Number(row?.count);
}

test('entries of many timelines at once are few transactions, and leave what they leave one by one', async (t) => {
  const [together, apart] = [await supplied(t), await supplied(t)];
  const { answers, isSlow } = await atOnce(units.map((id) => supply(together, id)));
  t.same(
    answers.map(({ status, headers, body: { id, unit_id } }) => [status, headers.location, unit_id, id > count]),
    answers.map(({ body }, place) => [201, `/api/v1/supply/${body.id}`, place + 1, true]),
  );
  t.ok(isSlow || (await transactions(together)) < count / 2);
  for (const id of units) await supply(apart, id);
  t.equal(await transactions(apart), count);
  t.same(await traces(together, units), await traces(apart, units));
});

test('entries of one timeline make room for each other, beside entries of others', async (t) => {
  const service = await supplied(t);
  const years = [2027, 2028, 2029, 2030];
  const asked = years.flatMap((year) => [1, 1, ...units].map((id) => ({ id, year })));
  const answers = await Promise.all(asked.map(({ id, year }) => supply(service, id, year)));
  t.ok(answers.every(({ status }) => status === 201));
  const torn = await service.database.query(`
    select version.supply_id
    from (
      select supply_id, replaced_at, lead(recorded_at) over (partition by supply_id order by id) as next
      from (
        select id, supply_id, recorded_at, replaced_at from supply_history
        union all select row_version, id, recorded_at, null from supply
      ) as known
    ) as version
    where replaced_at is distinct from next`);
  t.same(torn, []);
  // An entry that was taken away by its own transaction would have lost the version that its answer shows.
  const versions = await service.database.query(`
    select id, row_version as version from supply where valid_from is not null and valid_to is null
    union all select supply_id, id from supply_history where valid_from is not null and valid_to is null`);
  const known = new Set(versions.map(({ id, version }) => `${id} ${version}`));
  const versionOf = ({ body, headers }: Answer) => `${body.id} ${/\d+/.exec(headers.etag ?? '')?.[0]}`;
  t.same(
    answers.map(versionOf).filter((each) => !known.has(each)),
    [],
  );
  const [overlaps] = await service.database.query(`
    select count(*) as count from supply as one join supply as other on one.unit_id = other.unit_id and one.id < other.id
    and one.valid_from is not null and other.valid_from is not null
    and tstzrange(one.valid_from, one.valid_to) && tstzrange(other.valid_from, other.valid_to)`);
  t.equal(overlaps?.count, '0');
});

test('an entry that is refused among others is the only one', async (t) => {
  const service = await supplied(t);
  const referred = await Promise.all(units.map((id) => supply(service, id, 2027, id % 10 === 0 ? 77 : 2)));
  t.same(
    referred.map(({ status, body }) => [status, body.code ?? body.party_id]),
    units.map((id) => (id % 10 === 0 ? [409, 'reference_conflict'] : [201, 2])),
  );
  const book = (unit_id: number) =>
    service.ask('POST', '/booking', { body: { unit_id, valid_from: '2027-01-01T00:00:00Z' } });
  for (const id of [3, 20]) await book(id);
  const booked = await Promise.all(units.map(book));
  t.same(
    booked.map(({ status, body }) => [status, body.code ?? body.unit_id]),
    units.map((id) => (id === 3 || id === 20 ? [409, 'overlap_conflict'] : [201, id])),
  );
});

test('a timeline that somebody holds keeps only its own writers waiting', async (t) => {
  const service = await supplied(t);
  const psql = await openPsql(t, service.database.url);
  await psql.run('begin; select id from unit where id in (3, 20) for update');
  const writes = units.map((id) => supply(service, id));
  const others = await Promise.all(writes.filter((_, place) => place !== 2 && place !== 19));
  t.ok(others.every(({ status }) => status === 201));
  await psql.run('commit');
  t.same(
    (await Promise.all(writes)).map(({ status }) => status),
    units.map(() => 201),
  );
});
