import { type Test, test } from 'tap';
import { pacedMilliseconds } from '../pace.ts';
import { openPsql } from '../psql.ts';
import { type BatchService, batchService, type Part } from './batch_service.ts';
import { together, transactions } from './joined_service.ts';
import type { Answer } from './service.ts';

// Batches of one caller that are one statement each are one together, if they come faster than they are done. Nobody can tell by
// what they do.

const count = 60;

const ids = Array.from({ length: count }, (_, place) => place + 1);

/** The ids by threes, as they are and the other way round. */
const threes = ids.filter((id) => id % 3 === 1).map((id) => [id, id + 1, id + 2]);
const reversed = threes.map((each) => each.toReversed());

/** Units with the ids from 1, without an event. */
async function filled(t: Test): Promise<BatchService> {
  const made = await batchService(t, 'events: { prefix: org.example }\n');
  const { status, text } = await made.run([
    ...['Ada', 'Bo'].map((name) => ({ url: 'party', body: { name } })),
    ...ids.map((id) => ({ url: 'unit', body: { party_id: 1, name: `unit ${id}` } })),
  ]);
  if (status !== 200) throw new Error(text);
  await made.database.query('delete from almanac.outbox');
  return made;
}

function change(id: number, body: Part['body'] & object): Part {
  return { method: 'PATCH', url: `unit/${id}`, body };
}

function rename(id: number): Part {
  return change(id, { name: `changed ${id}` });
}

/** The rows of an answer. */
function rowsOf({ body }: Answer): readonly { readonly id: number; readonly [name: string]: unknown }[] {
  return body.responses.map((each: { readonly body: object }) => each.body);
}

test('batches that come at the same time are few transactions, with an answer for each request', async (t) => {
  const service = await filled(t);
  const changed = await together(threes.map((each) => service.run(each.map(rename))));
  t.same(
    changed.answers.map((answer) => rowsOf(answer).map(({ id, name }) => [id, name])),
    threes.map((each) => each.map((id) => [id, `changed ${id}`])),
  );
  t.ok(changed.isSlow || (await transactions(service, 'unit')) < threes.length / 2);
  const labels = threes.map((each) => each.map((id) => ({ url: 'label', body: { code: `L${id}`, unit_id: id } })));
  const created = await together(labels.map((each) => service.run(each)));
  t.same(
    created.answers.map((answer) => rowsOf(answer).map(({ code, unit_id }) => [code, unit_id])),
    threes.map((each) => each.map((id) => [`L${id}`, id])),
  );
  t.ok(created.isSlow || (await transactions(service, 'label')) < threes.length / 2);
});

test('events of a batch are in the order of its requests, whatever comes with it', async (t) => {
  for (const order of [threes, reversed]) {
    const service = await filled(t);
    const answers = await Promise.all(order.map((each) => service.run(each.map(rename))));
    t.ok(answers.every(({ status }) => status === 200));
    const events = await service.database.query('select source from almanac.outbox order by id');
    const told = events.map(({ source }) => Number(source?.slice('/unit/'.length)));
    for (const each of order)
      t.same(
        told.filter((id) => each.includes(id)),
        each,
      );
  }
});

test('a batch that is refused among others is the only one, and nothing of it is done', async (t) => {
  const service = await filled(t);
  const partyOf = (id: number) => (id % 10 === 0 ? 77 : 2);
  const referred = await Promise.all(
    threes.map((each) => service.run(each.map((id) => change(id, { party_id: partyOf(id) })))),
  );
  const refusedOf = (each: readonly number[]) => each.findIndex((id) => partyOf(id) === 77);
  t.same(
    referred.map(({ status, body }) => [status, body.code, body.request]),
    threes.map((each) => {
      const place = refusedOf(each);
      return place < 0 ? [200, undefined, undefined] : [409, 'reference_conflict', String(place + 1)];
    }),
  );
  const moved = await service.database.query('select id from unit where party_id = 2 order by id');
  t.same(
    moved.map(({ id }) => Number(id)),
    threes.filter((each) => refusedOf(each) < 0).flat(),
  );
});

test('a row that somebody holds keeps only its own batch waiting', async (t) => {
  const service = await filled(t);
  const psql = await openPsql(t, service.database.url);
  await psql.run('begin; update unit set words = null where id = 20');
  const batches = threes.map((each) => service.run(each.map(rename)));
  const milliseconds = await pacedMilliseconds(async () => {
    const others = await Promise.all(batches.filter((_, place) => threes[place]?.includes(20) === false));
    t.ok(others.every(({ status }) => status === 200));
  });
  // A statement behind the lock ends after ten seconds.
  t.ok(milliseconds < 5000);
  await psql.run('commit');
  t.ok((await Promise.all(batches)).every(({ status }) => status === 200));
});

test('batches that change the same rows at once change them one after the other', async (t) => {
  const service = await filled(t);
  const batches = threes.map((_, place) =>
    (place % 2 === 0 ? [1, 2, 3] : [3, 1, 2]).map((id) => change(id, { name: `batch ${place}` })),
  );
  const answers = await Promise.all(batches.map((each) => service.run(each)));
  t.ok(answers.every(({ status }) => status === 200));
  const versions = await service.database.query(
    'select count(*), count(distinct name) as names from unit_history where unit_id < 4 group by unit_id',
  );
  t.same(
    versions,
    [1, 2, 3].map(() => ({ count: String(threes.length), names: String(threes.length) })),
  );
  const [now] = await service.database.query('select count(distinct name) from unit where id < 4');
  t.equal(now?.count, '1');
});
