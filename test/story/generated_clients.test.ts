import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'tap';
import { openapiText } from '../../codegen/openapi.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { temporaryFolder } from '../codegen/process.ts';
import { strongestClaims, testService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';

// What others generate from the document compiles, with a program that uses it, and the program does its work.

const home = fileURLToPath(new URL('../clients', import.meta.url));
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const run = promisify(execFile);

const clients: readonly Client[] = [
  {
    name: 'openapi-typescript and openapi-fetch',
    program: 'openapi_fetch.ts',
    generator: 'openapi-typescript',
    script: 'bin/cli.js',
    arguments: ['openapi.json', '-o', 'schema.d.ts'],
    options: { exactOptionalPropertyTypes: true },
  },
  {
    name: '@hey-api/openapi-ts',
    program: 'hey_api.ts',
    generator: '@hey-api/openapi-ts',
    script: 'bin/run.js',
    arguments: ['-f', 'hey.config.mjs'],
    // The generator's own runtime does not compile with exactOptionalPropertyTypes.
    options: {},
  },
];

interface Client {
  readonly name: string;
  readonly program: 'openapi_fetch.ts' | 'hey_api.ts';
  readonly generator: string;
  readonly script: string;
  readonly arguments: readonly string[];
  readonly options: object;
}

for (const client of clients) {
  test(client.name, async (t) => {
    const folder = temporaryFolder(t);
    await generate(client, folder, await resources());
    await compile(client, folder, readFileSync(join(home, client.program), 'utf8'));
    const { work } = await import(pathToFileURL(join(folder, client.program)).href);
    const service = await testService(t, 'resources');
    const address = await service.server.listen({ host: '127.0.0.1', port: 0 });
    const { basePath } = service.model.service;
    const token = service.token(strongestClaims(service.model));
    t.strictSame(await work(`${address}${basePath}`, token), [
      'new',
      ['Heat pump', true, ['Pump 1']],
      '0-0/1',
      true,
      'Heat pump in the cellar',
      'precondition_failed',
      ['/accounting_point_id', '/regulation_direction'],
      204,
      'not_found',
    ]);
  });
}

const codes = modelOfFiles({
  'service.yaml': 'service: Codes\n',
  'meter.yaml': `resource: meter
fields:
  kind:
    type: enum
    values:
      - { value: A01, title: Production }
      - { value: A02, deprecated: true, replaced_by: A01 }
      - "it's */ (b)"
      - 'a " b'
      - 1.5x
    nullable: true
  code: { type: enum, values: [${Array.from({ length: 2000 }, (_, at) => `{ value: C-${at}, title: Code ${at} }`)}] }
  marks: { type: array, of: { type: enum, values: [a b, c&d] } }
  opens_at: { type: time }
  period: { type: date_range }
`,
});

/** Compiles where the values of the code list are known. */
const usesCodes = (meter: string) => `export const kind: ${meter}['kind'] = "it's */ (b)";
export const code: ${meter}['code'] = 'C-1999';
// @ts-expect-error: no value of the list
export const wrong: ${meter}['code'] = 'C-2000';
`;
const programs = {
  'openapi_fetch.ts': `import type { components } from './schema.d.ts';\n${usesCodes("components['schemas']['meter']")}`,
  'hey_api.ts': `import type { Meter } from './hey/index.ts';\n${usesCodes('Meter')}`,
};

for (const client of clients) {
  test(`${client.name}: code lists`, async (t) => {
    const folder = temporaryFolder(t);
    await generate(client, folder, codes);
    await compile(client, folder, programs[client.program]);
    t.pass('it compiles');
  });
}

async function resources(): Promise<Model> {
  const loaded = await loadModel('resources');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.model;
}

async function generate({ generator, script, arguments: given }: Client, folder: string, model: Model): Promise<void> {
  writeFileSync(join(folder, 'openapi.json'), openapiText(model, 'json'));
  const output = { path: 'hey', module: { extension: '.ts' } };
  const config = { input: 'openapi.json', output, logs: { level: 'silent' } };
  writeFileSync(join(folder, 'hey.config.mjs'), `export default ${JSON.stringify(config)};\n`);
  symlinkSync(modules, join(folder, 'node_modules'));
  const found = createRequire(join(home, 'package.json')).resolve(`${generator}/package.json`);
  await node([join(dirname(found), script), ...given], folder);
}

async function compile({ program, options }: Client, folder: string, text: string): Promise<void> {
  writeFileSync(join(folder, program), text);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const compilerOptions = {
    target: 'es2025',
    lib: ['es2025', 'dom', 'dom.iterable'],
    types: [],
    module: 'nodenext',
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    ...options,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [program] }));
  await node([join(modules, 'typescript/bin/tsc'), '-p', '.'], folder);
}

/** Runs a script to its end; throws with what it printed when it fails. */
async function node(arguments_: readonly string[], cwd: string): Promise<void> {
  try {
    // tap has Node load its own modules first in every process, under which the compiler does not run.
    await run('env', ['-u', 'NODE_OPTIONS', process.execPath, ...arguments_], { cwd, maxBuffer: 2 ** 26 });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${arguments_[0]} failed: ${stdout}${stderr}`);
  }
}
