import { Command, CommanderError } from 'commander';
import { CommandError } from './option/settings.ts';
import { environmentHelp } from './option/variables.ts';

/** Each command with its file, which is loaded when the command is called. So small commands start quickly. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./init.ts')).initCommand(),
  new: async () => (await import('./new.ts')).newCommand(),
  serve: async () => (await import('./serve.ts')).serveCommand(),
  worker: async () => (await import('./worker.ts')).workerCommand(),
  dev: async () => (await import('./dev.ts')).devCommand(),
  check: async () => (await import('./check.ts')).checkCommand(),
  schema: async () => (await import('./schema.ts')).schemaCommand(),
  openapi: async () => (await import('./openapi.ts')).openapiCommand(),
  docs: async () => (await import('./docs.ts')).docsCommand(),
  types: async () => (await import('./types.ts')).typesCommand(),
  migration: async () => (await import('./migration.ts')).migrationCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  roles: async () => (await import('./roles.ts')).rolesCommand(),
  scopes: async () => (await import('./scopes.ts')).scopesCommand(),
  access: async () => (await import('./access.ts')).accessCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  retention: async () => (await import('./retention.ts')).retentionCommand(),
};

/** Runs the command line and returns the exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function runAlmanac(arguments_: readonly string[]): Promise<number> {
  const program = new Command('almanac')
    .description('A bitemporal HTTP data API on PostgreSQL from YAML resource definitions.')
    .addHelpText('after', `\nEnvironment:\n${environmentHelp()}\n\nExit codes: 0 done, 1 failed, 2 wrong usage.`)
    .exitOverride();
  const asked = arguments_[0] ?? '';
  const loaded = Object.hasOwn(commands, asked) ? [commands[asked]] : Object.values(commands);
  for (const load of loaded) if (load !== undefined) program.addCommand((await load()).exitOverride());
  try {
    await program.parseAsync(arguments_, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CommandError)) throw error;
    if (error.message !== '') console.error(`almanac: ${error.message}`);
    return 1;
  }
}
