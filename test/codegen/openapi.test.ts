import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { parse } from 'yaml';
import { openapiText } from '../../codegen/openapi.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { almanac, temporaryFolder } from './process.ts';

const published = 'docs/openapi.json';

async function outcomeOf(...command: Parameters<typeof almanac>) {
  const { code, stdout, stderr } = await almanac(...command);
  return { code, stdout, stderr };
}

test('the published document is that of the definitions', async (t) => {
  const loaded = await loadModel('resources');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const isCurrent = readFileSync(published, 'utf8') === openapiText(loaded.model, 'json');
  t.ok(isCurrent, `run: node codegen/bin.js openapi --out ${published}`);
});

test('it is printed, as YAML too, or written', async (t) => {
  const file = join(temporaryFolder(t), 'openapi.json');
  const json = await almanac(['openapi'], { ALMANAC_RESOURCES: 'test/five_lines' });
  const yaml = await almanac(['openapi', '--format', 'yaml'], { ALMANAC_RESOURCES: 'test/five_lines' });
  t.equal(yaml.stdout.slice(0, 15), 'openapi: 3.1.0\n');
  t.strictSame(parse(yaml.stdout), JSON.parse(json.stdout));
  t.notMatch(yaml.stdout, /: [&*]a\d/, 'no part is said by reference to another one');
  const written = await outcomeOf(['openapi', '--out', file], { ALMANAC_RESOURCES: 'test/five_lines' });
  t.strictSame(written, { code: 0, stdout: `wrote ${file}\n`, stderr: '' });
  t.equal(readFileSync(file, 'utf8'), json.stdout);
});

test('for some scopes it has what they allow, and nothing that leads elsewhere', async (t) => {
  const operations = async (...scopes: readonly string[]) => {
    const environment = { ALMANAC_RESOURCES: 'test/library' };
    const { code, stdout } = await almanac(['openapi', '--for-scopes', ...scopes], environment);
    t.equal(code, 0);
    const { paths, components, tags } = JSON.parse(stdout);
    const ofResources = Object.entries<Record<string, object>>(paths).filter(([path]) => !path.startsWith('/studio/'));
    const names = ofResources.flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method} ${path}`),
    );
    return { names, components, tags, stdout };
  };
  const copies = await operations('read:data:copy read:data:book');
  t.strictSame(copies.names, ['get /book', 'get /book/{id}', 'get /copy', 'get /copy/{id}']);
  t.strictSame(
    copies.tags.map(({ name }: { name: string }) => name),
    ['book', 'copy', 'studio'],
    'Studio asks with any token',
  );
  const { properties } = copies.components.schemas.copy;
  t.ok('book' in properties, 'what may be read is embedded');
  t.notOk('branch' in properties || 'loan' in properties, 'what may not be read is not');
  t.notMatch(copies.stdout, /"name": "as_of"|Idempotency-Key"|create_copy|list_loan/);
  const writes = await operations('manage:data:order', 'read:data:copy_history');
  t.strictSame(writes.names, [
    'get /copy/{id}/history',
    'get /copy_history',
    'get /copy_history/{id}',
    'get /order',
    'post /order',
    'delete /order',
    'get /order/{id}',
    'delete /order/{id}',
    'post /batch',
  ]);
  const all = await operations('manage:data');
  t.equal(all.stdout, (await almanac(['openapi'], { ALMANAC_RESOURCES: 'test/library' })).stdout);
  t.strictSame((await operations('read:data:nothing')).names, []);
});

test('against another document, it tells what breaks', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'before.json');
  const environment = { ALMANAC_RESOURCES: folder };
  const define = (fields: string) => writeFileSync(join(folder, 'note.yaml'), `resource: note\nfields: ${fields}\n`);
  writeFileSync(join(folder, 'service.yaml'), 'service: Notes\n');
  define('{ text: { type: text }, kind: { type: text, nullable: true } }');
  t.equal((await almanac(['openapi', '--out', file], environment)).code, 0);
  define('{ text: { type: text }, kind: { type: text, nullable: true }, more: { type: date, nullable: true } }');
  t.strictSame(await outcomeOf(['openapi', '--against', file], environment), {
    code: 0,
    stdout: `no change breaks clients of ${file}\n`,
    stderr: '',
  });
  define('{ text: { type: text, max_length: 9 }, kind: { type: text, nullable: true } }');
  t.strictSame(await outcomeOf(['openapi', '--against', file], environment), {
    code: 1,
    stdout: 'note_create.text (request): maxLength is 9\nnote_update.text (request): maxLength is 9\n',
    stderr: `almanac: 2 changes break clients of ${file}\n`,
  });
  const { code, stdout } = await almanac(['openapi', '--against', file, '--json'], environment);
  t.equal(code, 1);
  t.strictSame(JSON.parse(stdout)[0], { place: 'note_create.text (request)', change: 'maxLength is 9' });
});

test('what is no document is refused', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'file');
  const against = () => almanac(['openapi', '--against', file], { ALMANAC_RESOURCES: 'test/five_lines' });
  t.match(await against(), { code: 1, stderr: /cannot read .*ENOENT/ });
  for (const [text, fault] of [
    ['{"a"', /neither JSON nor YAML/],
    ['a: [', /neither JSON nor YAML/],
    ['{}', /is not an OpenAPI document; expected a file that almanac openapi has written/],
  ] as const) {
    writeFileSync(file, text);
    t.match(await against(), { code: 1, stdout: '', stderr: fault }, text);
  }
  t.match(await almanac(['openapi', '--out', folder], { ALMANAC_RESOURCES: 'test/five_lines' }), {
    code: 1,
    stderr: /cannot write/,
  });
  t.equal((await almanac(['openapi', '--format', 'xml'])).code, 2);
});
