import { Command } from 'commander';
import { formatFault } from '../engine/definition/fault.ts';
import { readModel } from './read_model.ts';
import { CommandError, readSettings } from './settings.ts';

/** `almanac check [folder]`: reports every fault of the definitions at its place. */
export function checkCommand(): Command {
  return new Command('check')
    .description('Check a folder of definitions, and report every fault as file:line:column.')
    .argument('[folder]', 'the folder; ALMANAC_RESOURCES or resources when left out')
    .addHelpText('after', '\nExample:\n  almanac check resources')
    .action(async (folder?: string) => {
      const name = folder ?? readSettings(process.env).resources;
      const loaded = await readModel(name);
      if (loaded.ok) {
        const tables = [...loaded.model.resources.values()].filter((resource) => resource.kind === 'table');
        console.log(`${name}: ${tables.length} ${tables.length === 1 ? 'resource' : 'resources'}, no faults`);
        return;
      }
      for (const fault of loaded.faults) console.error(formatFault(fault));
      throw new CommandError(`${loaded.faults.length} ${loaded.faults.length === 1 ? 'fault' : 'faults'} in ${name}`);
    });
}
