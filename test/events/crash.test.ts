import { test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { eventService, eventsAfter } from './service.ts';

// The sequencer may die at any point: what it was about to do is done by the next one, once.

/** What another session holds, so that the sequencer waits at a point; null where it is past all of them. */
const points: readonly (readonly [point: string, hold: string])[] = [
  ['before it looks', 'lock table almanac.outbox in access exclusive mode'],
  ['with the lock, before it takes from the outbox', 'lock table almanac.outbox in share mode'],
  [
    'between the outbox and the events: the id is taken',
    `insert into event (id, specversion, type, source, time, recorded_at, recorded_by)
     select last_value + 2, '', '', '', now(), now(), 0 from event_id_seq`,
  ],
];

const changes = `insert into owner (name) values ('a'), ('b'), ('c')`;
const events = ['/owner/1 create', '/owner/2 create', '/owner/3 create'];

test('a sequencer that is killed between any two of its steps loses and doubles nothing', async (t) => {
  for (const [point, hold] of points) {
    const service = await eventService(t);
    const { database, query, url } = service.database;
    await query(changes);
    const holder = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 30 });
    const victim = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 30 });
    await holder.query({ text: 'begin', values: [] });
    const held = await holder.query({ text: hold, values: [] });
    t.ok(held.ok, point);
    const killed = sequence(victim).then(
      () => 'done',
      () => 'killed',
    );
    await kill(database);
    t.equal(await killed, 'killed', point);
    await holder.query({ text: 'rollback', values: [] });
    t.same(await query('select from event'), [], point);
    t.same(await eventsAfter(service, 0), events, point);
    t.same(await eventsAfter(service, 0), events, 'once');
    await Promise.all([holder.close(), victim.close()]);
  }
});

test('nor does one that is killed when all is done but the commit, and its lock is free at once', async (t) => {
  const service = await eventService(t);
  const { database, query, url } = service.database;
  await query(changes);
  const victim = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 30 });
  await victim.query({ text: 'begin', values: [] });
  t.equal(await sequence(victim), 3);
  t.equal(await sequence(database), 0, 'while it holds the lock, no other works');
  t.same(await query('select from event'), []);
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%sequence_events%' and state = 'idle in transaction'`,
  );
  while ((await sequence(database)) === 0);
  t.same(await eventsAfter(service, 0), events);
  await victim.close();
});

/** Ends the session of the sequencer once it waits. */
async function kill({ query }: Database): Promise<void> {
  const text = `
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%sequence_events%' and wait_event_type = 'Lock'`;
  for (;;) {
    const outcome = await query({ text, values: [] });
    if (!outcome.ok) throw new Error(outcome.error.message);
    if (outcome.rows.length > 0) return;
  }
}
