import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Test, test } from 'tap';
import { readSettings, type Settings } from '../../codegen/option/settings.ts';
import { developDatabase } from '../../codegen/serve/develop.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { testDatabase } from '../database.ts';
import { project } from './project.ts';

// A service as a team changes it over time: every change is made in development and by a migration, and every row is there
// afterwards. What has to be changed in rows before is changed first.

interface Change {
  readonly what: string;
  /** Files that are other ones from now on; null for one that is gone. */
  readonly files: Readonly<Record<string, string | null>>;
  readonly rowsBefore?: string;
  readonly rowsAfter?: string;
  /** A query of what everybody wants to find again, and what it finds. */
  readonly find: string;
  readonly found: readonly Readonly<Record<string, string | null>>[];
  readonly loses?: true;
}

const unit = (name: string, fields: string, more = '') => `resource: ${name}\n${more}fields:\n${fields}`;
const party = unit('party', '  name: { type: text }\n');
const status = (...values: readonly string[]) =>
  `  status: { type: enum, values: [${values.join(', ')}], default: open }\n`;
const both = [{ code: '1' }, { code: '2' }];

const first = {
  'service.yaml': 'service: Register\n',
  'party.yaml': party,
  'tag.yaml': unit('tag', '  word: { type: text }\n'),
  'unit.yaml': unit(
    'unit',
    `  code: { type: integer }\n${status('open', 'closed')}  party_id: { type: reference, to: party }\n`,
  ),
};
const rows = `insert into party (name) values ('a'), ('b');
  insert into tag (word) values ('x');
  insert into unit (code, status, party_id) values (1, 'open', 1), (2, 'closed', 2)`;

const fields = (code: string, values: string, owner = 'party') =>
  `  code: { ${code} }\n${values}  ${owner}_id: { type: reference, to: ${owner}${owner === 'owner' ? ', was: party_id' : ''} }\n`;
const later = status('open', 'paused', 'ended');
const power = '  power: { type: decimal, precision: 9, scale: 3, backfill: 1.5 }\n';
const name = '  title: { type: text, backfill: $code, was: name }\n';
const owner = party.replace('resource: party', 'resource: owner\nwas: party');

const changes: readonly Change[] = [
  {
    what: 'a required field',
    files: { 'unit.yaml': unit('unit', `${fields('type: integer', status('open', 'closed'))}${power}`) },
    find: 'select power from unit',
    found: [{ power: '1.500' }, { power: '1.500' }],
  },
  {
    what: 'a required field like another',
    files: {
      'unit.yaml': unit(
        'unit',
        `${fields('type: integer', status('open', 'closed'))}${power}  name: { type: text, backfill: $code }\n`,
      ),
    },
    find: 'select name as code from unit order by id',
    found: both,
  },
  {
    what: 'a field of another name',
    files: { 'unit.yaml': unit('unit', `${fields('type: integer', status('open', 'closed'))}${power}${name}`) },
    find: 'select title as code from unit order by id',
    found: both,
  },
  {
    what: 'a resource of another name',
    files: {
      'party.yaml': null,
      'owner.yaml': owner,
      'unit.yaml': unit('unit', `${fields('type: integer', status('open', 'closed'), 'owner')}${power}${name}`),
    },
    find: 'select owner_id as code from unit join owner on owner.id = owner_id order by 1',
    found: both,
  },
  {
    what: 'a wider number',
    files: { 'unit.yaml': unit('unit', `${fields('type: bigint', status('open', 'closed'), 'owner')}${power}${name}`) },
    find: 'select code from unit order by id',
    found: both,
  },
  {
    what: 'the number as text',
    files: { 'unit.yaml': unit('unit', `${fields('type: text', status('open', 'closed'), 'owner')}${power}${name}`) },
    find: 'select code from unit order by id',
    found: both,
  },
  {
    what: 'and back to a narrow one',
    files: {
      'unit.yaml': unit('unit', `${fields('type: integer', status('open', 'closed'), 'owner')}${power}${name}`),
    },
    find: 'select code from unit order by id',
    found: both,
  },
  {
    what: 'further values of an enum',
    files: {
      'unit.yaml': unit(
        'unit',
        `${fields('type: integer', status('open', 'closed', 'paused', 'ended'), 'owner')}${power}${name}`,
      ),
    },
    find: 'select status from unit order by id',
    found: [{ status: 'open' }, { status: 'closed' }],
  },
  {
    what: 'the value that was split gone',
    rowsBefore: "update unit set status = 'ended' where status = 'closed'",
    files: { 'unit.yaml': unit('unit', `${fields('type: integer', later, 'owner')}${power}${name}`) },
    find: 'select status from unit order by id',
    found: [{ status: 'open' }, { status: 'ended' }],
  },
  {
    what: 'a code that is unique, where two rows shared it',
    rowsBefore:
      "insert into unit (code, owner_id, power, title) values (2, 1, 1, '2'); update unit set code = 3 where id = 3",
    files: { 'unit.yaml': unit('unit', `${fields('type: integer, unique: true', later, 'owner')}${power}${name}`) },
    find: 'select code from unit order by id',
    found: [...both, { code: '3' }],
  },
  {
    what: 'a history',
    files: {
      'unit.yaml': unit(
        'unit',
        `${fields('type: integer, unique: true', later, 'owner')}${power}${name}`,
        'history: true\n',
      ),
    },
    rowsAfter: 'update unit set power = 2 where id = 1',
    find: 'select count(*) as code from unit_history',
    found: [{ code: '1' }],
  },
  {
    what: 'a timeline',
    rowsBefore: 'delete from unit where id = 3',
    files: {
      'unit.yaml': unit(
        'unit',
        `${fields('type: integer, unique: true', later, 'owner')}${power}${name}`,
        'history: true\ntemporal: { timeline: owner_id }\n',
      ),
    },
    find: 'select code from unit where valid_from < now() and valid_to is null order by id',
    found: both,
  },
  {
    what: 'a resource that goes',
    loses: true,
    files: { 'tag.yaml': null },
    find: "select code from unit where to_regclass('tag') is null order by id",
    found: both,
  },
];

/** Makes all the changes, in one way. */
async function makeAll(
  t: Test,
  resources: string,
  query: (text: string) => Promise<readonly unknown[]>,
  apply: (change: Change) => Promise<void>,
) {
  const save = (files: Change['files']) => {
    for (const [file, text] of Object.entries(files)) {
      if (text === null) rmSync(join(resources, file));
      else writeFileSync(join(resources, file), text);
    }
  };
  save(first);
  await apply({ what: 'the first tables', files: {}, find: '', found: [] });
  for (const text of rows.split(';')) await query(text);
  for (const change of changes) {
    for (const text of (change.rowsBefore ?? '').split(';')) if (text !== '') await query(text);
    save(change.files);
    await apply(change);
    if (change.rowsAfter !== undefined) await query(change.rowsAfter);
    t.same(await query(change.find), change.found, change.what);
  }
}

test('by migrations', async (t) => {
  const { folder, run, query } = await project(t);
  rmSync(join(folder, 'resources/book.yaml'));
  await makeAll(t, join(folder, 'resources'), query, async ({ what, loses }) => {
    const written = await run('migration', 'new', 'change', ...(loses ? ['--allow-destructive'] : []));
    t.equal(written.code, 0, `${what} ${written.stderr}`);
    const migrated = await run('migrate');
    t.equal(migrated.code, 0, `${what} ${migrated.stderr}`);
  });
  t.match(await run('migrate', '--check'), { code: 0 });
});

test('in development', async (t) => {
  const { folder } = await project(t);
  const resources = join(folder, 'resources');
  rmSync(join(resources, 'book.yaml'));
  const settings: Settings = { ...readSettings({ ALMANAC_RESOURCES: resources }), databaseUrl: null };
  const { database, query } = await testDatabase(t);
  await makeAll(t, resources, query, async ({ what, loses }) => {
    const loaded = await loadModel(resources);
    if (!loaded.ok) throw new Error(loaded.faults.map(({ message }) => message).join());
    const asked: string[] = [];
    await developDatabase(database, loaded, settings, async (said) => {
      asked.push(said);
      return loses === true;
    });
    t.equal(asked.length, loses ? 1 : 0, `${what} ${asked.join()}`);
  });
});
