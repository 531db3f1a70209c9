import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Test, test } from 'tap';
import { findDemo } from '../../codegen/demo/files.ts';
import { readPeople } from '../../codegen/demo/people.ts';
import { CommandError, readSettings, type Settings } from '../../codegen/option/settings.ts';
import { announce } from '../../codegen/serve/announce.ts';
import { chosenPeople, developmentTokens } from '../../codegen/serve/development_tokens.ts';
import { prepareDatabase } from '../../codegen/serve/prepare.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { testDatabase } from '../database.ts';
import { almanac, temporaryFolder } from './process.ts';

const definitions = {
  'service.yaml': 'service: Library\n',
  'loan.yaml': `resource: loan
history: true
temporal: { timeline: book_id }
fields:
  book_id: { type: reference, to: book }
`,
  'book.yaml': 'resource: book\nhistory: true\nfields:\n  title: { type: text, max_length: 9 }\n',
  'identity.yaml': 'resource: identity\nfields:\n  subject: { type: text, unique: true }\n',
  'loaned.yaml': 'resource: loaned\nview: loaned.sql\nfields:\n  book_id: { type: reference, to: book }\n',
  'loaned.sql': 'select book_id from loan',
};

const rows = {
  'identity.csv': 'id,subject,recorded_at,recorded_by\n1,anna,2020-01-01T00:00:00+00:00,0\n',
  'book_history.csv': `id,book_id,title,recorded_at,recorded_by,replaced_at,replaced_by
1,1,one,2020-01-01T00:00:00+00:00,1,2021-01-01T00:00:00+00:00,1
2,1,two,2021-01-01T00:00:00+00:00,1,,
`,
  'loan_history.ndjson':
    '{"id":1,"loan_id":1,"book_id":1,"valid_from":"2020-02-01T00:00Z","valid_to":null,"recorded_at":"2020-02-01T00:00Z","recorded_by":1,"replaced_at":null,"replaced_by":null}\n',
};

/** Definitions with demo data, and an empty database that stands for the embedded one. */
async function open(t: Test, demo: Readonly<Record<string, string>>) {
  const resources = temporaryFolder(t);
  const save = (file: string, text: string) => {
    mkdirSync(dirname(join(resources, file)), { recursive: true });
    writeFileSync(join(resources, file), text);
  };
  for (const [file, text] of Object.entries(definitions)) save(file, text);
  for (const [file, text] of Object.entries(demo)) save(`demo/${file}`, text);
  const settings: Settings = { ...readSettings({ ALMANAC_RESOURCES: resources }), databaseUrl: null };
  const loaded = await loadModel(resources);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const opened = await testDatabase(t);
  return { ...opened, save, resources, prepare: () => prepareDatabase(opened.database, loaded, settings) };
}

test('rows with their past are loaded in the order of references, and then the script', async (t) => {
  const { prepare, query, save } = await open(t, { ...rows, 'people.yaml': '[]\n', '.hidden.csv': 'x' });
  save('demo.sql', "update book set title = title || '!';");
  t.equal(await prepare(), 'made the tables and loaded the demo data');
  t.same(await query('select title from book'), [{ title: 'two!' }]);
  t.same(await query('select title from book_history order by id'), [{ title: 'one' }, { title: 'two' }]);
  t.same(await query('select id, book_id from loan'), [{ id: '1', book_id: '1' }]);
  t.equal(await prepare(), null);
});

const faults: readonly (readonly [what: string, demo: Readonly<Record<string, string>>, complaint: string])[] = [
  [
    'rows that the definitions do not allow',
    {
      'book_history.csv': rows['book_history.csv']
        .replace('two', 'much too long')
        .replace('one', 'x')
        .replace(',1,,', ',9,,'),
    },
    'DEMO/book_history.csv:3: the demo data does not fit the definitions: title: must have at most 9 characters',
  ],
  [
    'several at once, each with its line',
    {
      ...rows,
      'book_history.csv': `${rows['book_history.csv']}3,2,x,2020-01-01T00:00Z,7,,\n4,3,y,2999-01-01T00:00Z,1,,\n`,
    },
    'DEMO/book_history.csv:4: the demo data does not fit the definitions: recorded_by: there is no identity 7\nDEMO/book_history.csv:5: the demo data does not fit the definitions: recorded_at: is in the future',
  ],
  [
    'a column that is none',
    { 'book_history.csv': rows['book_history.csv'].replace('title', 'titel') },
    'DEMO/book_history.csv:1: the demo data does not fit the definitions: titel is not a field of book_history; did you mean title?',
  ],
  ['a file of no resource', { 'bok.csv': 'id\n' }, 'DEMO/bok.csv: there is no resource bok; did you mean book?'],
  [
    'a file of a view',
    { 'loaned.csv': 'book_id\n' },
    'DEMO/loaned.csv: a view has no rows of its own; expected a file for each table that it reads',
  ],
  [
    'two files of one resource',
    { ...rows, 'book.ndjson': '' },
    'DEMO/book_history.csv: the rows of book are in DEMO/book.ndjson too; expected one of the two files',
  ],
];

test('what is wrong with the demo data is told with its file and line, and mended at the next start', async (t) => {
  for (const [what, demo, expected] of faults) {
    const { prepare, resources, save, query } = await open(t, { 'identity.csv': rows['identity.csv'], ...demo });
    const thrown = await prepare().catch((error: unknown) => error);
    t.ok(thrown instanceof CommandError, what);
    const message = (thrown as Error).message.replaceAll(join(resources, 'demo'), 'DEMO');
    t.ok(message.startsWith(expected), `${what}: ${message}`);
    if (what !== 'rows that the definitions do not allow') continue;
    save('demo/book_history.csv', rows['book_history.csv']);
    t.equal(await prepare(), 'made the tables and loaded the demo data');
    t.same(await query('select title from book'), [{ title: 'two' }]);
  }
});

test('export writes the demo data of the register exactly as it is kept', async (t) => {
  const loaded = await loadModel('resources');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const { url, database } = await testDatabase(t);
  await prepareDatabase(database, loaded, { ...readSettings({ ALMANAC_RESOURCES: 'resources' }), databaseUrl: null });
  const folder = temporaryFolder(t);
  const { rows: files } = await findDemo(loaded.model, 'resources');
  const tables = [...loaded.model.resources.values()].filter((each) => each.kind === 'table' && each.madeBy === null);
  t.equal(files.length, tables.length, 'a file for each resource');
  for (const { file, resource } of files) {
    const out = join(folder, resource.name);
    await almanac(['export', resource.name, '--out', out], { DATABASE_URL: url });
    t.equal(readFileSync(out, 'utf8'), readFileSync(file, 'utf8'), file);
  }
});

const kari = 'name: Kari, subject: kari, about: at home, try: party';

const wrongPeople: readonly (readonly [text: string, faults: string])[] = [
  ['people: []', ':1:1: this is not a list; expected a list of people'],
  ['- Kari', ':1:3: this is not a person; expected a map with the keys name, subject, about, try, role, claims'],
  [
    `- { ${kari}, rol: end_user }`,
    ':1:60: there is no key rol; expected one of name, subject, about, try, role, claims; did you mean role?',
  ],
  [
    '- { name: Kari, subject: 3, about: "", try: party }',
    ':1:26: subject is not a text; expected a text\nFILE:1:36: about is not a text; expected a text',
  ],
  ['- { name: Kari, subject: kari, about: x }', ':1:3: try is missing; expected a text'],
  [`- { ${kari}, role: king }`, ':1:66: there is no role king; expected one of administrator, system_operator'],
  [`- { ${kari}, claims: 7 }`, ':1:68: claims is not a map; expected a value for each claim'],
  [`- { ${kari}, claims: { party: 7 } }`, ':1:70: there is no claim party; expected party_id'],
  [`- { ${kari}, claims: { party_id: [7] } }`, ':1:80: party_id has no value; expected a text or a number'],
  [`- { ${kari}`, ':2:1: the map before this is not closed'],
];

test('what is wrong with the people of a demo is told with its place', async (t) => {
  const loaded = await loadModel('resources');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const { service } = loaded.model;
  const { resources, save } = await open(t, {});
  t.same(await readPeople(service, resources), [], 'none without a file');
  for (const [text, faults] of wrongPeople) {
    save('demo/people.yaml', `${text}\n`);
    const thrown = await readPeople(service, resources).catch((error: unknown) => error);
    t.ok(thrown instanceof CommandError, text);
    const message = (thrown as Error).message.replaceAll(join(resources, 'demo/people.yaml'), 'FILE');
    t.ok(message.startsWith(`FILE${faults}`), `${text}: ${message}`);
  }
});

test('tokens are printed with the development key and the embedded database alone', async (t) => {
  const loaded = await loadModel('resources');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const { model } = loaded;
  const data = temporaryFolder(t);
  const lines: string[] = [];
  const printed = t.intercept(console, 'log', { value: (line: string) => lines.push(line) });
  const key = 'a secret of 32 bytes or more, as production wants it';
  for (const [environment, shown] of [
    [{}, 4],
    [{ DATABASE_URL: 'postgresql://127.0.0.1:1/another' }, 0],
    [{ JWT_SECRET: key }, 0],
    [{ JWKS_URL: 'https://example.org/keys' }, 0],
    [{ NODE_ENV: 'production', JWT_SECRET: key }, 0],
  ] as const) {
    lines.length = 0;
    const tokens = await developmentTokens(model, readSettings({ ALMANAC_DATA: data, ...environment }));
    announce('http://127.0.0.1:1', model, tokens);
    t.equal(lines.filter((line) => line.includes('ey')).length, shown, Object.keys(environment).join());
    t.match(lines[1], /^ {2}API +http:\/\/127\.0\.0\.1:1\/api\/v1$/);
  }
  t.ok(printed().length > 0);
});

test('without people in the demo data, Studio offers the role that may do most alone', async (t) => {
  const loaded = await loadModel('test/access');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const environment = { ALMANAC_DATA: temporaryFolder(t), ALMANAC_RESOURCES: 'test/access' };
  const tokens = await developmentTokens(loaded.model, readSettings(environment));
  if (tokens === null) throw new Error('the embedded database has tokens');
  const { list, tokenOf } = chosenPeople(tokens);
  t.same(list, [{ subject: 'development', name: null, role: tokens.strongest, about: null }]);
  t.match(tokenOf('development'), { token_type: 'Bearer', expires_in: 86_400 });
  t.equal(tokenOf('somebody'), null);
});
