import { join } from 'node:path';
import { test } from 'tap';
import { isAsMigrated } from '../../codegen/serve/as_migrated.ts';
import type { Applied } from '../../db/migrate/migration_account.ts';
import {
  migrationChecksums,
  originOfBuild,
  readMigrations,
  writeMigration,
} from '../../db/migrate/migration_folder.ts';
import { migrationText } from '../../engine/schema/migration/file/file.ts';
import type { Origin } from '../../engine/schema/migration/file/origin.ts';
import { firstPlan } from '../../engine/schema/migration/plan.ts';
import { schemaObjects } from '../../engine/schema/schema.ts';
import { recordText } from '../../engine/sql/record.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { temporaryFolder } from './process.ts';

const [build, other] = ['a'.repeat(64), 'b'.repeat(64)];
const filesOf = (text: string) =>
  new Map([
    ['book.yaml', Buffer.from(text)],
    ['service.yaml', Buffer.from('service: Books\n')],
  ]);
const book = 'resource: book\nfields: { title: { type: text } }\n';
const files = filesOf(book);

test('only what this build made of these definitions, and the database has, needs no comparison', async (t) => {
  const folder = temporaryFolder(t);
  const model = modelOfFiles({ 'service.yaml': 'service: Books\n', 'book.yaml': book });
  const plan = firstPlan(model);
  if (!plan.ok) throw new Error('it has a plan');
  const after = { definitions: files, record: recordText(schemaObjects(model)) };
  const origin = originOfBuild(build, after);
  const write = (name: string, made: Origin | null) =>
    writeMigration(folder, name, migrationText(name, plan.steps, [], made), after);
  const [first, second] = ['20260101000000_first', '20260102000000_second'];
  await write(first, null);
  await write(second, origin);
  const found = await migrationChecksums(folder);
  const { list } = await readMigrations(folder);
  t.strictSame(
    [...found.checksums],
    list.map(({ name, checksum }) => [name, checksum]),
    'as those who run them see them',
  );
  t.strictSame(found.origin, origin);

  const applied = list.map(
    ({ name, checksum }): Applied => ({
      ...{ name, checksum, stepsDone: 1, finishedAt: '2026-01-03T00:00:00Z', definitions: null, steps: [] },
    }),
  );
  const [one, two] = applied;
  if (one === undefined || two === undefined) throw new Error('there are two');
  const now = { files, build };
  const changed = filesOf(`${book}# of paper\n`);
  const third = { ...two, name: '20260103000000_third' };
  const cases = [
    ['all is as it was', applied, found, now, true],
    ['another build', applied, found, { files, build: other }, false],
    ['other definitions', applied, found, { files: changed, build }, false],
    ['one more file', applied, found, { files: new Map([...files, ['page.yaml', Buffer.from('')]]), build }, false],
    ['the last is not applied', [one], found, now, false],
    ['the last is not finished', [one, { ...two, finishedAt: null }], found, now, false],
    ['an earlier one was another', [{ ...one, checksum: other }, two], found, now, false],
    ['one is applied that the folder has not', [...applied, third], found, now, false],
    ['the folder has another in its place', [one, third], found, now, false],
    ['nothing says who made it', applied, { ...found, origin: null }, now, false],
    ['a merge with other definitions', applied, { ...found, definitions: changed }, now, false],
    ['a merge with objects of another build', applied, { ...found, record: other }, now, false],
    ['the record is missing', applied, { ...found, record: null }, now, false],
  ] as const;
  for (const [name, known, checksums, present, expected] of cases)
    t.equal(isAsMigrated(known, { build: present.build, migrations: checksums }, present.files), expected, name);

  await write('20260103000000_third', null);
  t.equal((await migrationChecksums(folder)).origin, null, 'the last one counts');
  t.same(await migrationChecksums(join(folder, 'missing')), {
    ...{ checksums: new Map(), origin: null, definitions: new Map(), record: null },
  });
});
