import { Command, InvalidArgumentError } from 'commander';
import { roleText } from '../engine/schema/role/role.ts';
import { CommandError, readSettings } from './option/settings.ts';
import { readModel } from './read/model.ts';

interface RolesOptions {
  readonly owner: string;
  readonly service: string;
  readonly json: boolean;
}

/** `almanac roles`: prints the SQL of the two roles of a production database. */
export function rolesCommand(): Command {
  return new Command('roles')
    .description('Print the SQL of the role that migrates and the role that serves, for a superuser.')
    .option('--owner <name>', 'role that owns the tables and runs almanac migrate', roleName, 'almanac_owner')
    .option('--service <name>', 'role that almanac serve connects as', roleName, 'almanac_service')
    .option('--json', 'print { owner, service, sql } as JSON', false)
    .addHelpText(
      'after',
      `
Example:
  almanac roles | psql -d name        as a superuser, before the first migration and after each one

The service may neither change tables nor write what is recorded. Give both a password:
  alter role almanac_service password '...'`,
    )
    .action(async ({ owner, service, json }: RolesOptions) => {
      const { resources } = readSettings(process.env);
      const loaded = await readModel(resources);
      if (!loaded.ok) throw new CommandError(`the definitions in ${resources} have faults; run almanac check`);
      if (owner === service) throw new CommandError(`owner and service are both ${owner}; expected two roles`);
      const sql = roleText(loaded.model, { owner, service });
      process.stdout.write(json ? `${JSON.stringify({ owner, service, sql })}\n` : sql);
    });
}

function roleName(text: string): string {
  if (/^[a-z][a-z0-9_]{0,62}$/.test(text)) return text;
  throw new InvalidArgumentError('expected a name in snake_case');
}
