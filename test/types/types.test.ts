import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { operatorText } from '../../engine/contract/typescript/operator_text.ts';
import { filterType } from '../../engine/contract/typescript/type_text.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { operatorsOf } from '../../engine/model/condition/operand.ts';
import type { OperandType } from '../../engine/model/field.ts';
import type { Model } from '../../engine/model/model.ts';
import type { FieldType } from '../../engine/vocabulary/field_type.ts';
import { temporaryFolder } from '../codegen/process.ts';
import { definitions } from '../file/definitions.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { calledFiles, calledUse } from './called.ts';
import { keyedFiles, keyedUse } from './keyed.ts';
import { callsModel, clientText, dialectWithEvents, modelOf } from './model.ts';

// Names of the language, of the client and of each other; texts that would end a comment; values for more than a line.
const names = {
  'service.yaml': 'service: "Names */"\n',
  'error.yaml':
    'resource: error\nfields: { constructor: { type: text, title: "*/", description: "@deprecated\\nno" } }\n',
  'page.yaml':
    'resource: page\nfields: { error_id: { type: reference, to: error } }\nrelations: { a_1: { resource: a_1, by: page_id } }\n',
  'page_create.yaml': `resource: page_create\noperations: [list]\nfields: { status: { type: enum, values: [${Array.from({ length: 30 }, (_, at) => `value_${at}`)}] }, several: { type: array, of: { type: enum, values: [a, "it's"] } } }\n`,
  'page_create_status.yaml': 'resource: page_create_status\noperations: [read]\nfields: { class: { type: json } }\n',
  'a_1.yaml':
    'resource: a_1\nfields: { page_id: { type: reference, to: page, unique: true }, sums: { type: array, of: { type: decimal, precision: 9, scale: 2 } } }\n',
  'a1.yaml':
    'resource: a1\nhistory: true\nfields: { a: { type: text, nullable: true, deprecated: { since: 2026-01-01 } } }\n',
};

async function models(): Promise<ReadonlyMap<string, Model>> {
  const files = Object.entries(names).map(([file, text]) => [file, Buffer.from(text)] as const);
  const folders = ['test/register', 'test/library', 'test/access'];
  const loaded = await Promise.all(
    folders.map(async (folder) => {
      const found = await loadModel(folder);
      if (!found.ok) throw new Error(JSON.stringify(found.faults));
      return [folder.replace('/', '_'), found.model] as const;
    }),
  );
  const shapes = {
    'service.yaml': 'service: Shapes\n',
    'box.yaml': `resource: box
fields:
  size: { type: json, nullable: true, schema: { type: object, properties: { width: { type: number }, "it's": { enum: [a, 1, null] } }, required: [width], additionalProperties: false } }
  parts: { type: json, schema: { type: array, items: { $ref: '#/$defs/part' }, $defs: { part: { oneOf: [{ type: string }, { type: object, additionalProperties: { type: integer } }] } } } }
  open: { type: json, schema: { type: object, properties: { a: { type: [string, 'null'] } } } }
  marks: { type: array, of: { type: enum, values: [a, "it's", 'a "b"', "a \\\\ b", "*/"] } }
`,
  };
  const shaped = Object.entries(shapes).map(([file, text]) => [file, Buffer.from(text)] as const);
  return new Map([
    ...loaded,
    ['shapes', modelOf(new Map(shaped))],
    ['names', modelOf(new Map(files))],
    ['called', modelOfFiles(calledFiles)],
    ['archive', modelOfFiles(definitions)],
    ['dialect_client', dialectWithEvents()],
  ]);
}

test('the operators of clients are those of the vocabulary', (t) => {
  const written = readFileSync('engine/contract/typescript/client/operator.ts', 'utf8');
  t.equal(written, operatorText(), 'node test/types/write_client.ts writes it again');
  t.end();
});

test('the clients of the tests are up to date', async (t) => {
  const clients = [
    ['test/types/dialect_client.ts', dialectWithEvents()],
    ['test/calls/service/client.ts', callsModel()],
  ] as const;
  for (const [file, model] of clients) {
    const written = readFileSync(file, 'utf8');
    t.equal(written, await clientText(model), 'node test/types/write_client.ts writes it again');
  }
});

test('a write may come without its row where a role writes what it may not read', async (t) => {
  const whole = await clientText((await models()).get('test_access') as Model);
  const text = whole.slice(whole.indexOf('export interface Resources'));
  const unread = [...text.matchAll(/^ {2}(\w+): \{\n.*?^ {4}unread: ([^;]*);$/gms)].map(([, name, which]) => [
    name,
    which,
  ]);
  t.same(Object.fromEntries(unread), {
    doctor: 'never',
    doctor_history: 'never',
    event: 'never',
    patient: `'update'`,
    patient_history: 'never',
    subscription: `'create' | 'update'`,
    treatment: `'create' | 'update'`,
    treatment_history: 'never',
  });
});

test('clients compile in a browser as in Node, without anything else, and find what is wrong', async (t) => {
  const folder = temporaryFolder(t);
  for (const [name, model] of await models()) writeFileSync(join(folder, `${name}.ts`), await clientText(model));
  copyFileSync('test/types/dialect_use.ts', join(folder, 'dialect_use.ts'));
  writeFileSync(join(folder, 'operators.ts'), operatorsText());
  writeFileSync(join(folder, 'keyed.ts'), await clientText(modelOfFiles(keyedFiles)));
  writeFileSync(join(folder, 'keyed_use.ts'), keyedUse);
  writeFileSync(join(folder, 'called_use.ts'), calledUse);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  t.same(await run('tsc', ['-p', folder]), [0, '']);
});

test('they are formatted as the sources are', async (t) => {
  for (const name of ['test_register', 'names', 'called']) {
    const model = (await models()).get(name) as Model;
    const text = await clientText(model);
    t.same(await run('biome', ['format', `--stdin-file-path=${name}.ts`], text), [0, text]);
  }
});

test('comments say what the definitions say', async (t) => {
  const text = await clientText((await models()).get('test_library') as Model);
  for (const written of [
    '/** A work in one edition. */\nexport interface Book {',
    '  /** ISBN. International Standard Book Number; old books have none. */\n  isbn: string | null;',
    '   * @deprecated Since 2025-01-01, to be removed on 2027-01-01, replaced by subjects.\n   */\n  shelf_mark?: string | null;',
  ]) {
    t.ok(text.includes(written), written);
  }
  t.notMatch(text, 'followEvents', 'without events there is nothing to follow');
  t.match(
    await clientText((await models()).get('test_access') as Model),
    '  phone?: string | null;',
    'not for every role',
  );
});

/** The strictest that a user may have, and the library of a browser alone. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noEmit: true,
};

const bounds = { minimum: null, maximum: null, multipleOf: null };
const lengths = { minLength: null, maxLength: null };

/** One type for each type of filters. */
const types: readonly FieldType[] = [
  { kind: 'html', ...lengths },
  { kind: 'boolean' },
  { kind: 'integer', ...bounds },
  { kind: 'reference', to: '' },
  { kind: 'decimal', precision: 1, scale: 0, ...bounds },
  { kind: 'date' },
  { kind: 'datetime' },
  { kind: 'time' },
  { kind: 'integer_range' },
  { kind: 'uuid' },
  { kind: 'json' },
  { kind: 'array', of: { kind: 'boolean' }, ...lengths },
];

/** Compiles only where each type of filters has the operators that apply to its fields. */
function operatorsText(): string {
  const filters = types.map((type) => [filterType(type, ''), type] as const);
  const all: readonly (readonly [string, OperandType])[] = [
    ...filters,
    ['PeriodFilter', { kind: 'period', end: 'valid_to' }],
  ];
  const lines = all.map(([filter, type], at) => {
    const operators = [...operatorsOf(type), 'not'].map((operator) => `'${operator}'`).join(' | ');
    const found = `Exclude<keyof Client.${filter}, \`\${string}(\${string})\`>`;
    return `export const same${at}: [${found}, ${operators}] extends [${operators}, ${found}] ? true : false = true;`;
  });
  return ["import type * as Client from './dialect_client.ts';", ...lines].join('\n');
}

/** The exit code of a program, and what it prints. */
function run(program: string, arguments_: readonly string[], input = ''): Promise<readonly [unknown, string]> {
  return new Promise((resolve) => {
    const command = ['-u', 'NODE_OPTIONS', `node_modules/.bin/${program}`, ...arguments_];
    const child = execFile('env', command, (error, stdout) => resolve([error?.code ?? 0, stdout]));
    child.stdin?.end(input);
  });
}
