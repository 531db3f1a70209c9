import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Test, test } from 'tap';
import { openapiText } from '../../codegen/openapi.ts';
import { modelForScopes } from '../../engine/access/reach.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { temporaryFolder } from '../codegen/process.ts';

// With the rules that the linters come with, all of them; what they merely warn of is a fault here.

const bin = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));

test('Spectral finds nothing, by spectral:oas', async (t) => {
  // It takes its time with the register, whose document is made as the library's is.
  const { folder, files } = await documents(t, process.env.ALMANAC_LONG ? 'all' : 'library');
  const rules = join(folder, 'rules.yaml');
  writeFileSync(rules, 'extends: ["spectral:oas"]\n');
  const lint = ['lint', '--fail-severity', 'hint', '--format', 'json', '--quiet', '-r', rules, ...files];
  const { code, stdout } = await run('spectral', lint);
  t.strictSame(JSON.parse(stdout), []);
  t.equal(code, 0);
});

test('Redocly finds nothing, by its recommended rules', async (t) => {
  const { files } = await documents(t, process.env.ALMANAC_LONG ? 'all' : 'register');
  const { code, stdout, stderr } = await run('redocly', [
    'lint',
    '--extends',
    'recommended',
    '--format',
    'json',
    ...files,
  ]);
  // An object for each file, one behind the other.
  const found = stdout.split(/(?<=^\})(?=\{)/m).map((text) => JSON.parse(text));
  t.equal(found.length, files.length, stderr);
  for (const { totals, problems } of found) t.strictSame(totals, { errors: 0, warnings: 0, ignored: 0 }, { problems });
  t.equal(code, 0);
});

/** The documents of the register, of the part of it for some scopes, and of the library, whose tokens come from somewhere. */
async function documents(
  t: Test,
  which: 'all' | 'register' | 'library',
): Promise<{ readonly folder: string; readonly files: readonly string[] }> {
  const folder = temporaryFolder(t);
  const register = await load('resources');
  const { contact, license } = register.service;
  const library = await load('test/library');
  const models = {
    register,
    scopes: modelForScopes(register, ['read:data:party', 'manage:data:technical_resource']),
    library: { ...library, service: { ...library.service, contact, license } },
  };
  const files = Object.entries(models).flatMap(([name, model]) => {
    if (which !== 'all' && name !== which) return [];
    const file = join(folder, `${name}.json`);
    writeFileSync(file, openapiText(model, 'json'));
    return [file];
  });
  return { folder, files };
}

async function load(folder: string): Promise<Model> {
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.model;
}

/** Runs a command of the linters, which asks nobody whether there is a newer one. */
function run(
  command: string,
  arguments_: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve) => {
    execFile(
      'env',
      // tap has Node load its own modules first in every process, which only takes time here.
      ['-u', 'NODE_OPTIONS', process.execPath, join(bin, command), ...arguments_],
      { env, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}
