import { join } from 'node:path';
import { test } from 'tap';
import { almanac, almanacUntil, startAlmanac } from './process.ts';
import { book, project } from './project.ts';

test('in production the service starts on a migrated database only; elsewhere it migrates by itself', async (t) => {
  const { folder, save, run, query, environment } = await project(t);
  const production = { ...environment, NODE_ENV: 'production' };
  const start = async (stderr: RegExp, what: string) =>
    t.match(await almanac(['serve'], production, folder), { code: 1, stderr }, what);
  await start(/there is no migration in db\/migrations; make one/, 'without a migration');
  await run('migration', 'new', 'first');
  await start(/_first is not applied; run almanac migrate first/, 'with a pending one');
  t.same(await query("select to_regclass('book') as name"), [{ name: null }], 'which it leaves alone');
  await run('migrate');
  const served = startAlmanac(t, ['serve'], production, folder);
  await served.printed(/API +\S+/);
  await served.stop();
  save('book.yaml', `${book}  pages: { type: integer, nullable: true }\n`);
  await start(
    /the definitions in resources, or this version of Almanac, need a migration that is missing; make one with/,
    'with other definitions',
  );

  await run('migration', 'new', 'pages');
  const { stdout } = await almanacUntil(/API +\S+/, ['serve'], environment, folder);
  t.match(stdout, /Almanac applied \d{14}_pages\n/);
  t.match(await run('migrate', '--check'), { code: 0 });
});

test('the embedded database is migrated at the start, from where "dev" or an earlier start has left it', async (t) => {
  const { folder, save, run } = await project(t);
  const data = { ALMANAC_DATA: join(folder, '.data') };
  const serve = async () => {
    const { stdout } = await almanacUntil(/API +\S+/, ['serve'], data, folder);
    return stdout.split('\n')[0];
  };
  const statuses = async () =>
    (await almanac(['migrate', 'status'], data, folder)).stdout.replaceAll(/\d{14}_| \S+$/gm, '');
  await run('migration', 'new', 'first');
  t.equal(await serve(), 'Almanac made the tables');
  t.equal(await statuses(), 'first  applied\n');
  save('book.yaml', `${book}  pages: { type: integer, nullable: true }\n`);
  await run('migration', 'new', 'pages');
  t.match(await serve(), /^Almanac applied \d{14}_pages$/);
  save('book.yaml', `${book}  pages: { type: integer, nullable: true }\n  isbn: { type: text, nullable: true }\n`);
  const development = startAlmanac(t, ['dev'], data, folder);
  await development.printed(/Watching/);
  await development.stop();
  t.match(development.output.stdout, /^Almanac changed the tables to the new definitions/, 'dev needs no migration');
  await run('migration', 'new', 'isbn');
  t.equal(await serve(), 'Library', 'whose change is there already');
  t.equal(await statuses(), 'first  applied\npages  applied\nisbn  applied\n');
  t.match(await almanac(['migrate', '--check'], data, folder), { code: 0 });
});

const loan = `resource: loan
fields:
  book_id: { type: reference, to: book }
  days: { type: integer }
`;
const rules = `access:
  clerk: { read: 'days=lt.30&book.title=not.eq.Bible', create: all }
`;

test('rules of access are no migration, and a database stays where the last one led', async (t) => {
  const { folder, save, run, query, files, environment } = await project(t);
  save('service.yaml', 'service: Library\nroles: [clerk]\n');
  save('loan.yaml', loan);
  await run('migration', 'new', 'first');
  await run('migrate');
  const serve = async () => {
    const { stdout } = await almanacUntil(/API +\S+/, ['serve'], environment, folder);
    return stdout.split('\n')[0];
  };
  t.equal(await serve(), 'Library');
  save('loan.yaml', `${loan}${rules}`);
  t.match(await run('migration', 'new', 'rules'), { code: 0, stdout: 'The tables need no change: nothing to do.\n' });
  t.equal(files().length, 1);
  t.equal(await serve(), 'Library');
  t.same(await query("select content from almanac.definition where file = 'loan.yaml'"), [{ content: loan + rules }]);
  const production = startAlmanac(t, ['serve'], { ...environment, NODE_ENV: 'production' }, folder);
  await production.printed(/API +\S+/);
  await production.stop();

  save('loan.yaml', 'resource: loan\nfields:\n  days: { type: integer }\n');
  await run('migration', 'new', 'book', '--allow-destructive');
  t.match(await serve(), /^Almanac applied \d{14}_book$/, 'what loses data is a migration, which is applied as such');
  t.match(await run('migrate', '--check'), { code: 0 });
});
