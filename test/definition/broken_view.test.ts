import { test } from 'tap';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { loadSqlParser } from '../../engine/definition/view/sql_parser.ts';
import { buildModel } from '../../engine/feature/load.ts';

// What may be wrong with a view, in its YAML and in its SQL file. An attack on the rows of others is refused here too.

await loadSqlParser();

type Files = Readonly<Record<string, string | null>>;

const right: Files = {
  'service.yaml': 'service: Test\nroles: [reader]\nevents: { prefix: org.example }\n',
  'unit.yaml': 'resource: unit\nhistory: true\nfields:\n  name: { type: text }\n  power: { type: integer }\n',
  'device.yaml': 'resource: device\nfields:\n  unit_id: { type: reference, to: unit }\n',
  'sum.yaml':
    'resource: sum\nview: sum.sql\nfields:\n  unit_id: { type: reference, to: unit }\n  n: { type: bigint }\n',
  'sum.sql': 'select u.id as unit_id, count(*) as n from unit u group by u.id',
};

function faultsOf(files: Files): readonly string[] {
  const all = Object.entries({ ...right, ...files }).flatMap(([file, text]) =>
    text === null ? [] : [[file, Buffer.from(text)] as const],
  );
  const loaded = buildModel(new Map(all), '');
  return loaded.ok ? [] : loaded.faults.map(formatFault);
}

const table = 'the name of a resource with rows of its own';
const values = 'a type of values, such as text, integer or timestamptz';
const ofUnit = 'one of id, name, power, recorded_at, recorded_by';
const fitting = 'a function that depends on its arguments alone; docs/views.md lists them';

/** What stands behind `select 1::bigint as unit_id, ` or in place of all, and its faults. */
const statements: readonly [string, string, readonly string[]][] = [
  ['a right one', 'select id as unit_id, 1 as n from unit', []],
  [
    'a right one with words of its own',
    'with a as (select * from unit) select a.id as unit_id, count(*) as n from a group by 1',
    [],
  ],
  ['a name of WITH before a resource', 'with unit as (select * from unit) select id as unit_id, 1 as n from unit', []],
  [
    'recursion',
    'with recursive t as (select 1 as n union all select n + 1 from t where n < 5) select n as unit_id, n from t',
    [],
  ],
  ['nothing', '-- nothing\n', ['sum.sql:1:1: the file has no statement; expected one SELECT']],
  [
    'no SQL',
    'select 1 frm unit\nwhere a b',
    ['sum.sql:1:14: PostgreSQL cannot read this: syntax error at or near "unit"; expected one SELECT'],
  ],
  [
    'two',
    'select 1 as unit_id, 1 as n;\nselect 2',
    ['sum.sql:2:1: a second statement begins here; expected one SELECT'],
  ],
  ['a write', 'delete from unit', ['sum.sql:1:1: this is not a SELECT; expected one SELECT']],
  [
    'a write within',
    'with a as (delete from unit returning id) select id as unit_id, 1 as n from a',
    ['sum.sql:1:6: a view writes nothing; expected a SELECT over resources'],
  ],
  [
    'a new table',
    'select id as unit_id, 1 as n into other from unit',
    ['sum.sql:1:1: INTO makes a table; expected a SELECT over resources'],
  ],
  [
    'a lock',
    'select id as unit_id, 1 as n from unit for update',
    ['sum.sql:1:1: a view locks no rows; expected a SELECT over resources'],
  ],
  [
    'a schema',
    'select id as unit_id, 1 as n from public.unit',
    ['sum.sql:1:35: public.unit names a schema: what a caller may see has no schema; expected unit'],
  ],
  [
    'a catalogue',
    'select oid as unit_id, 1 as n from pg_authid',
    [`sum.sql:1:36: there is no resource pg_authid; expected ${table}`],
  ],
  [
    'a name that is nearly one',
    'select id as unit_id, 1 as n from unti',
    [`sum.sql:1:35: there is no resource unti; expected ${table}; did you mean unit?`],
  ],
  [
    'a table of the engine',
    'select id as unit_id, 1 as n from event',
    [`sum.sql:1:35: event is a table of the engine; expected ${table}`],
  ],
  [
    'a history',
    'select id as unit_id, 1 as n from unit_history',
    [`sum.sql:1:35: unit_history is a history; a view shows the past of unit under as_of; expected ${table}`],
  ],
  ['a view', 'select unit_id, n from sum', [`sum.sql:1:24: sum is a view; expected ${table}`]],
  [
    'a name of WITH out of its place',
    'select unit_id, 1 as n from (with a as (select id as unit_id from unit) select * from a) b, a',
    [`sum.sql:1:93: there is no resource a; expected ${table}`],
  ],
  [
    'a name of WITH before its place',
    'with a as (select * from b), b as (select 1 as unit_id) select unit_id, 1 as n from a',
    [`sum.sql:1:26: there is no resource b; expected ${table}`],
  ],
  [
    'a function that reads a file',
    "select pg_read_file('/etc/passwd') as unit_id, 1 as n",
    [`sum.sql:1:8: the function pg_read_file is not possible in a view; expected ${fitting}`],
  ],
  [
    'a function that waits',
    'select 1 as unit_id, 1 as n from pg_sleep(100)',
    [`sum.sql:1:34: the function pg_sleep is not possible in a view; expected ${fitting}`],
  ],
  [
    'a function that runs a text',
    "select 1 as unit_id, query_to_xml('select * from unit', true, true, '') as n",
    [`sum.sql:1:22: the function query_to_xml is not possible in a view; expected ${fitting}`],
  ],
  [
    'a setting',
    "select current_setting('almanac.identity') as unit_id, 1 as n",
    [`sum.sql:1:8: the function current_setting is not possible in a view; expected ${fitting}`],
  ],
  [
    'another setting',
    "select set_config('role', 'postgres', true) as unit_id, 1 as n",
    [`sum.sql:1:8: the function set_config is not possible in a view; expected ${fitting}`],
  ],
  [
    'a sequence',
    "select nextval('unit_id_seq') as unit_id, 1 as n",
    [`sum.sql:1:8: the function nextval is not possible in a view; expected ${fitting}`],
  ],
  [
    'a large object',
    "select lo_import('/etc/passwd') as unit_id, 1 as n",
    [`sum.sql:1:8: the function lo_import is not possible in a view; expected ${fitting}`],
  ],
  [
    'chance',
    'select random() as unit_id, 1 as n',
    [`sum.sql:1:8: the function random is not possible in a view; expected ${fitting}`],
  ],
  [
    'a function of a schema',
    'select almanac.present() as unit_id, 1 as n',
    [`sum.sql:1:8: the function almanac.present is not possible in a view; expected ${fitting}`],
  ],
  [
    'a function as a column',
    'select (name).pg_read_file as unit_id, 1 as n from unit',
    ['sum.sql:1:8: .pg_read_file behind a value is not possible in a view; expected a column'],
  ],
  [
    'a function of a row as a column',
    'select u.pg_notify as unit_id, 1 as n from unit u',
    [`sum.sql:1:8: there is no field pg_notify in unit; expected ${ofUnit}`],
  ],
  [
    'a column that is nearly one',
    'select u.nam as unit_id, 1 as n from unit u',
    [`sum.sql:1:8: there is no field nam in unit; expected ${ofUnit}; did you mean name?`],
  ],
  [
    'a system column',
    'select unit.xmin as unit_id, ctid as n from unit',
    [
      `sum.sql:1:8: there is no field xmin in unit; expected ${ofUnit}`,
      "sum.sql:1:8: xmin is a column of PostgreSQL's own; expected a field of a resource",
      "sum.sql:1:30: ctid is a column of PostgreSQL's own; expected a field of a resource",
    ],
  ],
  [
    'a conversion that looks into the catalogues',
    "select 'pg_authid'::regclass as unit_id, 1 as n",
    [`sum.sql:1:21: the type regclass is not possible in a view; expected ${values}`],
  ],
  [
    'a row of a table as a type',
    'select null::public.unit as unit_id, 1 as n',
    [`sum.sql:1:14: the type public.unit is not possible in a view; expected ${values}`],
  ],
  [
    'XML',
    'select xmlelement(name a) as unit_id, 1 as n',
    ['sum.sql:1:8: XmlExpr is not possible in a view; expected a SELECT over resources'],
  ],
  [
    'an operator of a schema',
    'select 1 operator(public.+) 1 as unit_id, 1 as n',
    ['sum.sql:1:10: the operator public.+ is not possible in a view'],
  ],
  [
    'a parameter',
    'select $1::bigint as unit_id, 1 as n',
    ['sum.sql:1:8: a view has no parameters; expected a SELECT over resources'],
  ],
  [
    'a user',
    'select 1 as unit_id, current_user as n',
    ['sum.sql:1:22: a view knows no user, and no clock but now(); expected now()'],
  ],
  [
    'a day',
    'select 1 as unit_id, current_date as n',
    ['sum.sql:1:22: a view knows no user, and no clock but now(); expected now()'],
  ],
  [
    'a sample',
    'select id as unit_id, 1 as n from unit tablesample system (1)',
    ['sum.sql:1:52: a sample is another one each time; expected a SELECT over resources'],
  ],
  [
    'ONLY',
    'select id as unit_id, 1 as n from only unit',
    ['sum.sql:1:40: ONLY is not possible in a view; expected unit'],
  ],
  [
    'NATURAL',
    'select 1 as unit_id, 1 as n from unit natural join device',
    ['sum.sql:1:1: NATURAL joins by every column of the same name, also by one that comes later; expected ON or USING'],
  ],
  [
    'a column of no field',
    'select id as unit_id, 1 as m from unit',
    [
      'sum.sql:1:23: the view declares no field m; expected one of unit_id, n; did you mean n?',
      'sum.yaml:5:3: sum.sql has no column n; expected a field for each column of the statement; did you mean m?',
    ],
  ],
  [
    'a column without a name',
    'select id as unit_id, 1 as n, count(*) from unit',
    ['sum.sql:1:31: this column has no name; expected a column, or "as" with the name of a field'],
  ],
  [
    'all columns',
    'select *, 1 as n, 2 as unit_id from unit',
    ['sum.sql:1:8: this column has no name; expected a column, or "as" with the name of a field'],
  ],
  [
    'two columns of a name',
    'select id as unit_id, 1 as n, 2 as n from unit',
    ['sum.sql:1:31: a second column is called n; expected another name'],
  ],
  [
    'letters of several bytes before it',
    "select 'äöü', id as unit_id, 1 as n from unti",
    [
      'sum.sql:1:8: this column has no name; expected a column, or "as" with the name of a field',
      `sum.sql:1:42: there is no resource unti; expected ${table}; did you mean unit?`,
    ],
  ],
];

test('the statement of a view', async (t) => {
  for (const [rule, text, faults] of statements) t.strictSame(faultsOf({ 'sum.sql': text }), faults, rule);
});

const withId = 'resource: sum\nview: sum.sql\nfields:\n  id: { type: bigint }\n  n: { type: bigint }\n';
const noProof =
  'sum.yaml:4:3: the statement does not prove that no two rows have the same id; expected GROUP BY the id; or the id of a table, with joins by the ids of other tables; or no field id';

const ids: readonly [string, string, readonly string[]][] = [
  ['the id of a table', 'select id, 1 as n from unit', []],
  [
    'with a join by an id',
    'select d.id, 1 as n from device d left join unit u on u.id = d.unit_id and u.power > 3',
    [],
  ],
  ['by groups', 'select d.unit_id as id, count(*) as n from device d group by d.unit_id', []],
  ['a join that finds several', 'select u.id, 1 as n from unit u join device d on d.unit_id = u.id', [noProof]],
  ['a join by any of several', 'select d.id, 1 as n from device d join unit u on u.id = d.unit_id or true', [noProof]],
  ['a join by its own id', 'select d.id, 1 as n from device d join unit u on u.id = u.id', [noProof]],
  ['all pairs', 'select u.id, 1 as n from unit u, device d', [noProof]],
  ['two SELECTs', 'select id, 1 as n from unit union all select id, 2 as n from unit', [noProof]],
  ['rows of a function beside it', 'select id, generate_series(1, 3) as n from unit', [noProof]],
  ['the id of what is joined', 'select u.id, 1 as n from device d join unit u on u.id = d.unit_id', [noProof]],
  ['groups of more', 'select d.unit_id as id, d.id as n from device d group by d.unit_id, d.id', [noProof]],
  [
    'rows of its own that have the name of a table',
    'with unit as (select 1 as id union all select 1) select id, 1 as n from unit',
    [noProof],
  ],
];

test('the id of a view', async (t) => {
  for (const [rule, text, faults] of ids) t.strictSame(faultsOf({ 'sum.yaml': withId, 'sum.sql': text }), faults, rule);
});

const yaml: readonly [string, Files, readonly string[]][] = [
  [
    'no file',
    { 'sum.sql': null, 'sums.sql': 'select 1' },
    ['sum.yaml:2:7: there is no file sum.sql; expected the name of an SQL file in this folder; did you mean sums.sql?'],
  ],
  [
    'keys of tables',
    { 'sum.yaml': `${right['sum.yaml']}history: true\nindexes: [[n]]\n` },
    [
      'sum.yaml:6:1: a view has no rows of its own; expected no "history" beside "view"',
      'sum.yaml:7:1: a view has no rows of its own; expected no "indexes" beside "view"',
    ],
  ],
  [
    'a label of a column that it does not have',
    { 'sum.yaml': `${right['sum.yaml']}group: Sums\nlabel: nn\n` },
    ['sum.yaml:7:8: there is no field nn in sum; expected one of unit_id, n; did you mean n?'],
  ],
  [
    'facets of stored fields',
    { 'sum.yaml': right['sum.yaml']?.replace('bigint }', 'bigint, unique: true }') ?? '' },
    ['sum.yaml:5:22: a field of a view is a column of its statement; expected no "unique" here'],
  ],
  [
    'a reference to it',
    { 'device.yaml': 'resource: device\nfields:\n  sum_id: { type: reference, to: sum }\n' },
    ['device.yaml:3:34: sum is a view, which has no rows of its own; expected a resource with rows of its own'],
  ],
  [
    'an id that is no whole number',
    {
      'sum.yaml': withId.replace('id: { type: bigint }', 'id: { type: text }'),
      'sum.sql': 'select id, 1 as n from unit',
    },
    ['sum.yaml:4:7: an id is a whole number, and never null; expected type: bigint'],
  ],
  [
    'half an interval',
    {
      'sum.yaml': withId.replace('id: { type: bigint }', 'valid_from: { type: date }'),
      'sum.sql': 'select null::date as valid_from, 1 as n from unit',
    },
    [
      'sum.yaml:4:3: there is no field valid_to beside it; expected both, or none',
      'sum.yaml:4:15: valid_from is a datetime; expected type: datetime',
    ],
  ],
  [
    'a rule beside what may fail',
    {
      'sum.yaml': `${right['sum.yaml']}access:\n  reader: { read: n=gt.3 }\n`,
      'sum.sql': 'select id as unit_id, 1 / power as n from unit',
    },
    [
      'sum.yaml:7:11: the operator / may fail for a row that this rule hides; expected all or nothing here, with the rule in the resources that the view reads; or a statement that cannot fail',
    ],
  ],
  ['a rule beside what cannot fail', { 'sum.yaml': `${right['sum.yaml']}access:\n  reader: { read: n=gt.3 }\n` }, []],
];

test('the name of the SQL file', (t) => {
  const named = (file: string) => faultsOf({ 'sum.yaml': withId.replace('sum.sql', file) });
  const expected = 'small letters, digits and underscores, and .sql at the end';
  for (const [file, near] of [
    ['unit-sum.sql', 'unit_sum.sql'],
    ['Sum.SQL', 'sum.sql'],
    ['sum', 'sum.sql'],
  ] as const)
    t.strictSame(named(file), [
      `sum.yaml:2:7: "${file}" is not the name of a file .sql; expected ${expected}; did you mean ${near}?`,
    ]);
  t.end();
});

test('a file is no column of a view', (t) => {
  const unit = `${right['unit.yaml']}  photo: { type: file }\n`;
  t.strictSame(faultsOf({ 'unit.yaml': unit, 'sum.sql': 'select u.photo as unit_id, 1 as n from unit u' }), [
    `sum.sql:1:8: there is no field photo in unit; expected ${ofUnit}`,
  ]);
  t.end();
});

test('the definition of a view', async (t) => {
  for (const [rule, files, faults] of yaml) t.strictSame(faultsOf(files), faults, rule);
});
