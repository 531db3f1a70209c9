import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { isAsMigrated } from '../../codegen/serve/as_migrated.ts';
import type { Applied } from '../../db/migrate/migration_account.ts';
import { checksumOfFiles, migrationChecksums, readMigrations } from '../../db/migrate/migration_folder.ts';
import { migrationText } from '../../engine/schema/migration/file/file.ts';
import { firstPlan } from '../../engine/schema/migration/plan.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { temporaryFolder } from './process.ts';

const [build, other] = ['a'.repeat(64), 'b'.repeat(64)];
const files = new Map([['book.yaml', Buffer.from('resource: book\n')]]);
const changed = new Map([['book.yaml', Buffer.from('resource: book # of paper\n')]]);
const origin = { build, definitions: checksumOfFiles(files) };

test('only what this build made of these definitions, and the database has, needs no comparison', async (t) => {
  const folder = temporaryFolder(t);
  const plan = firstPlan(
    modelOfFiles({
      'service.yaml': 'service: Books\n',
      'book.yaml': 'resource: book\nfields: { title: { type: text } }\n',
    }),
  );
  if (!plan.ok) throw new Error('it has a plan');
  const write = (name: string, made: typeof origin | null) =>
    writeFileSync(join(folder, `${name}.sql`), migrationText(name, plan.steps, [], made));
  const [first, second] = ['20260101000000_first', '20260102000000_second'];
  write(first, null);
  write(second, origin);
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
  const cases = [
    ['all is as it was', applied, found, now, true],
    ['another build', applied, found, { files, build: other }, false],
    ['other definitions', applied, found, { files: changed, build }, false],
    ['one more file', applied, found, { files: new Map([...files, ['page.yaml', Buffer.from('')]]), build }, false],
    ['the last is not applied', [one], found, now, false],
    ['the last is not finished', [one, { ...two, finishedAt: null }], found, now, false],
    ['an earlier one was another', [{ ...one, checksum: other }, two], found, now, false],
    [
      'one is applied that the folder has not',
      [...applied, { ...two, name: '20260103000000_third' }],
      found,
      now,
      false,
    ],
    ['the folder has another in its place', [one, { ...two, name: '20260103000000_third' }], found, now, false],
    ['nothing says who made it', applied, { ...found, origin: null }, now, false],
  ] as const;
  for (const [name, list, checksums, present, expected] of cases)
    t.equal(isAsMigrated(list, checksums, present), expected, name);

  write('20260103000000_third', null);
  t.equal((await migrationChecksums(folder)).origin, null, 'the last one counts');
  const none = join(folder, 'none');
  mkdirSync(none);
  for (const place of [none, join(folder, 'missing')])
    t.match(await migrationChecksums(place), { checksums: new Map(), origin: null });
});
