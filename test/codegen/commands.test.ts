import { execFile } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
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
  t.same(commands, [
    'init',
    'new',
    'serve',
    'worker',
    'dev',
    'check',
    'schema',
    'openapi',
    'docs',
    'types',
    'migration',
    'migrate',
    'roles',
    'scopes',
    'access',
    'token',
    'import',
    'export',
    'retention',
  ]);
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
    ['new', 'resource', 'book', 'title:txt'],
    ['new', 'resource', 'book'],
    ['retention', '--events', '2 years'],
  ]) {
    const { code, stderr } = await almanac(wrong);
    t.equal(code, 2, `almanac ${wrong.join(' ')}`);
    t.match(stderr, /^error: /);
  }
});

test('check says that definitions are right, or where they are wrong', async (t) => {
  t.match(await almanac(['check', 'test/library']), {
    code: 0,
    stdout: /^test\/library: 8 resources, no faults\n$/,
    stderr: /^$/,
  });
  t.match(await almanac(['check', 'test/access']), {
    code: 0,
    stdout:
      /patient.yaml:9:11: hint: .* under indexes of treatment: - \[doctor_id, patient_id, valid_from\]\n.*hint: treatment has entries of all times, .*no faults\n$/s,
    stderr: /^$/,
  });
  const { hints } = JSON.parse((await almanac(['check', '--json', 'test/access'])).stdout);
  t.match(
    hints.filter(({ resource }: { readonly resource?: string }) => resource !== undefined),
    [{ resource: 'treatment' }, { resource: 'treatment', fields: ['doctor_id', 'patient_id', 'valid_from'] }],
  );
  t.match(
    hints.filter(({ resource }: { readonly resource?: string }) => resource === undefined),
    [9, 9, 10].map((line) => ({ line, message: /all times/, remedy: /^add treatment.valid_at=now/ })),
  );
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

test('scopes lists what a service needs', async (t) => {
  const { code, stdout } = await almanac(['scopes', 'test/library']);
  t.equal(code, 0);
  const lines = stdout.trimEnd().split('\n');
  t.same(
    lines.filter((line) => /:(copy|holiday|order)/.test(line)).map((line) => line.split(/ {2,}/)),
    [
      ['read:data:copy', 'list, read'],
      ['manage:data:copy', 'create, update, update_many, delete, delete_many'],
      ['read:data:copy_history', 'list, read'],
      ['read:data:holiday', 'list, read'],
      ['read:data:order', 'list, read'],
      ['manage:data:order', 'create, delete, delete_many'],
    ],
  );
  const json = await almanac(['scopes', '--json', 'test/library']);
  const scopes = JSON.parse(json.stdout) as readonly { scope: string }[];
  t.same(
    scopes.map(({ scope }) => scope),
    lines.map((line) => line.split(' ')[0]),
  );
  t.match(scopes[0], { scope: 'read:data:book', resource: 'book', operations: ['list', 'read'] });
  const folder = copyOf(t, 'test/five_lines');
  writeFileSync(join(folder, 'note.yaml'), 'resource: note\n');
  t.match(await almanac(['scopes', folder]), { code: 1, stderr: /fields/ });
});

test('docs writes pages that need nothing from anywhere else', async (t) => {
  const folder = join(temporaryFolder(t), 'site');
  const { code, stdout } = await almanac(['docs', '--out', folder], { ALMANAC_RESOURCES: 'test/library' });
  t.equal(code, 0);
  t.match(stdout, `files; begin with ${join(folder, 'index.html')}\n`);
  t.match(readFileSync(join(folder, 'index.html'), 'utf8'), /<h1>City library<\/h1>/);
  t.match(
    readFileSync(join(folder, 'query_language.html'), 'utf8'),
    /<title>The query language.*City library<\/title>/,
  );
  const unwritable = await almanac(['docs', '--out', join(folder, 'index.html')], {
    ALMANAC_RESOURCES: 'test/library',
  });
  t.equal(unwritable.code, 1);
  t.match(unwritable.stderr, /^almanac: cannot write /);
  const missing = await almanac(['docs', '--out', folder], { ALMANAC_RESOURCES: join(folder, 'nowhere') });
  t.equal(missing.code, 1);
});

test('what reads definitions loads nothing that serves them or makes pages of them', async (t) => {
  const loads =
    "import{registerHooks}from'node:module';registerHooks({load(url,context,next){console.error(url);return next(url,context)}})";
  const loaded = await new Promise<string>((resolve, reject) =>
    execFile(
      process.execPath,
      ['--import', `data:text/javascript,${loads}`, 'codegen/bin.js', 'check', 'test/library'],
      (error, _, stderr) => (error === null ? resolve(stderr) : reject(error)),
    ),
  );
  const packages = new Set([...loaded.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].map(([, name]) => name));
  t.ok(packages.has('yaml'), 'the packages are told');
  const needless = ['fastify', 'slonik', 'pg', 'fast-jwt', 'prom-client', 'markdown-it', 'highlight.js', 'minisearch'];
  t.same(
    needless.filter((name) => packages.has(name)),
    [],
  );
});

test('an older Node.js runs the command on the one that is installed', async (t) => {
  const older = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.0'})";
  const ran = await new Promise<{ readonly code: unknown; readonly stderr: string }>((resolve) =>
    execFile(process.execPath, ['--import', older, 'codegen/bin.js', 'check'], (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    ),
  );
  t.same(ran, { code: 0, stderr: '' });
  // Names that an older Node.js lacks would refuse the file before its first line runs.
  t.notMatch(readFileSync('codegen/bin.js', 'utf8'), /import \{[^}]*\} from 'node:module'/);
});

test('token signs with the secret of the environment or of this machine, never in production', async (t) => {
  const data = temporaryFolder(t);
  const claims = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  const first = await almanac(['token', '--identity', '7', '--scope', 'read:data:party', '--expires', '2h'], {
    ALMANAC_DATA: data,
    ALMANAC_RESOURCES: 'test/five_lines',
  });
  t.equal(first.code, 0);
  const { identity_id, scope, iat, exp } = claims(first.stdout);
  t.same(
    { identity_id, scope, hours: (Number(exp) - Number(iat)) / 3600 },
    { identity_id: 7, scope: 'read:data:party', hours: 2 },
  );
  const access = { ALMANAC_DATA: data, ALMANAC_RESOURCES: 'test/access' };
  const doctor = await almanac(['token', '--role', 'doctor', '--claim', 'doctor_id=3', '--expires', '90s'], access);
  const said = claims(doctor.stdout);
  t.match(said, { role: 'doctor', doctor_id: '3', identity_id: 0, scope: 'manage:data' });
  t.equal(Number(said.exp) - Number(said.iat), 90);
  t.equal(doctor.stderr, '');
  const strongest = await almanac(['token'], access);
  t.equal(claims(strongest.stdout).role, 'clerk', 'the role that may do most');
  t.match(strongest.stderr, /has the role clerk; choose with --role one of doctor, patient, clerk/);
  t.notOk('role' in claims(first.stdout), 'a service without roles');
  const person = await almanac(['token', '--as', 'ola.vikander@ostlia-nett.example'], { ALMANAC_DATA: data });
  const { identity_id: none, ...personal } = claims(person.stdout);
  t.match(personal, { sub: 'ola.vikander@ostlia-nett.example', role: 'system_operator', party_id: '2' });
  t.equal(none, undefined, 'the service finds the identity by the subject');
  t.equal(person.stderr, '');
  t.match(await almanac(['token', '--as', 'ola.vikander'], { ALMANAC_DATA: data }), {
    code: 1,
    stderr: /ola\.vikander is not one of the people of the demo data; (did you mean|expected one of)/,
  });
  for (const [arguments_, code, message] of [
    [['--as', 'ola'], 1, /test\/access has no demo\/people\.yaml; name an identity with --identity/],
    [['--as', 'ola', '--role', 'clerk'], 2, /cannot be used with option '--role <role>'/],
    [['--role', 'docter'], 1, /there is no role docter; did you mean doctor\?/],
    [['--role', 'king'], 1, /there is no role king; expected one of doctor, patient, clerk/],
    [['--claim', 'doctr_id=3'], 1, /there is no claim doctr_id; did you mean doctor_id\?/],
    [['--claim', 'doctor_id'], 2, /expected a name and a value/],
    [['--expires', '3'], 2, /expected a number and s, m, h or d/],
    [['--expires', '0h'], 2, /expected a number and s, m, h or d/],
  ] as const) {
    t.match(await almanac(['token', ...arguments_], access), { code, stderr: message }, arguments_.join(' '));
  }
  const pemOf = (key: KeyObject) =>
    key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }).toString();
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const [publicPem, privatePem] = [pemOf(publicKey), pemOf(privateKey)];
  const x25519Pem = pemOf(generateKeyPairSync('x25519').publicKey);
  const wrong: readonly [Record<string, string>, RegExp][] = [
    [
      { NODE_ENV: 'production', ALMANAC_DATA: data },
      /no key is configured; set JWKS_URL, JWT_PUBLIC_KEY or JWT_SECRET/,
    ],
    [{ NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(31) }, /JWT_SECRET is shorter than 32 bytes/],
    [{ JWT_PUBLIC_KEY: publicPem.replaceAll('\n', '\\n') }, /get a token from the owner of the private key/],
    [{ JWT_PUBLIC_KEY: privatePem }, /JWT_PUBLIC_KEY is not a public key in PEM form: this is a private key/],
    [{ JWT_PUBLIC_KEY: 'nonsense' }, /JWT_PUBLIC_KEY is not a public key in PEM form/],
    [{ JWT_PUBLIC_KEY: x25519Pem }, /JWT_PUBLIC_KEY is not a public key .* RSA, EC .* or Ed25519/],
    [{ JWT_PUBLIC_KEY: publicPem, JWT_SECRET: 'x' }, /JWT_SECRET and JWT_PUBLIC_KEY are set; expected one of them/],
    [{ JWKS_URL: 'file:///keys' }, /JWKS_URL begins with file:; expected https: or http:/],
    [{ JWKS_URL: 'https://user:word@example.test/' }, /JWKS_URL has a user/],
    [{ DATABASE_URL: 'mysql://example.test/' }, /DATABASE_URL begins with mysql:; expected postgresql: or postgres:/],
    [{ JWKS_URL: 'HTTPS://example.test/jwks' }, /get a token from the authorization server/],
    [{ JWKS_URL: 'https://example.test/jwks', JWT_SECRET: 'x' }, /expected one of them/],
    [{ JWT_SECRET: 'x', ALMANAC_RESOURCES: join(data, 'nowhere') }, /there is no folder/],
  ];
  for (const [environment, message] of wrong) {
    const { code, stderr } = await almanac(['token'], environment);
    t.equal(code, 1);
    t.match(stderr, message);
  }
});

test('token signs what the service asks for', async (t) => {
  const folder = copyOf(t, 'test/five_lines');
  const rules =
    'token: { issuer: here, audience: [register, test], type: at+jwt }\nclaims: { identity: who, scope: may }\n';
  writeFileSync(join(folder, 'service.yaml'), `service: Notes\n${rules}`);
  const { stdout } = await almanac(['token'], { ALMANAC_RESOURCES: folder, JWT_SECRET: 'x' });
  const [head, body] = stdout.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  t.match(JSON.parse(head ?? ''), { alg: 'HS256', typ: 'at+jwt' });
  t.match(JSON.parse(body ?? ''), { iss: 'here', aud: 'register', who: 0, may: 'manage:data' });
});
