import { test } from 'tap';
import { connect } from '../../db/database.ts';
import type { Query } from '../../db/statement.ts';
import { openPsql } from '../psql.ts';
import { count, filled, ids, transactions } from './joined_service.ts';
import { serveDatabase } from './service.ts';

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
  const psql = await openPsql(t, service.database.url);
  await psql.run('begin; update unit set words = null where id = 1');
  const answers = await Promise.all(
    ids.map((id) => ask('PATCH', `/unit/${id}`, { body: { name: `changed ${id}` }, token: service.tokenOf() })),
  );
  t.ok(answers.every(({ status }) => status === 429 || status === 503));
  t.ok(asked < count / 2);
  await psql.run('rollback');
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
