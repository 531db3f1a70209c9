import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'tap';
import { openPsql } from '../psql.ts';
import { openRegister } from './register.ts';

test('an upsert changes the rows that differ, and makes the others', async (t) => {
  const { run, save, query } = await openRegister(t);
  await query(
    `insert into party (code, kind, country, number) values ('a', 'company', 'NO', '1'), ('b', 'person', 'NO', '2'), ('c', 'person', null, null)`,
  );
  await query('truncate almanac.outbox');
  save('party.csv', 'country,number,code,kind\nNO,1,a,company\nSE,1,d,person\nNO,2,b,company\n,,e,person\n');
  t.match(await run('import', 'party', 'party.csv', '--upsert', '--on-conflict', 'country,number', '--dry-run'), {
    code: 0,
    stdout: '4 rows of party can be imported: 2 new, 1 changed, 1 unchanged. Nothing is written.\n',
  });
  t.match(await run('import', 'party', 'party.csv', '--upsert', '--on-conflict', 'number,country'), {
    code: 0,
    stdout: 'Imported 4 rows of party: 2 new, 1 changed, 1 unchanged.\n',
  });
  t.same(await query('select code, kind, country, number from party order by code'), [
    { code: 'a', kind: 'company', country: 'NO', number: '1' },
    { code: 'b', kind: 'company', country: 'NO', number: '2' },
    { code: 'c', kind: 'person', country: null, number: null },
    { code: 'd', kind: 'person', country: 'SE', number: '1' },
    { code: 'e', kind: 'person', country: null, number: null },
  ]);
  t.same(
    await query('select code, kind from party_history'),
    [{ code: 'b', kind: 'person' }],
    'a row that is as it was records nothing',
  );
  t.same(
    (await query('select type, source from almanac.outbox order by id')).map(({ type }) => type),
    ['org.example.party.update', 'org.example.party.create', 'org.example.party.create'],
  );
});

test('an upsert keeps the rules of updates, and tells each fault with its line', async (t) => {
  const { run, save, query, read } = await openRegister(t);
  await query(`insert into party (code, kind) values ('a', 'company')`);
  await query(
    `insert into unit (party_id, name, status, maker, count) values (1, 'one', 'active', 'x', 1), (1, 'two', 'new', 'x', 2), (1, 'three', 'new', 'x', 3)`,
  );
  save(
    'unit.csv',
    'name,party.code,status,maker\none,a,new,x\ntwo,a,active,y\nthree,a,active,x\nfour,b,new,\nthree,a,active,x\n',
  );
  t.match(await run('import', 'unit', 'unit.csv', '--upsert'), { code: 1 });
  t.equal(
    read('unit.csv.faults.csv'),
    `line,column,fault
2,status,"status cannot become ""new"" from what it is"
3,maker,is set on create and cannot be changed
5,party.code,there is no party with code b
6,name,line 4 is about the same row of unit
`,
  );
  t.same(await query('select name, status, count from unit order by id'), [
    { name: 'one', status: 'active', count: '1' },
    { name: 'two', status: 'new', count: '2' },
    { name: 'three', status: 'new', count: '3' },
  ]);
  save('unit.ndjson', '{"name":"one","party_id":1,"size":7}\n{"name":"two","party_id":1,"status":"active"}\n');
  t.match(await run('import', 'unit', 'unit.ndjson', '--upsert'), { code: 0, stdout: /0 new, 2 changed/ });
  t.same(
    await query('select name, status, size, count from unit where id < 3 order by id'),
    [
      { name: 'one', status: 'active', size: '7.000', count: '1' },
      { name: 'two', status: 'active', size: null, count: '2' },
    ],
    'what a line leaves out stays',
  );
});

test('an upsert finds entries of a timeline by their id, which make room for each other as in single writes', async (t) => {
  const { run, save, query } = await openRegister(t);
  await query(`insert into party (code) values ('a')`);
  await query(`insert into unit (party_id, name) values (1, 'one'), (1, 'two')`);
  await query(
    `insert into entry (unit_id, valid_from, valid_to, label) values (1, '2020-01-01', '2021-01-01', 'x'), (1, '2021-01-01', null, 'y'), (2, '2020-01-01', null, 'z')`,
  );
  save(
    'entry.csv',
    'id,unit_id,valid_from,valid_to,label\n1,1,2020-01-01T00:00Z,2020-06-01T00:00Z,x\n,2,2022-01-01T00:00Z,,w\n9,1,2000-01-01T00:00Z,2000-02-01T00:00Z,v\n',
  );
  t.match(await run('import', 'entry', 'entry.csv', '--upsert', '--on-conflict', 'id'), {
    code: 1,
    stderr: 'line 4, id: entry has no row with this id',
  });
  save(
    'entry.csv',
    'id,unit_id,valid_from,valid_to,label\n1,1,2020-01-01T00:00Z,2021-06-01T00:00Z,x\n,2,2022-01-01T00:00Z,,w\n2,1,2022-01-01T00:00Z,,y\n',
  );
  t.match(await run('import', 'entry', 'entry.csv', '--upsert', '--on-conflict', 'id'), {
    code: 0,
    stdout: /1 new, 2 changed/,
  });
  t.same(
    await query(
      `select label, date(valid_from)::text as "from", date(valid_to)::text as "to" from entry order by label`,
    ),
    [
      { label: 'w', from: '2022-01-01', to: null },
      { label: 'x', from: '2020-01-01', to: '2021-06-01' },
      { label: 'y', from: '2022-01-01', to: null },
      { label: 'z', from: '2020-01-01', to: '2022-01-01' },
    ],
  );
});

test('the fields by which an upsert finds rows are unique, and in the file', async (t) => {
  const { run, save } = await openRegister(t);
  save('a.csv', 'kind\nperson\n');
  for (const [options, fault] of [
    [
      ['party', 'a.csv', '--upsert'],
      /party has several unique combinations of fields; add --on-conflict with one: expected code or country,number or id/,
    ],
    [['stay', 'a.csv', '--upsert'], /stay has no unique combinations/],
    [
      ['party', 'a.csv', '--upsert', '--on-conflict', 'kind'],
      /kind does not identify rows of party; expected code or country,number or id/,
    ],
    [
      ['party', 'a.csv', '--upsert', '--on-conflict', 'code'],
      /line 1: code is missing; the rows of an upsert are found by it/,
    ],
    [['party', 'a.csv', '--on-conflict', 'code'], /--on-conflict is for --upsert/],
  ] as const)
    t.match(await run('import', ...options), { code: 1, stderr: fault });
});

test('an upsert waits for another writer of the same row, and takes what that made', async (t) => {
  const { run, save, query, url } = await openRegister(t);
  await query(`insert into party (code, country, number) values ('a', 'NO', '1')`);
  const psql = await openPsql(t, url);
  await psql.run(
    `begin; insert into party (code, country, number) values ('b', 'NO', '2'); update party set kind = 'company' where code = 'a'`,
  );
  save('party.csv', 'country,number,code\nNO,1,a\nNO,2,c\n');
  const running = run('import', 'party', 'party.csv', '--upsert', '--on-conflict', 'country,number');
  await psql.awaited();
  await delay(50);
  await psql.run('commit');
  t.match(await running, { code: 0, stdout: /2 rows of party: 0 new, 1 changed, 1 unchanged/ });
  t.same(await query('select id, code, kind from party order by id'), [
    { id: '1', code: 'a', kind: 'company' },
    { id: '2', code: 'c', kind: 'person' },
  ]);
});
