import { test } from 'tap';
import { connect } from '../../db/database.ts';
import type { Query } from '../../db/statement.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { count, filled, ids, transactions } from './joined_service.ts';
import { serveDatabase, serveModel } from './service.ts';

// Where single writes that come at the same time must not be one statement, or must not run twice.

test('new rows do not refer to each other, where each alone would refer to nothing', async (t) => {
  const service = await filled(t);
  // The ids that come next.
  const next = count + 20;
  await Promise.all(
    ids.map((id) => service.ask('POST', '/unit', { body: { party_id: 1, parent_id: id < 3 ? 1 : next } })),
  );
  t.same(await service.database.query('select id from unit where parent_id > id'), []);
});

test('a new row that a trigger leaves out leaves the answers of the others to them', async (t) => {
  const service = await filled(t);
  await service.database.query(`
    create function leave_out() returns trigger language plpgsql as $$
    begin return case when new.size % 7 > 0 then new end; end $$`);
  await service.database.query(
    'create trigger a_leave_out before insert on label for each row execute function leave_out()',
  );
  const answers = await Promise.all(
    ids.map((id) => service.ask('POST', '/label', { body: { code: `L${id}`, size: id } })),
  );
  t.same(
    answers.map(({ status, body }) => [status, body.code]),
    ids.map((id) => (id % 7 > 0 ? [201, `L${id}`] : [500, 'internal'])),
  );
});

test('where no connection is free in time, writes that waited together do not wait again', async (t) => {
  const service = await filled(t);
  let asked = 0;
  const shares = { statements: 1, waiting: 1 };
  const one = await connect(service.database.url, { maximumConnections: 1, statementTimeoutSeconds: 1, shares });
  t.teardown(() => one.close());
  const database = {
    ...one,
    share: (name: string) => {
      const share = one.share(name);
      const query: Query = (statement) => {
        asked += 1;
        return share.query(statement);
      };
      return { ...share, query };
    },
  };
  const { ask } = await serveDatabase(t, service.model, { ...service.database, database });
  // Longer than anything waits for a connection.
  const held = one.share('another').transaction(async (query) => {
    for (const _half of [1, 2]) await query({ name: 'held', text: 'select pg_sleep(0.8)', values: [] });
  });
  const answers = await Promise.all(
    ids.map((id) => ask('PATCH', `/unit/${id}`, { body: { name: `changed ${id}` }, token: service.tokenOf() })),
  );
  t.ok(answers.every(({ status }) => status === 429 || status === 503));
  t.ok(asked < count / 2);
  await held;
});

test('writes of long values are statements of their own', async (t) => {
  const service = await filled(t);
  const long = 'x'.repeat(600_000);
  const answers = await Promise.all(
    ids.map((id) =>
      service.ask('PATCH', `/unit/${id}`, { body: { name: long }, headers: { prefer: 'return=minimal' } }),
    ),
  );
  t.ok(answers.every(({ status }) => status === 204));
  t.equal(await transactions(service, 'unit'), count);
});

test('work at the commit that takes long for each row ends joining, and is done once for each', async (t) => {
  const service = await filled(t);
  await service.database.query(`
    create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.45); return null; end $$;
    create constraint trigger slow after insert on label deferrable initially deferred for each row execute function slow()`);
  // Together, they would take longer than anybody waits for an answer.
  const answers = await Promise.all(ids.map((id) => service.ask('POST', '/label', { body: { code: `L${id}` } })));
  t.same(
    answers.map(({ status }) => status),
    ids.map(() => 201),
  );
  t.same(await service.database.query('select count(*) from label'), [{ count: String(count) }]);
});

test('names that are words of ours elsewhere stay names', async (t) => {
  const model = modelOfFiles({
    'service.yaml': 'service: Pipes\n',
    'pipe.yaml': `
resource: pipe
fields: { code: { type: text }, joint: { type: text, nullable: true } }
`,
    'and.yaml': `
resource: and
fields: { show: { type: text, nullable: true }, unit: { type: text, nullable: true } }
`,
    'unit.yaml': 'resource: unit\nfields: { name: { type: text, nullable: true } }\n',
  });
  const { ask, database } = await serveModel(t, model);
  const first = await Promise.all(
    [{ code: 'A', joint: 'welded' }, { code: 'B' }].map((body) => ask('POST', '/pipe', { body })),
  );
  t.same(
    first.map(({ status }) => status),
    [201, 201],
  );
  const long = await ask('POST', '/pipe', { body: { code: '{C,D}', joint: 'screwed' } });
  t.match(long, { status: 201, body: { code: '{C,D}', joint: 'screwed' } });
  const codes = ids.map((id) => `N${id}`);
  const many = await Promise.all(codes.map((code) => ask('POST', '/pipe', { body: { code } })));
  t.same(
    many.map(({ status, body }) => [status, body.code]),
    codes.map((code) => [201, code]),
  );
  t.equal((await ask('POST', '/and', { body: { show: 'a', unit: 'b' } })).status, 201);
  t.equal((await ask('POST', '/unit?select=id', { body: {} })).status, 201);
  t.same(await database.query('select (select count(*) from pipe) as pipes, (select count(*) from unit) as units'), [
    { pipes: String(count + 3), units: '1' },
  ]);
});
