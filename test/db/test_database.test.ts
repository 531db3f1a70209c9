import { test } from 'tap';
import { databaseError } from '../../db/database_error.ts';
import { testDatabase } from '../database.ts';

test('a test has a database of its own, copied from a template that is made once', async (t) => {
  let runs = 0;
  const preparation = {
    key: `counter ${process.pid}`,
    run: async (database: { script(text: string): Promise<void> }) => {
      runs += 1;
      await database.script('create table counter (value int); insert into counter values (1)');
    },
  };
  const all = await Promise.all([1, 2, 3].map(() => testDatabase(t, preparation)));
  t.equal(runs, 1);
  await all[0]?.query('update counter set value = $1', ['2']);
  const values = await Promise.all(all.map(async ({ query }) => (await query('select value from counter'))[0]?.value));
  t.strictSame(values, ['2', '1', '1']);
});

test('a preparation that fails leaves no template', async (t) => {
  const key = `failing ${process.pid}`;
  const prepare = (text: string) => testDatabase(t, { key, run: (database) => database.script(text) });
  const thrown = await prepare('create table half (); select nothing').catch((error: unknown) => error);
  t.match(databaseError(thrown), { sqlstate: '42703' });
  const { query } = await prepare('create table whole ()');
  t.strictSame(await query(`select relname from pg_class where relname in ('half', 'whole')`), [{ relname: 'whole' }]);
});
