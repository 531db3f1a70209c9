import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { serveModel } from './service.ts';

const files = {
  'service.yaml': 'service: Test\nroles: [clerk, auditor]\n',
  'identity.yaml':
    'resource: identity\nhistory: true\nfields:\n  subject: { type: text, unique: true }\naccess:\n  auditor: { read: all }\n  clerk: { read: id=eq.1 }\n',
  'note.yaml':
    'resource: note\nhistory: true\nfields:\n  text: { type: text }\naccess:\n  auditor: all\n  clerk: { read: recorded_by_identity.subject=neq.otto }\n',
};

test('who recorded a row, and who replaced a version, are embedded, filtered and linked (specification 2.1)', async (t) => {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  await database.query(`insert into identity (subject) values ('ann'), ('otto')`);
  for (const [at, name] of ['0', '1', '2', '99'].entries())
    await database.query(
      `with caller as materialized (select set_config('almanac.identity', '${name}', true)) insert into note (text) select 'n${at}' from caller`,
    );
  await database.query(
    `with caller as materialized (select set_config('almanac.identity', '2', true)) update note set text = 'new' from caller where id = 2`,
  );
  const get = (path: string, role = 'auditor', scope = 'read:data') =>
    ask('GET', path, { token: token({ identity_id: 1, role, scope }) });
  const names = (body: readonly { readonly recorded_by_identity: unknown }[]) =>
    body.map((row) => row.recorded_by_identity);

  const embed = 'select=id,recorded_by,recorded_by_identity(subject)&order=id';
  t.strictSame(names((await get(`/note?${embed}`)).body), [null, { subject: 'otto' }, { subject: 'otto' }, null]);
  t.match((await get('/note?recorded_by_identity.subject=eq.otto&select=id&order=id')).body, [{ id: 2 }, { id: 3 }]);
  t.match((await get('/note?recorded_by_identity=is.null&select=id&order=id')).body, [{ id: 1 }, { id: 4 }]);
  t.match((await get('/note?order=recorded_by_identity(subject),id&select=id')).body[0], { id: 2 });
  const history = await get(
    '/note_history?note_id=eq.2&select=recorded_by_identity(subject),replaced_by_identity(subject)&order=id',
  );
  t.strictSame(history.body, [
    { recorded_by_identity: { subject: 'ann' }, replaced_by_identity: { subject: 'otto' } },
    { recorded_by_identity: { subject: 'otto' }, replaced_by_identity: null },
  ]);

  const linkOf = async (id: number) => (await get(`/note/${id}`)).body.links.recorded_by_identity;
  t.same([await linkOf(1), await linkOf(2)], [null, '/api/v1/identity/2']);

  // Scopes and rules of the identities hold as for any embed; a rule itself sees all of them.
  t.equal((await get(`/note?${embed}`, 'auditor', 'read:data:note')).status, 403);
  await database.query(
    `with caller as materialized (select set_config('almanac.identity', '1', true)) insert into note (text) select 'mine' from caller`,
  );
  t.strictSame(names((await get(`/note?${embed}`, 'clerk')).body), [{ subject: 'ann' }]);

  // No foreign key holds an identity, and no index is made.
  const kept = await database.query(
    `select conname as name from pg_constraint where contype = 'f' union select indexname from pg_indexes where indexdef like '%recorded_by%' or indexdef like '%replaced_by%'`,
  );
  t.same(kept, []);
  await database.query('delete from identity where id = 2');
  t.match((await get('/note/2')).body, { recorded_by: 2 });
});
