import { test } from 'tap';
import { connect } from '../../db/database.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import { testDatabase } from '../database.ts';
import { poolingProxy } from '../db/pooling_proxy.ts';
import { eventModel } from '../events/service.ts';
import { follow } from '../events/stream.ts';
import { serveDatabase } from './service.ts';

// A service behind a pooler that gives each transaction another session, and without another way to the database.

for (const prepares of [false, true]) {
  const kept = prepares ? 'that keeps prepared statements' : 'that keeps none';

  test(`a service behind a pooler in transaction mode ${kept}`, async (t) => {
    const model = eventModel();
    const own = await testDatabase(
      t,
      { key: schemaText(model), run: (empty) => createTables(empty, model) },
      { TimeZone: 'Asia/Tokyo' },
    );
    const proxy = await poolingProxy(t, own.url, { mode: 'transaction', servers: 4, prepares });
    const open = async (statementTimeoutSeconds: number) => {
      const pooler = { prepares, sessionUrl: null };
      const opened = await connect(proxy.url, { maximumConnections: 4, statementTimeoutSeconds, pooler });
      t.teardown(() => opened.close());
      return opened;
    };
    const database = await open(30);
    const worker = await startWorker(model, database, (error) => t.fail(String(error)));
    const service = await serveDatabase(t, model, { ...own, database }, undefined, worker.wake);
    t.teardown(() => worker.close());
    const { ask, server, token } = service;
    const address = await server.listen({ host: '127.0.0.1', port: 0 });
    const followed = await follow(t, service, address, {
      token: token({ identity_id: 1, scope: 'read:data', exp: Math.floor(Date.now() / 1000) + 600 }),
    });

    const names = Array.from({ length: 20 }, (_, at) => `n${at + 1}`);
    const made = await Promise.all(names.map((name) => ask('POST', '/owner', { body: { name } })));
    t.ok(made.every(({ status }) => status === 201));
    const refused = await ask('POST', '/owner', { body: { name: 'n1' } });
    t.equal(refused.status, 409, 'what PostgreSQL refuses is said as ever');
    const ids = made.map(({ body }) => body.id);
    for (let round = 0; round < 5; round += 1) {
      const read = await Promise.all(ids.map((id) => ask('GET', `/owner/${id}`)));
      t.same(
        read.map(({ body }) => body.name),
        names,
        'reads, which share connections in the end',
      );
    }
    const changed = await ask('PATCH', `/owner/${ids[0]}`, { body: { size: 11 } });
    t.match(changed.body, { name: 'n1', size: 11, is_large: true });
    t.match((await ask('GET', `/owner_history?owner_id=eq.${ids[0]}`)).body, { length: 2 });

    const entry = (valid_from: string) => ({ body: { owner_id: ids[0], name: valid_from.slice(0, 4), valid_from } });
    await ask('POST', '/entry', entry('2020-01-01T00:00:00Z'));
    t.equal((await ask('POST', '/entry', entry('2024-01-01T00:00:00Z'))).status, 201);
    const entries = await ask('GET', '/entry?select=name,valid_to&order=id');
    t.same(entries.body[0], { name: '2020', valid_to: '2024-01-01T00:00:00+00:00' }, 'a timeline, in UTC');
    const zoned = await ask('GET', '/entry?select=valid_to&order=id', { headers: { prefer: 'timezone=Europe/Oslo' } });
    t.same(zoned.body[0], { valid_to: '2024-01-01T01:00:00+01:00' });
    t.same((await ask('GET', '/entry?select=valid_to&order=id')).body[0], { valid_to: '2024-01-01T00:00:00+00:00' });

    const batch = await ask('POST', '/batch', {
      body: {
        requests: [
          { id: 'new', method: 'POST', url: 'owner', body: { name: 'batch' } },
          { id: '2', method: 'POST', url: 'pet', body: { owner_id: { $result: 'new.id' }, name: 'pet' } },
          { id: '3', method: 'POST', url: 'owner', body: { name: 'n1' } },
        ],
      },
    });
    t.equal(batch.status, 409);
    t.equal((await ask('GET', '/owner?name=eq.batch')).text, '[]', 'a batch is done or not');

    const lines = await ask('GET', '/owner?select=name', { headers: { accept: 'application/x-ndjson' } });
    const listed = lines.text.trim().split('\n');
    t.same(new Set(listed.map((line) => JSON.parse(line).name)), new Set(names));

    const held = Promise.withResolvers<void>();
    const locking = Promise.withResolvers<void>();
    const lock = own.database.transaction(async (query) => {
      await query({ text: 'lock table pet in access exclusive mode', values: [] });
      locking.resolve();
      await held.promise;
    });
    await locking.promise;
    const hasty = await serveDatabase(t, model, { ...own, database: await open(1) });
    const late = await hasty.ask('GET', '/pet?name=eq.x');
    t.equal(late.status, 503, 'a statement ends at its time');
    held.resolve();
    await lock;

    // Twenty owners, a change of one, two entries, and the end of the first entry.
    await followed.sources(24);
    const heard = followed.messages.flatMap(({ id, event }) => (event === null ? [] : [id]));
    t.equal(heard.length, 24);
    t.equal(new Set(heard).size, 24, 'events are heard, once each');
    followed.close();
  });
}
