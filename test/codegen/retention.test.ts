import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Test, test } from 'tap';
import { createTables, storeDefinitions } from '../../db/migrate/prepare.ts';
import { addPartitions } from '../../engine/feature/event/partition.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { testDatabase } from '../database.ts';
import { almanac, copyOf } from './process.ts';

/** A database of notes whose first events are three years old, and those of the next partition two months. */
async function open(t: Test) {
  const folder = copyOf(t, 'test/five_lines');
  writeFileSync(join(folder, 'service.yaml'), 'service: Notes\nevents: { prefix: org.example }\n');
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const { database, query, url } = await testDatabase(t);
  await createTables(database, loaded.model);
  await storeDefinitions(database, loaded.files);
  for (const age of ['3 years', '2 months', '0 days']) {
    await query(`insert into note (heading) values ('a'), ('b')`);
    await sequence(database);
    await query(
      `update event set recorded_at = recorded_at - interval '${age}' where recorded_at > now() - interval '1 hour'`,
    );
    await addPartitions(database);
  }
  const retention = (...options: readonly string[]) =>
    almanac(['retention', ...options], { DATABASE_URL: url, ALMANAC_RESOURCES: folder });
  const ids = async () => (await query('select id from event order by id')).map(({ id }) => id);
  return { retention, ids, query, folder, url };
}

test('retention shows what it would drop, and drops it when told to', async (t) => {
  const { retention, ids } = await open(t);
  const all = ['1', '2', '1000000', '1000001', '2000000', '2000001'];
  t.same(await ids(), all);
  const plan = await retention('--events', '2y');
  t.equal(plan.code, 0, plan.stderr);
  t.match(
    plan.stdout,
    /^Only events from before \S+ \S+:\n {2}almanac\.event_0 {2}2 events, ids 1 to 2, until .*\nNothing is dropped yet\. Add --yes to drop them for good\.\n$/,
  );
  t.same(await ids(), all, 'nothing is dropped yet');
  const done = await retention('--events', '2y', '--yes');
  t.match(done.stdout, /event_0(.|\n)*Dropped\.\n$/);
  t.same(await ids(), all.slice(2));
  t.match(await retention('--events', '2y', '--yes'), { code: 0, stdout: /^No partition has only events from before/ });
  t.match(JSON.parse((await retention('--events', '1m', '--yes', '--json')).stdout), {
    before: String,
    partitions: [{ name: 'almanac.event_1', events: '2' }],
    dropped: true,
  });
  t.same(await ids(), all.slice(4));
  t.match(await retention('--events', '1d', '--yes'), { stdout: /^No partition/ }, 'never the one that is filled');
});

test('what has no events is said to have none', async (t) => {
  const { query, folder, url } = await open(t);
  await query('drop table event cascade');
  const environment = { DATABASE_URL: url, ALMANAC_RESOURCES: folder };
  t.match(await almanac(['retention', '--events', '2y'], environment), {
    code: 1,
    stderr: /the database has no events/,
  });
  cpSync('test/five_lines', folder, { recursive: true });
  t.match(await almanac(['retention', '--events', '2y'], environment), { code: 1, stderr: /has no events/ });
});
