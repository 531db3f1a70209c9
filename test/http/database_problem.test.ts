import { test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import type { Query } from '../../db/statement.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { databaseProblem, queryProblemOf, writeProblem } from '../../engine/http/response/database_problem.ts';
import type { Refusal } from '../../engine/http/response/refused_write.ts';
import { createServer } from '../../engine/http/server.ts';
import { constraints } from '../../engine/schema/constraint/constraints.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { inTime } from './in_time.ts';
import { quiet, secret, serveModel, signToken, testService } from './service.ts';
import { tableOf } from './valid_body.ts';

// What the database says, in words of the service; nothing of its own words gets out.

const seesAll = { reads: () => true, shows: () => true, showsAll: () => true };

const refusal = (sqlstate: string, constraint: string | null = null): Refusal => ({
  sqlstate,
  constraint,
  column: null,
  table: null,
  within: null,
  detail: null,
  message: '',
  unavailable: false,
  undone: false,
  tooLong: false,
});

test('failures that no caller can help', async (t) => {
  const failures: readonly (readonly [Refusal, code: string, status: number])[] = [
    [{ ...refusal('08006'), unavailable: true }, 'unavailable', 503],
    [{ ...refusal('57P01'), unavailable: true }, 'unavailable', 503],
    [refusal('53300'), 'unavailable', 503],
    [refusal('57014'), 'timeout', 503],
    [refusal('42501'), 'unavailable', 503],
    [refusal('40001'), 'concurrent_change', 409],
    [refusal('40P01'), 'concurrent_change', 409],
    [refusal('42P01'), 'not_ready', 503],
    [refusal('42883'), 'not_ready', 503],
    [refusal('42601'), 'internal', 500],
    [refusal('XX000'), 'internal', 500],
    [refusal('23505', 'party_pkey'), 'internal', 500],
    [refusal('23514', 'no_constraint_of_the_model'), 'internal', 500],
  ];
  for (const [said, code, status] of failures) {
    const problem = databaseProblem(said);
    t.equal(problem.code, code, said.sqlstate);
    t.equal(problem.status, status);
    t.equal('retry-after' in problem.headers, status === 503);
  }
});

test('what only PostgreSQL finds wrong with a parameter', async (t) => {
  const faults: readonly (readonly [sqlstate: string, value: string, detail: string | null])[] = [
    ['22025', 'like.a\\', 'a pattern ends in a single backslash (name)'],
    ['22025', '(name.ilike.a\\)', 'a pattern ends in a single backslash (name)'],
    ['22025', 'eq.a', null],
    ['2201B', 'imatch.[', 'PostgreSQL cannot read a regular expression of the request (name)'],
    ['54001', 'eq.a', 'the request is too complex for one statement'],
  ];
  for (const [sqlstate, value, detail] of faults)
    t.equal(queryProblemOf(refusal(sqlstate), [{ name: 'name', value, index: 0 }])?.message ?? null, detail, value);
});

test('constraints by their names', async (t) => {
  const loaded = await loadModel('test/library');
  if (!loaded.ok) throw new Error('test/library has faults');
  const { model } = loaded;
  const named = constraints(model);
  for (const [name, constraint] of named) {
    const table = model.resources.get(constraint.resource);
    if (table?.kind !== 'table') continue;
    const expected = {
      primary_key: 'internal',
      unique: 'unique_conflict',
      reference: 'still_referenced',
      elements: 'still_referenced',
      check: 'invalid_body',
      related_check: 'invalid_body',
      moment_check: 'invalid_body',
      field: 'invalid_body',
      acyclic: 'invalid_body',
      transition: 'state_conflict',
      deprecated_value: 'invalid_body',
      validity: 'invalid_body',
      overlap: 'overlap_conflict',
      align: 'invalid_body',
      freeze: 'state_conflict',
      start_window: 'invalid_body',
    }[constraint.kind];
    const problem = writeProblem(refusal('23514', name), { table, model, body: {}, sight: seesAll }, named);
    t.equal(problem.code, expected, name);
    t.notMatch(problem.message, name);
  }
  const long = 'å'.repeat(500);
  const table = tableOf(model, 'member');
  const [unique = ''] = [...named].find(([, { kind, resource }]) => kind === 'unique' && resource === 'member') ?? [];
  t.ok(
    writeProblem(refusal('23505', unique), { table, model, body: { user: long }, sight: seesAll }, named).message
      .length < 200,
  );
});

test('a database that is away', async (t) => {
  const loaded = await loadModel('test/five_lines');
  if (!loaded.ok) throw new Error('test/five_lines has faults');
  const { model } = loaded;
  // The discard port: nothing listens there.
  const url = 'postgresql://nobody@127.0.0.1:9/nothing';
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 1 });
  const authenticate = createAuthenticate({ kind: 'secret', secret }, model.service);
  const server = await createServer({ model, database, authenticate, ...quiet });
  t.teardown(() => Promise.all([server.close(), database.close()]));
  const headers = { authorization: `Bearer ${signToken({ identity_id: 1, scope: 'manage:data' })}` };
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/1'],
    ['POST', ''],
    ['PATCH', '/1'],
    ['DELETE', '/1'],
  ] as const) {
    const payload = method === 'POST' || method === 'PATCH' ? { payload: { heading: 'x' } } : {};
    const answer = await server.inject({ method, url: `/api/v1/note${path}`, headers, ...payload });
    t.equal(answer.statusCode, 503, `${method} ${path}`);
    t.equal(answer.json().code, 'unavailable');
    t.equal(answer.headers['retry-after'], '2');
  }
});

test('a statement that takes too long', async (t) => {
  const service = await testService(t, 'test/five_lines');
  await service.ask('POST', '/note', { body: { heading: 'x' } });
  await service.database.query(
    'create function public.wait() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return new; end $$',
  );
  await service.database.query(
    'create trigger wait before update on public.note for each row execute function public.wait()',
  );
  const quick = await connect(service.database.url, { maximumConnections: 1, statementTimeoutSeconds: 1 });
  const { model } = service;
  const authenticate = createAuthenticate({ kind: 'secret', secret }, model.service);
  const server = await createServer({ model, database: quick, authenticate, ...quiet });
  t.teardown(() => Promise.all([server.close(), quick.close()]));
  // Two seconds after its time, a statement of which nothing is heard is given up.
  const answer = await inTime(3_000, () =>
    server.inject({
      method: 'PATCH',
      url: '/api/v1/note/1',
      headers: { authorization: `Bearer ${signToken({ identity_id: 1, scope: 'manage:data' })}` },
      payload: { heading: 'y' },
    }),
  );
  t.equal(answer.statusCode, 503);
  t.match(answer.json(), { code: 'timeout' });
  t.equal(answer.headers['retry-after'], '2');
});

test('a list that takes too long to count says what is quicker', async (t) => {
  const model = modelOfFiles({
    'service.yaml': 'service: Notes\nroles: [reader, writer]\n',
    'note.yaml':
      'resource: note\nfields: { heading: { type: text } }\naccess: { reader: { read: all }, writer: { read: heading=eq.x } }\n',
  });
  const service = await serveModel(t, model);
  const database = await connect(service.database.url, { maximumConnections: 2, statementTimeoutSeconds: 10 });
  const slow = refusing(database, / as total|select count\(\*\) as count from|^explain/);
  const authenticate = createAuthenticate({ kind: 'secret', secret }, model.service);
  const server = await createServer({ model, database: slow, authenticate, ...quiet });
  t.teardown(() => Promise.all([server.close(), database.close()]));
  const hintOf = async (role: string, prefer: string) => {
    const authorization = `Bearer ${signToken({ identity_id: 1, scope: 'read:data', role })}`;
    const answer = await server.inject({ url: '/api/v1/note', headers: { authorization, prefer } });
    return [answer.statusCode, answer.json().hint];
  };
  t.same(await hintOf('reader', 'count=exact'), [503, 'ask with Prefer: count=estimated, or without a count']);
  t.same(await hintOf('reader', 'count=estimated'), [503, 'ask with Prefer: count=planned, or without a count']);
  t.same(await hintOf('reader', 'count=planned'), [503, undefined]);
  // For them, every count is exact.
  for (const count of ['exact', 'estimated', 'planned'])
    t.same(await hintOf('writer', `count=${count}`), [503, 'ask without a count'], count);
  t.same(await hintOf('reader', 'handling=lenient'), [200, undefined]);
});

/** The database, which takes too long for some statements. */
function refusing(database: Database, slow: RegExp): Database {
  const read: Query = async (statement) =>
    slow.test(statement.text)
      ? { ok: false, error: { ...refusal('57014'), hint: null, position: null } }
      : database.read(statement);
  return { ...database, read, share: (name) => ({ ...database.share(name), read }) };
}

test('a defect of ours says nothing about itself', async (t) => {
  const service = await testService(t, 'test/five_lines');
  await service.database.query(
    "create or replace function almanac.note_stamp() returns trigger language plpgsql as $$ begin raise 'elsewhere %', 1/0; end $$",
  );
  const { status, text } = await service.ask('POST', '/note', { body: { heading: 'x' } });
  t.equal(status, 500);
  t.notMatch(text, /elsewhere|public|zero|22012|select/);
  t.match(JSON.parse(text), { code: 'internal', detail: 'the service could not carry out the request' });
});
