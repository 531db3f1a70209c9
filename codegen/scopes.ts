import { Command } from 'commander';
import { type NeededScope, scopesOf } from '../engine/access/scope.ts';
import { formatFault } from '../engine/definition/file/fault.ts';
import { columnsText } from './access/columns.ts';
import { CommandError, readSettings } from './option/settings.ts';
import { readModel } from './read/model.ts';

/** `almanac scopes [folder]`: lists the scopes that an authorization server must know. */
export function scopesCommand(): Command {
  return new Command('scopes')
    .description('List the scopes that the operations of a service need.')
    .argument('[folder]', 'folder of the definitions; without it ALMANAC_RESOURCES, or resources')
    .option('--json', 'print a JSON array of { scope, resource, operations }')
    .addHelpText(
      'after',
      '\nEach of the verbs read, use and manage covers the ones before it. A shorter scope covers the longer ones:\nmanage:data covers every scope.\n\nExample:\n  almanac scopes --json resources',
    )
    .action(async (folder: string | undefined, { json = false }: { readonly json?: boolean }) => {
      const name = folder ?? readSettings(process.env).resources;
      const loaded = await readModel(name);
      if (!loaded.ok) {
        for (const fault of loaded.faults) console.error(formatFault(fault));
        throw new CommandError(`the definitions in ${name} have faults`);
      }
      const scopes = scopesOf(loaded.model);
      console.log(json ? JSON.stringify(scopes, null, 2) : tableText(scopes));
    });
}

function tableText(scopes: readonly NeededScope[]): string {
  return columnsText(scopes.map(({ scope, operations }) => [scope, operations.join(', ')]));
}
