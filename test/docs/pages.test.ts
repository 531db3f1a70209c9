import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { temporaryFolder } from '../codegen/process.ts';
import { pageFiles, readPage } from './page.ts';
import { runPage } from './page_run.ts';

// Every command, request, definition and program of README.md and docs/*.md; CONTRIBUTING.md says how they are written.
// For one page: npx tap --disable-coverage test/docs/pages.test.ts --test-arg=docs/time.md

const folder = temporaryFolder(tap);
const programs: string[] = [];

const asked = process.argv.slice(2);

for (const file of asked.length > 0 ? asked : pageFiles()) {
  const page = readPage(file);
  test(file, async (t) => {
    t.ok(page.ground, 'says what it runs against: <!-- run: library -->, register or nothing');
    const own = join(folder, file.replaceAll('/', '_'));
    mkdirSync(own);
    const ran = await runPage(t, page, own);
    for (const { place, why } of ran.faults) t.fail(place, { why, at: {}, stack: '', source: '' });
    t.pass(`${page.fences.length} fences`);
    programs.push(...ran.programs);
  });
}

test('what is wrong in a page is found', async (t) => {
  const own = join(folder, 'wrong');
  mkdirSync(own);
  const { faults } = await runPage(t, readPage('wrong.md', wrong), own);
  const expected: readonly (readonly [place: string, why: RegExp])[] = [
    ['wrong.md:4', /there is no type "txt"/],
    ['wrong.md:9', /ended with 22.*there is nothing at \/api\/v1\/nothing/s],
    ['wrong.md:12', /the page shows\nHello!\n.*came is\nHello\n/s],
    ['wrong.md:16', /the answer is\nHTTP\/1.1 422/],
    ['wrong.md:23', /no JSON/],
    ['wrong.md:29', /the definitions cannot be served: .*note.yaml:1:11/],
    ['wrong.md', /cannot be served in the end/],
  ];
  t.same(
    faults.map(({ place }) => place),
    expected.map(([place]) => place),
  );
  for (const [at, [, why]] of expected.entries()) t.match(faults[at]?.why, why);
  const idle = await runPage(t, readPage('idle.md', '<!-- run: nothing -->\n```sh\ntrue\n```\n'), own);
  t.match(idle.faults, [{ place: 'idle.md:3', why: /runs against nothing/ }]);
});

const wrong = `# Wrong
<!-- run: library -->
\`\`\`yaml
resource: book
fields: { title: { type: txt } }
\`\`\`

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" $API/nothing
\`\`\`
\`\`\`console
$ echo Hello
Hello!
\`\`\`
\`\`\`http
POST /api/v1/note

{"text": 1}
\`\`\`

Words.
\`\`\`json
{"a": }
\`\`\`
\`\`\`sh
echo "resource: notes:" > resources/note.yaml
\`\`\`
\`\`\`sh
true
\`\`\`
`;

test('the programs of the pages compile', async (t) => {
  t.ok(asked.length > 0 || programs.length > 0);
  if (programs.length === 0) return;
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: programs, include: [] }));
  const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc');
  // tap has Node load its own modules first in every process that it knows of.
  const command = ['-u', 'NODE_OPTIONS', tsc, '-p', folder];
  const { status, stdout, stderr } = spawnSync('env', command, { encoding: 'utf8' });
  t.equal(`${stdout}${stderr}`, '');
  t.equal(status, 0);
});

const compilerOptions = {
  target: 'es2025',
  lib: ['es2025', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  allowImportingTsExtensions: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
  typeRoots: [join(import.meta.dirname, '../../node_modules/@types')],
};
