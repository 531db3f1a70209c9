import { Command, CommanderError } from 'commander';
import { accessCommand } from './access.ts';
import { checkCommand } from './check.ts';
import { devCommand } from './dev.ts';
import { docsCommand } from './docs.ts';
import { initCommand } from './init.ts';
import { migrateCommand } from './migrate.ts';
import { migrationCommand } from './migration.ts';
import { newCommand } from './new.ts';
import { retentionCommand } from './retention.ts';
import { rolesCommand } from './roles.ts';
import { schemaCommand } from './schema.ts';
import { scopesCommand } from './scopes.ts';
import { serveCommand } from './serve.ts';
import { CommandError } from './settings.ts';
import { tokenCommand } from './token.ts';
import { typesCommand } from './types.ts';

const environmentHelp = `
Environment:
  PORT, HOST         where to listen (3000, 127.0.0.1)
  DATABASE_URL       a PostgreSQL 15 or newer instead of the embedded one
  ALMANAC_DATA       folder of the embedded PostgreSQL and the development key (.data)
  ALMANAC_RESOURCES  folder of the definitions (resources)
  ALMANAC_MIGRATIONS folder of the migrations (db/migrations beside the definitions)
  JWT_SECRET         secret that tokens are signed with, or
  JWT_PUBLIC_KEY     public key that tokens are checked by (PEM), or
  JWKS_URL           where the public keys are that tokens are checked by
  NODE_ENV           production refuses the development key and development tokens

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** Runs the command line and gives the exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function runAlmanac(arguments_: readonly string[]): Promise<number> {
  const program = new Command('almanac')
    .description('A bitemporal HTTP data API on PostgreSQL from YAML resource definitions.')
    .addHelpText('after', environmentHelp)
    .exitOverride();
  const commands = [
    initCommand(),
    newCommand(),
    serveCommand(),
    devCommand(),
    checkCommand(),
    schemaCommand(),
    docsCommand(),
    typesCommand(),
    migrationCommand(),
    migrateCommand(),
    rolesCommand(),
    scopesCommand(),
    accessCommand(),
    tokenCommand(),
    retentionCommand(),
  ];
  for (const command of commands) {
    program.addCommand(command.exitOverride());
  }
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

process.exitCode = await runAlmanac(process.argv.slice(2));
