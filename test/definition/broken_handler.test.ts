import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { faultsOfHandlers } from '../../codegen/read/handlers.ts';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { buildModel } from '../../engine/feature/load.ts';
import { temporaryFolder } from '../codegen/process.ts';

test('the file of a handler is TypeScript that Node.js can run', async (t) => {
  const folder = temporaryFolder(t);
  const texts: Readonly<Record<string, string>> = {
    'sound.ts':
      'import type { Handler } from "./client.ts";\nconst run: Handler<"unit", "run"> = async () => ({});\nexport default run;\n',
    'renamed.ts': 'async function run() {}\nexport { run as default };\n',
    'word.ts': 'enum Word { One }\nexport default () => Word.One;\n',
    'space.ts': 'export default () => {};\n  namespace Space { export const one = 1; }\n',
    'torn.ts': '// A handler\n\nexport default async (: string) => {};\n',
    'named.ts': 'export const run = () => {};\n',
  };
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
  const names = Object.keys(texts).map((file) => file.replace('.ts', ''));
  const unit = [
    'resource: unit',
    'fields: { code: { type: text } }',
    'calls:',
    ...[...names, 'gone'].map((name) => `  ${name}: { handler: ${name}.ts }`),
    '',
  ].join('\n');
  const files = new Map(
    Object.entries({ 'service.yaml': 'service: Test\n', 'unit.yaml': unit }).map(([file, text]) => [
      file,
      Buffer.from(text),
    ]),
  );
  const built = buildModel(files, folder);
  if (!built.ok) return t.fail(JSON.stringify(built.faults));
  const faults = (await faultsOfHandlers(built, folder)).map(formatFault);
  t.strictSame(
    faults.map((fault) => fault.replaceAll(folder, 'here')),
    [
      'here/unit.yaml:10:20: there is no file gone.ts in here; expected a file of this name, whose default export is the function',
      'here/word.ts:1:1: TypeScript enum is not supported in strip-only mode; expected JavaScript with types, which Node.js strips',
      'here/space.ts:2:3: TypeScript namespace declaration is not supported in strip-only mode; expected JavaScript with types, which Node.js strips',
      'here/torn.ts:3:23: Expression expected',
      'here/named.ts:1:1: the file has no default export; expected the function that does the work of the call as its default export',
    ],
  );
});
