import fc from 'fast-check';
import { test } from 'tap';
import { connect } from '../../db/database.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { openPsql } from '../psql.ts';
import { makeRoles, rolesOf } from '../serving_role.ts';
import { openRegister, type Register } from './register.ts';

const isLong = process.env.ALMANAC_LONG !== undefined;
const files = ['identity_history', 'party_history', 'unit_history', 'entry_history', 'stay'] as const;

const id = fc.integer({ min: 1, max: 5 });
const day = fc.integer({ min: 1, max: 28 }).map((number) => `'2026-01-${String(number).padStart(2, '0')}T00:00Z'`);
const end = fc.oneof(
  fc.constant('null'),
  fc.integer({ min: 1, max: 28 }).map((number) => `'2026-02-${String(number).padStart(2, '0')}T00:00Z'`),
);
const word = fc.constantFrom("'a'", '\'b,"c"\'', "''", 'null', "E'\\n'");

/** Changes of a writer, in SQL. PostgreSQL refuses some of them. */
const change = fc.oneof(
  fc.integer({ min: 0, max: 99 }).map((number) => `insert into party (code) values ('p${number}')`),
  fc.tuple(id, word).map(([row, text]) => `update party set country = ${text} where id = ${row}`),
  id.map((row) => `delete from party where id = ${row}`),
  fc
    .tuple(id, fc.integer({ min: 0, max: 99 }))
    .map(([party, number]) => `insert into unit (party_id, name) values (${party}, 'u${number}')`),
  fc.tuple(id, id).map(([row, parent]) => `update unit set parent_id = ${parent} where id = ${row}`),
  fc.tuple(id, id).map(([row, helper]) => `update unit set helper_ids = '{${helper}}' where id = ${row}`),
  id.map((row) => `update unit set helper_ids = '{2,1}' where id = ${row}`),
  fc
    .tuple(id, word)
    .map(
      ([row, text]) =>
        `update unit set about = ${text}, tags = array['x', ''], extra = '{"a": 1.50}', size = 2.5, seen_at = '2026-01-01T00:00:00.123456Z' where id = ${row}`,
    ),
  id.map((row) => `delete from unit where id = ${row}`),
  fc
    .tuple(id, day, end)
    .map(([unit, from, to]) => `insert into entry (unit_id, valid_from, valid_to) values (${unit}, ${from}, ${to})`),
  fc.tuple(id, day).map(([row, from]) => `update entry set valid_from = ${from}, valid_to = null where id = ${row}`),
  id.map((row) => `update entry set valid_from = null, valid_to = null where id = ${row}`),
  fc
    .tuple(id, day, end)
    .map(([party, from, to]) => `insert into stay (party_id, valid_from, valid_to) values (${party}, ${from}, ${to})`),
);

const changes = fc.array(fc.tuple(fc.constantFrom('0', '1', '2'), change), { minLength: 20, maxLength: 60 });

test('a register moves with its past: the same rows, versions and ids', async (t) => {
  const [one, other] = [await openRegister(t), await openRegister(t)];
  const [writer, later] = [await openPsql(t, one.url), await openPsql(t, other.url)];
  await fc.assert(
    fc.asyncProperty(changes, fc.constantFrom('csv', 'ndjson'), async (made, format) => {
      for (const register of [one, other]) await clear(register);
      await writer.run(
        `insert into identity (subject) values ('anna'), ('otto'); insert into party (code) values ('p'), ('q'); insert into unit (party_id, name) values (1, 'u'), (2, 'v'), (1, 'w')`,
      );
      for (const [identity, text] of made)
        await writer
          .run(`begin; select set_config('almanac.identity', '${identity}', true); ${text}; commit`)
          .catch(() => writer.run('rollback'));
      for (const name of files) {
        await ran(one, 'export', name, '--format', format, '--out', name);
        other.save(name, one.read(name));
        await ran(other, 'import', name, name, '--as-recorded', '--format', format, '--dry-run');
        await ran(other, 'import', name, name, '--as-recorded', '--format', format);
      }
      for (const name of ['identity', 'party', 'unit', 'entry', 'stay', ...files])
        t.same(await contentOf(other, name), await contentOf(one, name), name);
      t.same(await other.query('select * from almanac.outbox'), [], 'without events');
      await later.run(`insert into party (code) values ('new')`);
      await later.run(`update party set code = 'newer' where code = 'new'`);
      t.same(
        await other.query(
          `select (select count(distinct id) = count(*) from (select row_version as id from party union all select id from party_history) as version) as ok`,
        ),
        [{ ok: 't' }],
        'later versions have ids of their own',
      );
      return t.passing();
    }),
    { numRuns: isLong ? 100 : 3 },
  );
});

test('counted numbers are kept, and the counter goes on behind them, deleted rows included', async (t) => {
  const more = {
    'ticket.yaml':
      "resource: ticket\nhistory: true\nfields:\n  title: { type: text, unique: true }\n  number: { type: text, default: { number: 'T-{000}' }, create: false }\n",
  };
  const [one, other] = [await openRegister(t, more), await openRegister(t, more)];
  one.save('rows.csv', 'title\na\nb\nc\nd\n');
  await ran(one, 'import', 'ticket', 'rows.csv');
  await one.query(`delete from ticket where title = 'd'`);
  await ran(one, 'export', 'ticket_history', '--format', 'csv', '--out', 'moved');
  other.save('moved', one.read('moved'));
  await ran(other, 'import', 'ticket_history', 'moved', '--as-recorded', '--format', 'csv');
  for (const { query } of [one, other]) {
    t.same(await query(`select pg_sequence_last_value('ticket_history_deleted_seq') as deleted`), [{ deleted: '4' }]);
    await query(`insert into ticket (title) values ('e')`);
    t.same(await query('select title, number from ticket order by id'), [
      { title: 'a', number: 'T-001' },
      { title: 'b', number: 'T-002' },
      { title: 'c', number: 'T-003' },
      { title: 'e', number: 'T-005' },
    ]);
  }
});

test('what cannot have been recorded is refused, with its line', async (t) => {
  const { run, save, query, read } = await openRegister(t);
  await query(`insert into identity (subject) values ('anna')`);
  await query(`insert into party (code) values ('a')`);
  const refused = async (name: string, text: string, ...faults: readonly string[]) => {
    save('rows.csv', text);
    const done = await run('import', name, 'rows.csv', '--as-recorded');
    t.match(done, { code: 1, stderr: /No row is written/ }, done.stdout);
    t.equal(read('rows.csv.faults.csv'), `line,column,fault\n${faults.map((fault) => `${fault}\n`).join('')}`);
  };
  const head = 'id,party_id,code,kind,country,number,notes,recorded_at,recorded_by,replaced_at,replaced_by\n';
  const version = (number: number, row: number, more: string) => `${number},${row},x${row},person,,,,${more}\n`;
  const [first, second, third] = ['2020-01-01T00:00Z', '2021-01-01T00:00Z', '2022-01-01T00:00Z'];
  await refused(
    'party_history',
    head +
      version(10, 5, `${first},1,${first},1`) +
      version(11, 5, `2999-01-01T00:00Z,9,,`) +
      version(12, 6, `${first},0,${second},`) +
      version(13, 7, `${first},0,2999-01-01T00:00Z,8`),
    '2,replaced_at,must be after recorded_at',
    '3,recorded_by,there is no identity 9',
    '3,recorded_at,is in the future',
    '4,replaced_by,must be sent together with replaced_at',
    '5,replaced_by,there is no identity 8',
    '5,replaced_at,is in the future',
  );
  await refused(
    'party_history',
    head +
      version(10, 5, `${first},1,${third},1`) +
      version(11, 5, `${second},1,,`) +
      version(11, 6, `${first},1,,`) +
      version(1, 7, `${first},1,,`) +
      version(14, 1, `${first},1,${second},1`),
    '3,recorded_at,"the version overlaps that of line 2: both are of the same row, and recorded at one time"',
    '4,id,the id 11 stands in an earlier line already',
    '5,id,party_history has a version 1 already',
    '6,party_id,party has had a row 1 already',
  );
  await refused(
    'party_history',
    `${head}10,5,a,person,,,,${first},0,,\n11,6,${'y'.repeat(41)},person,,,,${first},0,,\n12,7,c,robot,,,,${first},0,,\n`,
    '3,code,must have at most 40 characters',
    '4,kind,"must be one of person, company"',
  );
  await refused(
    'party_history',
    `${head}10,5,a,robot,,,,${first},0,${second},0\n11,5,a,person,,,,${second},0,,\n`,
    '3,code,"another party has code ""a"""',
  );
  await refused(
    'stay',
    'id,room,recorded_at\n1,a\n',
    '1,,"party_id, valid_from, valid_to, recorded_by are missing; recorded rows have every stored field"',
  );
  await refused(
    'stay',
    'rom\n',
    '1,,"rom is not a field of stay; did you mean room?; id, party_id, room, valid_from, valid_to, recorded_at, recorded_by are missing; recorded rows have every stored field"',
  );
});

test('timelines and references of a moved register are sound', async (t) => {
  const { run, save, query, read } = await openRegister(t);
  await query(`insert into party (code) values ('a')`);
  await query(`insert into unit (party_id, name) values (1, 'one'), (1, 'two')`);
  const head =
    'id,entry_id,unit_id,party_id,label,valid_from,valid_to,recorded_at,recorded_by,replaced_at,replaced_by\n';
  save(
    'rows.csv',
    `${head}1,1,1,,,2020-01-01T00:00Z,,2020-01-01T00:00Z,0,2021-01-01T00:00Z,0
2,1,1,,,2020-01-01T00:00Z,2021-01-01T00:00Z,2021-01-01T00:00Z,0,,
3,2,1,,,2021-01-01T00:00Z,,2021-01-01T00:00Z,0,,
4,3,1,,,2020-06-01T00:00Z,2020-07-01T00:00Z,2020-06-01T00:00Z,0,2020-07-01T00:00Z,0
5,4,9,7,,2020-01-01T00:00Z,,2020-01-01T00:00Z,0,,
6,5,2,,,,,2020-01-01T00:00Z,0,,
`,
  );
  t.match(await run('import', 'entry_history', 'rows.csv', '--as-recorded'), { code: 1 });
  t.equal(
    read('rows.csv.faults.csv'),
    `line,column,fault
5,valid_from,"it overlaps line 2 on the same timeline, and both are recorded at one time"
6,unit_id,unit_id 9 refers to no unit
6,party_id,party_id 7 refers to no party
`,
  );
  t.same(await query('select * from entry union all select * from entry limit 0'), []);
  t.same(await query('select count(*) as rows from entry'), [{ rows: '0' }]);
});

test('elements of a moved register lead to rows', async (t) => {
  const { run, save, query, read } = await openRegister(t);
  await query(`insert into party (code) values ('a'), ('b')`);
  const version = await versionOf(query);
  const rows = [
    version({ id: 1, unit_id: 1, helper_ids: [9], replaced_at: '2020-01-02T00:00:00Z', replaced_by: 0 }),
    version({ id: 2, unit_id: 1, helper_ids: [2, 1], recorded_at: '2020-01-02T00:00:00Z' }),
    version({ id: 3, unit_id: 2, helper_ids: [1, 8] }),
  ];
  save('rows.ndjson', rows.join('\n'));
  t.match(await run('import', 'unit_history', 'rows.ndjson', '--as-recorded'), { code: 1 });
  t.equal(read('rows.ndjson.faults.csv'), 'line,column,fault\n3,helper_ids,helper_ids 8 refers to no party\n');
  save('rows.ndjson', rows.slice(0, 2).join('\n'));
  t.match(await run('import', 'unit_history', 'rows.ndjson', '--as-recorded'), { code: 0 });
  t.same(await query('select helper_ids::text as ids from unit'), [{ ids: '{2,1}' }]);
});

/** Versions of units as lines of JSON. */
async function versionOf(query: Register['query']) {
  const columns = await query(
    `select column_name as name from information_schema.columns where table_name = 'unit_history' order by ordinal_position`,
  );
  const empty = Object.fromEntries(columns.map(({ name }) => [name, null]));
  const mark = '00000000-0000-4000-8000-000000000000';
  const known = { party_id: 1, status: 'new', is_open: true, mark, made_mark: mark, recorded_by: 0 };
  return (row: Readonly<Record<string, unknown>>) =>
    JSON.stringify({ ...empty, ...known, name: `u${row.unit_id}`, recorded_at: '2020-01-01T00:00:00Z', ...row });
}

test('no row of a moved register is its own ancestor now, whatever it was before', async (t) => {
  const { run, save, query, read } = await openRegister(t);
  await query(`insert into party (code) values ('a')`);
  const version = await versionOf(query);
  const rows = [
    {
      id: 1,
      unit_id: 1,
      parent_id: 2,
      recorded_at: '2020-01-01T00:00:00Z',
      replaced_at: '2020-02-01T00:00:00Z',
      replaced_by: 0,
    },
    { id: 2, unit_id: 1, parent_id: null, recorded_at: '2020-02-01T00:00:00Z' },
    { id: 3, unit_id: 2, parent_id: 1, recorded_at: '2020-01-01T00:00:00Z' },
    { id: 4, unit_id: 3, parent_id: 4, recorded_at: '2020-01-01T00:00:00Z' },
    { id: 5, unit_id: 4, parent_id: 3, recorded_at: '2020-01-01T00:00:00Z' },
    { id: 6, unit_id: 5, parent_id: 3, recorded_at: '2020-01-01T00:00:00Z' },
  ].map(version);
  save('rows.ndjson', rows.join('\n'));
  t.match(await run('import', 'unit_history', 'rows.ndjson', '--as-recorded'), { code: 1 });
  t.equal(
    read('rows.ndjson.faults.csv'),
    `line,column,fault
4,parent_id,parent_id 4 makes the row its own ancestor
5,parent_id,parent_id 3 makes the row its own ancestor
`,
  );
  save('rows.ndjson', rows.slice(0, 3).join('\n'));
  t.match(await run('import', 'unit_history', 'rows.ndjson', '--as-recorded'), { code: 0 });
});

test('only the owner of the tables takes rows as they were recorded', async (t) => {
  const register = await openRegister(t);
  const { folder, url, query, save, run, environment } = register;
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error('the definitions have faults');
  const roles = rolesOf(t, { url, query });
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  await makeRoles({ database, query }, loaded.model, roles);
  await database.close();
  save('stay.csv', 'id,party_id,room,valid_from,valid_to,recorded_at,recorded_by\n');
  const as = async (role: string) => {
    environment.DATABASE_URL = roles.urlOf(role);
    return run('import', 'stay', 'stay.csv', '--as-recorded');
  };
  t.match(await as(roles.service), { code: 1, stderr: /connect as the owner of the tables/ });
  t.match(await as(roles.owner), { code: 0, stdout: 'Imported 0 rows of stay.\n' });
  const writer = await openPsql(t, roles.urlOf(roles.service));
  for (const attempt of [
    "set session_replication_role = 'replica'",
    'alter table stay disable trigger user',
    'alter table party disable trigger all',
    'insert into party_history (id) values (1)',
    "select setval('party_id_seq', 7)",
    'insert into almanac.import (resource) values (1)',
  ])
    await t.rejects(writer.run(attempt), { code: '42501' }, attempt);
});

test('writers wait until an import as recorded has ended', async (t) => {
  const { run, save, query, url } = await openRegister(t);
  const psql = await openPsql(t, url);
  await psql.run(`begin; insert into party (code) values ('a')`);
  save('party.csv', 'id,code,kind,country,number,notes,recorded_at,recorded_by\n7,b,person,,,,2020-01-01T00:00Z,0\n');
  const running = run('import', 'party', 'party.csv', '--as-recorded');
  await psql.awaited();
  await psql.run('commit');
  t.match(await running, { code: 0, stdout: 'Imported 1 row of party.\n' });
  t.same(await query(`select id, code, recorded_at = '2020-01-01Z' as moved from party order by id`), [
    { id: '1', code: 'a', moved: 'f' },
    { id: '7', code: 'b', moved: 't' },
  ]);
});

test('notices of moved rows are computed', async (t) => {
  const { run, save, query } = await openRegister(t, {
    'identity.yaml':
      'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\n',
    'task.yaml':
      'resource: task\nfields:\n  party_id: { type: reference, to: party }\n  is_done: { type: boolean }\nnotices:\n  - { type: open, when: is_done=is.false, to: party, message: It is open. }\n',
  });
  await query(`insert into party (code) values ('a')`);
  const compute = () => query('select almanac.compute_notices(1000)');
  await compute();
  await compute();
  save(
    'task.csv',
    'id,party_id,is_done,recorded_at,recorded_by\n4,1,false,2020-01-01T00:00Z,0\n5,1,true,2020-01-01T00:00Z,0\n',
  );
  t.match(await run('import', 'task', 'task.csv', '--as-recorded'), { code: 0 });
  await compute();
  t.same(await query('select source from notice'), [{ source: '/task/4' }]);
});

test('rights of moved rows that have ended leave their last states', async (t) => {
  const { run, save, query } = await openRegister(t, {
    'service.yaml': 'service: Register\nroles: [all, keeper]\nclaims: { others: { keeper: keeper } }\n',
    'box.yaml':
      'resource: box\nhistory: true\nfields:\n  name: { type: text }\nrelations: { keep: { resource: keep, by: box_id } }\naccess:\n  all: all\n  keeper: { read: { that: "keep.keeper=eq.{keeper}&keep.valid_at=now", former: last_state } }\n',
    'keep.yaml':
      'resource: keep\nhistory: true\ntemporal: { timeline: box_id }\nfields:\n  box_id: { type: reference, to: box }\n  keeper: { type: text }\n',
  });
  save(
    'box.csv',
    'id,box_id,name,recorded_at,recorded_by,replaced_at,replaced_by\n1,1,old,2020-01-01T00:00Z,0,2022-01-01T00:00Z,0\n2,1,new,2022-01-01T00:00Z,0,,\n',
  );
  save(
    'keep.csv',
    'id,keep_id,box_id,keeper,valid_from,valid_to,recorded_at,recorded_by,replaced_at,replaced_by\n1,1,1,anna,2020-01-01T00:00Z,2021-01-01T00:00Z,2020-01-02T00:00Z,0,,\n',
  );
  for (const name of ['box', 'keep'])
    t.match(await run('import', `${name}_history`, `${name}.csv`, '--as-recorded'), { code: 0 });
  t.same(await query("select resource, role, row_id, ended_at at time zone 'UTC' as ended from almanac.former_right"), [
    { resource: 'box', role: 'keeper', row_id: '1', ended: '2021-01-01 00:00:00' },
  ]);
});

async function ran(register: Register, ...arguments_: string[]): Promise<void> {
  const { code, stderr } = await register.run(...arguments_);
  if (code !== 0) throw new Error(`${arguments_.join(' ')}: ${stderr}`);
}

async function clear({ query }: Register): Promise<void> {
  await query(
    'truncate identity, party, unit, entry, stay, identity_history, party_history, unit_history, entry_history, almanac.outbox restart identity cascade',
  );
}

/** The rows as text, with all that is recorded of them. */
async function contentOf({ query }: Register, name: string) {
  const version = name === 'stay' ? " - 'row_version'" : '';
  return query(`select (to_jsonb(item) - 'recorded_in'${version})::text as content from ${name} as item order by id`);
}

test('nothing follows from rows that are taken as they were recorded, and all follows from an import', async (t) => {
  const { run, save, query } = await openRegister(t, {
    'box.yaml': `resource: box
history: true
fields: { name: { type: text }, label: { type: text, nullable: true } }
sets: [{ set: { label: $name } }]
creates: [{ resource: lid, with: { name: $name } }]
`,
    'lid.yaml': 'resource: lid\nfields: { name: { type: text } }\n',
  });
  save('old.csv', 'id,name,label,recorded_at,recorded_by\n5,old,own,2020-01-01T00:00:00Z,0\n');
  t.match(await run('import', 'box', 'old.csv', '--as-recorded'), { code: 0, stderr: '' });
  t.same(await query('select label from box'), [{ label: 'own' }]);
  t.same(await query('select name from lid'), []);
  save('new.csv', 'name\nnew\nother\n');
  t.match(await run('import', 'box', 'new.csv'), { code: 0, stderr: '' });
  t.same(await query('select label from box order by id'), [{ label: 'own' }, { label: 'new' }, { label: 'other' }]);
  t.same(await query('select name from lid order by id'), [{ name: 'new' }, { name: 'other' }]);
});
