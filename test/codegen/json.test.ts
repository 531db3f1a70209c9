import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Test, test } from 'tap';
import { accessCommand } from '../../codegen/access.ts';
import { checkCommand } from '../../codegen/check.ts';
import { docsCommand } from '../../codegen/docs.ts';
import { importCommand } from '../../codegen/import.ts';
import { initCommand } from '../../codegen/init.ts';
import { migrateCommand } from '../../codegen/migrate.ts';
import { migrationCommand } from '../../codegen/migration.ts';
import { newCommand } from '../../codegen/new.ts';
import { openapiCommand } from '../../codegen/openapi.ts';
import { CommandError } from '../../codegen/option/settings.ts';
import { retentionCommand } from '../../codegen/retention.ts';
import { rolesCommand } from '../../codegen/roles.ts';
import { schemaCommand } from '../../codegen/schema.ts';
import { scopesCommand } from '../../codegen/scopes.ts';
import { tokenCommand } from '../../codegen/token.ts';
import { typesCommand } from '../../codegen/types.ts';
import { copyOf, temporaryFolder } from './process.ts';

const commands: readonly (() => Command)[] = [
  accessCommand,
  checkCommand,
  docsCommand,
  importCommand,
  initCommand,
  migrateCommand,
  () => migrationCommand().commands[0] as Command,
  () => newCommand().commands[0] as Command,
  openapiCommand,
  retentionCommand,
  rolesCommand,
  schemaCommand,
  scopesCommand,
  tokenCommand,
  typesCommand,
];

test('every command that reports something says so as JSON, and its help says how', async (t) => {
  for (const command of commands) t.match(command().helpInformation(), /--json +\S/, command().name());
});

test('what commands report is one JSON value on standard output', async (t) => {
  const folder = temporaryFolder(t);
  process.env.ALMANAC_RESOURCES = 'test/access';
  process.env.JWT_SECRET = 'a secret of the tests, which is long enough for HS256';
  t.teardown(() => {
    delete process.env.ALMANAC_RESOURCES;
    delete process.env.JWT_SECRET;
  });
  const file = join(folder, 'client.ts');
  const reports: readonly (readonly [command: Command, arguments_: readonly string[], report: object])[] = [
    [
      checkCommand(),
      [],
      { folder: 'test/access', resources: ['doctor', 'event', 'patient', 'subscription', 'treatment'], faults: [] },
    ],
    [scopesCommand(), [], [{ scope: 'read:data:doctor', resource: 'doctor', operations: ['list', 'read'] }]],
    [accessCommand(), [], [{ resource: 'doctor', role: 'doctor', rules: { read: 'all' } }]],
    [rolesCommand(), ['--owner', 'a'], { owner: 'a', service: 'almanac_service', sql: /grant .* to almanac_service/ }],
    [tokenCommand(), ['--hours', '2'], { access_token: /^ey/, token_type: 'Bearer', expires_in: 7200 }],
    [schemaCommand(), [folder], { file: join(folder, 'schema.json') }],
    [docsCommand(), ['--out', join(folder, 'site')], { files: Array }],
    [typesCommand(), ['--out', file], { file }],
    [typesCommand(), [], { file: null, text: /^export interface Doctor \{/m }],
    [
      initCommand(),
      [join(folder, 'new')],
      { files: ['package.json', '.gitignore', 'resources/schema.json', 'README.md', 'resources/service.yaml'] },
    ],
  ];
  for (const [command, arguments_, report] of reports) {
    const { printed } = await run(t, command, [...arguments_, '--json']);
    t.match(JSON.parse(printed), report, command.name());
  }
  t.equal(readFileSync(file, 'utf8').includes('export function createClient('), true);
  t.equal(existsSync(join(folder, 'site/index.html')), true);
});

test('check gives the faults as JSON, and fails', async (t) => {
  const folder = copyOf(t, 'test/five_lines');
  writeFileSync(join(folder, 'note.yaml'), 'resource: note\nfields: { text: { type: string } }\n');
  const { printed, error } = await run(t, checkCommand(), [folder, '--json']);
  t.ok(error instanceof CommandError);
  t.same(JSON.parse(printed).resources, null);
  t.match(JSON.parse(printed).faults, [
    { file: join(folder, 'note.yaml'), line: 2, column: 25, nearest: 'text', message: /there is no type "string"/ },
  ]);
});

/** Runs a command in this process: what it prints on standard output, and how it failed. */
async function run(
  t: Test,
  command: Command,
  arguments_: readonly string[],
): Promise<{ readonly printed: string; readonly error: unknown }> {
  const lines: string[] = [];
  const log = t.capture(console, 'log', (line: string) => lines.push(`${line}\n`));
  const write = t.capture(process.stdout, 'write', (text: string) => lines.push(text) > 0);
  const error = await command.parseAsync(arguments_, { from: 'user' }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  log.restore();
  write.restore();
  return { printed: lines.join(''), error };
}
