import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { schemaFileText } from '../../codegen/schema.ts';
import { almanac, copyOf, temporaryFolder } from './process.ts';

test('every command has help, and wrong usage exits with 2', async (t) => {
  const help = await almanac(['--help']);
  t.equal(help.code, 0);
  const commands = [...help.stdout.matchAll(/^ {2}([a-z]+) .*$/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
  t.same(commands, ['serve', 'dev', 'check', 'schema', 'token', 'retention']);
  for (const command of commands) {
    const { code, stdout } = await almanac([command, '--help']);
    t.equal(code, 0, `${command} --help`);
    t.match(stdout, new RegExp(`^Usage: almanac ${command}`), `${command} says how it is used`);
  }
  for (const wrong of [
    ['nonsense'],
    ['check', '--nonsense'],
    ['check', 'a', 'b'],
    ['token', '--hours', 'many'],
    ['retention'],
    ['retention', '--events', '2 years'],
  ]) {
    const { code, stderr } = await almanac(wrong);
    t.equal(code, 2, `almanac ${wrong.join(' ')}`);
    t.match(stderr, /^error: /);
  }
});

test('check says that definitions are right, or where they are wrong', async (t) => {
  t.same(await almanac(['check', 'test/library']), {
    code: 0,
    stdout: 'test/library: 8 resources, no faults\n',
    stderr: '',
  });
  const folder = copyOf(t, 'test/five_lines');
  writeFileSync(
    join(folder, 'note.yaml'),
    'resource: note\nfields:\n  heading: { typ: text }\n  body: { type: txt }\n',
  );
  const { code, stdout, stderr } = await almanac(['check', folder]);
  t.equal(code, 1);
  t.equal(stdout, '');
  const lines = stderr.trimEnd().split('\n');
  t.match(lines[0], `${folder}/note.yaml:3:`);
  t.match(stderr, `${folder}/note.yaml:4:17: `, 'all faults at once');
  t.match(stderr, /did you mean text\?/);
  t.match(lines.at(-1), /^almanac: \d faults in /);
  const missing = await almanac(['check', join(folder, 'nowhere')]);
  t.equal(missing.code, 1);
  t.match(missing.stderr, /there is no folder .*nowhere/);
});

test('schema writes the schema of the language; the one in resources is up to date', async (t) => {
  const folder = temporaryFolder(t);
  t.equal((await almanac(['schema', folder])).code, 0);
  t.equal(readFileSync(join(folder, 'schema.json'), 'utf8'), schemaFileText());
  t.equal(readFileSync('resources/schema.json', 'utf8'), schemaFileText(), 'npx almanac schema writes it again');
  t.equal((await almanac(['schema', join(folder, 'nowhere')])).code, 1);
});

test('token signs with the secret of the environment or of this machine, never in production', async (t) => {
  const data = temporaryFolder(t);
  const claims = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  const first = await almanac(['token', '--identity', '7', '--scope', 'read:data:party', '--hours', '2'], {
    ALMANAC_DATA: data,
  });
  t.equal(first.code, 0);
  const { identity_id, scope, iat, exp } = claims(first.stdout);
  t.same(
    { identity_id, scope, hours: (Number(exp) - Number(iat)) / 3600 },
    { identity_id: 7, scope: 'read:data:party', hours: 2 },
  );
  const wrong: readonly [Record<string, string>, RegExp][] = [
    [{ NODE_ENV: 'production', ALMANAC_DATA: data }, /no key is configured; set JWKS_URL or JWT_SECRET/],
    [{ JWKS_URL: 'https://example.test/jwks' }, /tokens come from the authorization server/],
    [{ JWKS_URL: 'https://example.test/jwks', JWT_SECRET: 'x' }, /expected one of them/],
    [{ JWT_SECRET: 'x', ALMANAC_RESOURCES: join(data, 'nowhere') }, /there is no folder/],
  ];
  for (const [environment, message] of wrong) {
    const { code, stderr } = await almanac(['token'], environment);
    t.equal(code, 1);
    t.match(stderr, message);
  }
});
