import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { type Answer, type Request, serveModel } from './service.ts';

// A create that refers to rows by their keys, and is repeated when those rows are gone.

const files = {
  'service.yaml': 'service: Works\n',
  'party.yaml': 'resource: party\nfields: { number: { type: text, unique: true } }\n',
  'work.yaml':
    'resource: work\nfields:\n  party_id: { type: reference, to: party }\n  code: { type: text, unique: true, max_length: 5 }\n',
};

const csv = { 'content-type': 'text/csv', prefer: 'return=representation' };
const creates: Readonly<Record<string, readonly [path: string, body: NonNullable<Request['body']>, headers?: object]>> =
  {
    'one row': ['/work', { party: { number: 'n1' }, code: 'a' }],
    'many rows': [
      '/work',
      [
        { party: { number: 'n1' }, code: 'b' },
        { party: { number: 'n2' }, code: 'c' },
      ],
    ],
    'rows of CSV': ['/work', 'party.number,code\nn1,d\nn2,e\n', csv],
    'an upsert': [
      '/work?on_conflict=code',
      { party: { number: 'n1' }, code: 'f' },
      { prefer: 'resolution=merge-duplicates' },
    ],
    'a row with its effects': ['/work', { party: { number: 'n1' }, code: 'g' }, { prefer: 'return=effects' }],
  };

test('a repeated request gets its first answer, whatever its keys lead to now', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(files));
  await database.query(`insert into party (number) values ('n1'), ('n2')`);
  const create = (name: string, [path, body, more = {}]: (typeof creates)[string]) =>
    ask('POST', path, { body, headers: { 'idempotency-key': `"${name}"`, ...more } });
  const first = new Map<string, Answer>();
  for (const [name, request] of Object.entries(creates)) first.set(name, await create(name, request));
  const rows = await database.query('select * from work order by id');
  await database.query(`update party set number = number || ' of old'`);
  for (const [name, request] of Object.entries(creates)) {
    const { status, text } = await create(name, request);
    t.strictSame([status, text], [201, first.get(name)?.text], name);
  }
  t.strictSame(await database.query('select * from work order by id'), rows, 'nothing more is written');
  const other = await create('one row', ['/work', { party: { number: 'n2 of old' }, code: 'a' }]);
  t.match(other.body, { code: 'idempotency_key_reused' });
});

test('a key that leads nowhere keeps nothing, so the request is done once it leads to a row', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(files));
  const create = (body: Request['body'] & object) =>
    ask('POST', '/work', { body, headers: { 'idempotency-key': '"k"' } });
  const early = await create({ party: { number: 'n1' }, code: 'a' });
  t.match(early.body, { code: 'invalid_body', errors: [{ pointer: '/party', detail: 'refers to no party' }] });
  t.equal((await create({ party: { number: 'n1' }, code: 'too long' })).body.errors[0].pointer, '/party');
  await database.query(`insert into party (number) values ('n1')`);
  t.equal((await create({ party: { number: 'n1' }, code: 'too long' })).body.errors[0].pointer, '/code');
  const answers = await Promise.all([1, 2, 3].map(() => create({ party: { number: 'n1' }, code: 'a' })));
  t.strictSame(
    answers.map(({ status, body }) => [status, body.id]),
    [1, 2, 3].map(() => [201, 1]),
    'once, also for requests at once',
  );
  t.equal((await create({ party: { number: 'n1' }, code: 'a' })).body.id, 1);
});
