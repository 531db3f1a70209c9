import { test } from 'tap';
import { openRegister } from './register.ts';

test('a CSV file is imported as creates of the service', async (t) => {
  const { run, save, query } = await openRegister(t);
  save(
    'party.csv',
    'code,kind,country,notes\r\na,company,NO,"{""a"":[1,1.50]}"\r\n"b ""B"", x",person,,\r\nc,person,"",\r\n',
  );
  const done = await run('import', 'party', 'party.csv');
  t.match(done, { code: 0, stdout: 'Imported 3 rows of party.\n', stderr: '' });
  t.same(await query('select id, code, kind, country, notes, recorded_by from party order by id'), [
    { id: '1', code: 'a', kind: 'company', country: 'NO', notes: '{"a": [1, 1.50]}', recorded_by: '0' },
    { id: '2', code: 'b "B", x', kind: 'person', country: null, notes: null, recorded_by: '0' },
    { id: '3', code: 'c', kind: 'person', country: '', notes: null, recorded_by: '0' },
  ]);
  t.same(await query('select type, source from almanac.outbox order by id'), [
    { type: 'org.example.party.create', source: '/party/1' },
    { type: 'org.example.party.create', source: '/party/2' },
    { type: 'org.example.party.create', source: '/party/3' },
  ]);
});

test('every character of a text arrives, whether its rows are copied to their table or to the temporary one', async (t) => {
  const { run, save, query } = await openRegister(t);
  const texts = ['\\.', '\\N', '\\', 'a\tb', 'a\r\nb', 'a\rb', 'a\nb\n', '\\t\\n', 'é\u2028😀', "'$1%s'"];
  for (const [name, options] of [
    ['to the table', []],
    ['to the temporary table', ['--upsert', '--on-conflict', 'code']],
  ] as const) {
    save('party.csv', `\uFEFF"code",country\n${texts.map((text, at) => `${at},"${text}"\n`).join('')}`);
    await query('truncate party, unit, entry, stay, almanac.import');
    t.match(await run('import', 'party', 'party.csv', ...options), { code: 0 }, name);
    const found = await query('select country from party order by id');
    t.same(
      found.map(({ country }) => country),
      texts,
      name,
    );
  }
});

test('every fault of a file is told with its line, and what stands before the first faulty piece is in', async (t) => {
  const { run, save, read, query } = await openRegister(t);
  await query(`insert into party (code, kind) values ('a', 'company'), ('p', 'person')`);
  save(
    'unit.csv',
    [
      'party_id,name,status,since,size,count,seen_at',
      '1,one,active,,1.5,1,2026-01-01T00:00:00Z',
      '1,"t\r\nwo",gone,,1.5,1,',
      '99,three,new,,,,',
      '1,one,new,,,,',
      '2,five,active,,,,',
      '1,,later,2026-02-30,-1,1.5,yesterday',
      '1,seven,new,,,',
      '1,eight,new,,,,',
    ].join('\n'),
  );
  const failed = await run('import', 'unit', 'unit.csv');
  t.match(failed, { code: 1, stderr: /No row is written\. unit\.csv\.faults\.csv has 13 faults/ });
  t.equal(
    read('unit.csv.faults.csv'),
    `line,column,fault
3,status,What is gone has a day.
3,since,What is gone has a day.
5,party_id,party_id 99 refers to no party
6,name,"another unit has name ""one"""
7,party_id,An active unit belongs to a company.
7,status,An active unit belongs to a company.
8,name,must not be null
8,status,"must be one of new, active, gone"
8,size,must be at least 0
8,count,must be a whole number
8,since,"must be a calendar date, YYYY-MM-DD"
8,seen_at,A word is not a datetime. The nearest form is YYYY-MM-DDTHH:MM[:SS[.FFF]]Z.
9,,it has 6 cells; the header has 7
`,
  );
  t.same(await query('select * from unit'), []);
});

test('rows of one file that overlap on a timeline are refused, naming both', async (t) => {
  const { run, save, query } = await openRegister(t);
  await query(`insert into party (code) values ('a'), ('b')`);
  await query(`insert into unit (party_id, name) values (1, 'one'), (1, 'two')`);
  await query(`insert into entry (unit_id, valid_from) values (1, '2020-01-01')`);
  save(
    'entry.csv',
    `unit.name,party.code,valid_from,valid_to
one,,2026-03-01T00:00:00Z,2026-04-01T00:00:00Z
one,,2026-01-01T00:00:00Z,2026-02-01T00:00:00Z
one,,2026-02-01T00:00:00Z,2026-03-02T00:00:00Z
two,,2026-02-01T00:00:00Z,
two,,2027-02-01T00:00:00Z,
`,
  );
  t.match(await run('import', 'entry', 'entry.csv'), {
    code: 1,
    stderr: 'line 2, valid_from: it overlaps line 4 on the same timeline\nline 6, valid_from: it overlaps line 5',
  });
  t.same(await query('select count(*) as count from entry'), [{ count: '1' }]);
  save(
    'entry.csv',
    'unit.name,party.code,valid_from,valid_to\none,b,2026-03-01T00:00:00Z,\none,,2026-01-01T00:00:00Z,2026-02-01T00:00:00Z\n',
  );
  t.match(await run('import', 'entry', 'entry.csv'), { code: 0 });
  t.same(
    await query(
      `select unit_id, party_id, date(valid_from)::text as "from", date(valid_to)::text as "to" from entry order by id`,
    ),
    [
      { unit_id: '1', party_id: null, from: '2020-01-01', to: '2026-01-01' },
      { unit_id: '1', party_id: '2', from: '2026-03-01', to: null },
      { unit_id: '1', party_id: null, from: '2026-01-01', to: '2026-02-01' },
    ],
    'an entry that was there makes room; the rows of the file do not cut each other',
  );
  save('stay.csv', 'party.code,valid_from\na,2026-03-01T00:00:00Z\na,2026-01-01T00:00:00Z\n');
  t.match(await run('import', 'stay', 'stay.csv'), { code: 1, stderr: /^line 2, valid_from: it overlaps line 3 / });
});

test('references are given by keys', async (t) => {
  const { run, save, query, read } = await openRegister(t);
  await query(`insert into party (code, country, number) values ('a', 'NO', '1'), ('b', 'NO', '2'), ('c', 'SE', '1')`);
  save(
    'unit.csv',
    'party.country,party.number,name,parent.name\nNO,2,one,\nSE,1,two,one\nSE,2,three,\nNO,,four,nobody\nNO,1,five,two\n',
  );
  t.match(await run('import', 'unit', 'unit.csv'), { code: 1 });
  t.equal(
    read('unit.csv.faults.csv'),
    `line,column,fault
4,party.country,there is no party with country SE and number 2
5,party.country,there is no party with country NO and number null
`,
  );
  save('unit.csv', 'party.country,party.number,name,parent.name\nNO,2,one,\nSE,1,two,one\nNO,1,three,two\n');
  t.match(await run('import', 'unit', 'unit.csv'), { code: 0, stdout: /3 rows/ }, 'a row may refer to one before it');
  t.same(
    await query(
      'select party_id, name, (select name from unit as parent where parent.id = unit.parent_id) as parent from unit order by id',
    ),
    [
      { party_id: '2', name: 'one', parent: null },
      { party_id: '3', name: 'two', parent: 'one' },
      { party_id: '1', name: 'three', parent: 'two' },
    ],
  );
  for (const [header, fault] of [
    [
      'party.country,name',
      /party\.country does not identify the row of party_id; expected party\.country and party\.number/,
    ],
    [
      'party.kind,name',
      /party\.kind: kind does not identify rows of party; expected party\.code or party\.country or party\.number/,
    ],
    ['party.code,party_id,name', /party_id stands beside party\.code; expected one of them/],
    ['nme,party_id', /nme is not a field of unit; did you mean name\?/],
    ['name,name,party_id', /name stands twice in the header/],
    ['entry.label,name', /unit has no reference entry/],
  ] as const) {
    save('unit.csv', `${header}\n1,2,3\n`);
    t.match(await run('import', 'unit', 'unit.csv'), { code: 1, stderr: fault }, header);
  }
  save('units.ndjson', '{"party.code":"a","name":"six"}\n{"party_id":2,"name":"seven","status":"new"}\n');
  t.match(await run('import', 'unit', 'units.ndjson'), { code: 1, stderr: /party_id stands beside party\.code/ });
  save('units.ndjson', '{"party.code":"a","name":"six"}\n\n{"party.code":"b","name":"seven","is_open":false}\n');
  t.match(await run('import', 'unit', 'units.ndjson'), { code: 0, stdout: /2 rows/ });
  t.same(await query(`select party_id, name, is_open from unit where name in ('six', 'seven') order by name desc`), [
    { party_id: '1', name: 'six', is_open: 't' },
    { party_id: '2', name: 'seven', is_open: 'f' },
  ]);
});

/** Parties from one number to another, as CSV without header. */
function parties(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, at) => `p${from + at},company\n`).join('');
}

test('an import that stops at a fault goes on with the mended file; nothing is in twice', async (t) => {
  const { run, save, query, read } = await openRegister(t);
  const inside = async () => (await query('select count(*) as rows, count(distinct code) as codes from party'))[0];
  save('party.csv', `code,kind\n${parties(0, 5200)}p5200,nobody\n${parties(5201, 6000)}p3,company\n`);
  const stopped = await run('import', 'party', 'party.csv');
  t.match(stopped, {
    code: 1,
    stderr: /Its first 5000 rows are in; correct the others, and run the import with --continue/,
  });
  t.match(
    read('party.csv.faults.csv'),
    '5202,kind,"must be one of person, company"\n6002,code,"another party has code ""p3"""\n',
  );
  t.same(await inside(), { rows: '5000', codes: '5000' });
  t.match(await run('import', 'party', 'party.csv'), {
    code: 1,
    stderr: /the first 5000 rows of this file are in party already; add --continue/,
  });
  save('party.csv', `code,kind\n${parties(0, 6000)}`);
  t.match(await run('import', 'party', 'party.csv', '--dry-run', '--continue'), {
    code: 0,
    stdout: /^1000 rows of party can be imported\. Nothing is written\.\n$/,
  });
  t.same(await inside(), { rows: '5000', codes: '5000' });
  t.match(await run('import', 'party', 'party.csv', '--continue'), {
    code: 0,
    stdout: 'Imported 1000 rows of party.\n',
  });
  t.same(await inside(), { rows: '6000', codes: '6000' });
  t.match(await run('import', 'party', 'party.csv', '--continue'), { code: 0, stdout: 'Imported 0 rows of party.\n' });
  t.match(await run('import', 'party', 'party.csv', '--dry-run'), {
    code: 1,
    stderr: /line 2, code: another party has code "p0"/,
  });
  t.match(await run('import', 'party', 'party.csv', '--again'), { code: 1, stderr: /No row is written/ });
  t.same(await query('select rows from almanac.import'), [{ rows: '6000' }]);
});

test('who imports is recorded', async (t) => {
  const { run, save, query } = await openRegister(t);
  await query(`insert into identity (subject) values ('anna'), ('7')`);
  save('party.csv', 'code\na\n');
  for (const [at, [name, id]] of (
    [
      ['anna', '1'],
      ['2', '2'],
      ['0', '0'],
    ] as const
  ).entries()) {
    save('party.csv', `code\n${at}\n`);
    t.match(await run('import', 'party', 'party.csv', '--as', name), { code: 0 });
    t.same(await query('select recorded_by from party where code = $1', [String(at)]), [{ recorded_by: id }]);
  }
  t.match(await run('import', 'party', 'party.csv', '--as', '9'), { code: 1, stderr: /there is no identity 9/ });
  t.match(await run('import', 'party', 'party.csv', '--as', 'otto'), { code: 1, stderr: /there is no identity otto/ });
});

test('a file that cannot be read is said to be so, with the line', async (t) => {
  const { run, save, query } = await openRegister(t);
  for (const [name, content, fault] of [
    ['a.csv', '', /line 1: it is empty/],
    ['a.csv', 'code,\n', /line 1: column 2 has no name/],
    ['a.csv', 'code\na\n"b\n', /line 3: it is not CSV: .*with an opening quote$/m],
    ['a.csv', `code\n${'"a\r\nb"\r\n'.repeat(3000)}"c\r\nd"e\n`, /line 6002: it is not CSV: .*got "e" instead/],
    ['a.csv', 'code\na\nb"c\n', /line 3: it is not CSV/],
    ['a.csv', 'code\na\n\0\n', /line 3: it has a NUL/],
    ['a.ndjson', '{"code":"a"}\n{"code":\n', /line 2: .*not valid JSON/],
    ['a.ndjson', '{"code":"a"}\n[]\n7', /line 2: must be a JSON object\nline 3: must be a JSON object/],
    ['a.ndjson', '{"code":"a","code":"b"}\n', /line 1: .*second time|twice/],
  ] as const) {
    save(name, content);
    t.match(await run('import', 'party', name), { code: 1, stderr: fault }, JSON.stringify(content));
  }
  save('a.csv', Buffer.from('code\na\nb\xe9\n', 'latin1').toString('latin1'));
  t.match(await run('import', 'party', 'nowhere.csv'), { code: 1, stderr: /nowhere\.csv cannot be read/ });
  t.match(await run('import', 'event', 'a.csv'), { code: 1, stderr: /event is made by Almanac/ });
  t.match(await run('import', 'partie', 'a.csv'), { code: 1, stderr: /did you mean party\?/ });
  t.match(await run('import', 'party_history', 'a.csv'), { code: 1, stderr: /is a history/ });
  t.same(await query('select * from party'), []);
});

test('empty lines are no rows', async (t) => {
  const { run, save, query } = await openRegister(t);
  for (const [name, content, rows] of [
    ['a.csv', 'code\n', '0 rows'],
    ['b.csv', 'code\n\n\n', '0 rows'],
    ['c.csv', 'code\n\na\n\r\nb', '2 rows'],
    ['d.ndjson', '\n \n', '0 rows'],
    ['e.ndjson', '', '0 rows'],
  ] as const) {
    save(name, content);
    t.match(
      await run('import', 'party', name),
      { code: 0, stdout: `Imported ${rows} of party.\n` },
      JSON.stringify(content),
    );
  }
  t.same(await query('select rows from almanac.import order by bytes'), [{ rows: '0' }, { rows: '0' }, { rows: '2' }]);
});

test('what the service sets is passed over, and said so', async (t) => {
  const { run, save, query } = await openRegister(t);
  save('party.csv', 'id,code,recorded_at\n70,a,2001-01-01T00:00:00Z\n');
  t.match(await run('import', 'party', 'party.csv'), {
    code: 0,
    stderr: 'The service sets id, recorded_at: the values of the file are not used.\n',
  });
  t.same(await query('select id from party'), [{ id: '1' }]);
});

test('an export is of an instant, in each form', async (t) => {
  const { run, query, read } = await openRegister(t);
  await query(`insert into party (code, notes) values ('a', '"x"'), ('b', null)`);
  const [{ now = '' } = {}] = await query(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') as now`,
  );
  await query(`update party set code = 'c' where id = 1`);
  await query('delete from party where id = 2');
  const lines = async (...options: string[]) => (await run('export', 'party', ...options)).stdout;
  t.match(
    await lines(),
    /^id,code,kind,country,number,notes,recorded_at,recorded_by\r\n1,c,person,,,"""x""",[^,]+,0\r\n$/,
  );
  t.match(await lines('--as-of', now ?? ''), /\r\n1,a,.*\r\n2,b,person,,,,[^,]+,0\r\n$/);
  t.match(JSON.parse(await lines('--format', 'json')), [{ id: 1, code: 'c', notes: 'x' }]);
  t.match(await lines('--format', 'ndjson'), /^\{"id":1,"code":"c",.*\}\n$/);
  t.match(await run('export', 'party_history', '--out', 'h.csv'), {
    code: 0,
    stdout: '',
    stderr: 'Exported 3 rows of party_history.\n',
  });
  t.match(read('h.csv'), /^id,party_id,code,/);
  t.match(await run('export', 'party', '--as-of', '2999-01-01T00:00:00Z'), { code: 1, stderr: /in the future/ });
  t.match(await run('export', 'stay', '--as-of', '2001-01-01T00:00:00Z'), {
    code: 1,
    stderr: /stay cannot be exported: /,
  });
  t.match(await run('export', 'party', '--format', 'xml'), { code: 2 });
});

test('a field may have any name', async (t) => {
  const fields = ['place', 'line', 'absent', 'other', 'until', 'reach', 'number', 'row', 'staged', 'file_row', 'item'];
  const { run, save, query } = await openRegister(t, {
    'odd.yaml': `resource: odd\ntemporal: { timeline: user_id }\nfields:\n  user_id: { type: reference, to: party }\n${fields.map((name) => `  ${name}: { type: integer, nullable: true }\n`).join('')}unique: [[place, line]]\n`,
  });
  await query(`insert into party (code) values ('a'), ('b')`);
  const names = ['user_id', 'valid_from', ...fields];
  save(
    'odd.csv',
    `${names.join()}\n${[1, '2026-01-01T00:00Z', ...fields.keys()].join()}\n${[2, '2026-01-01T00:00Z', ...fields.keys()].join()}\n`,
  );
  t.match(await run('import', 'odd', 'odd.csv'), {
    code: 1,
    stderr: /line 3, place: another odd has place 0 and line 1/,
  });
  save('odd.csv', `${names.join()}\n${[1, '2026-01-01T00:00Z', ...fields.keys()].join()}\n`);
  t.match(await run('import', 'odd', 'odd.csv'), { code: 0 });
  save(
    'odd.ndjson',
    '{"user_id":1,"valid_from":"2026-02-01T00:00Z","place":0,"line":1,"until":7}\n{"user_id":2,"valid_from":"2026-02-01T00:00Z","place":0,"line":2}\n',
  );
  t.match(await run('import', 'odd', 'odd.ndjson', '--upsert'), { code: 0, stdout: /1 new, 1 changed/ });
  t.same(await query('select line, until, item from odd order by line'), [
    { line: '1', until: '7', item: '10' },
    { line: '2', until: null, item: null },
  ]);
});
