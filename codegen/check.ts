import { join } from 'node:path';
import { Command } from 'commander';
import { undatedRules } from '../engine/definition/access_hint.ts';
import { compareFaults, formatFault } from '../engine/definition/file/fault.ts';
import { formatHint, type Hint } from '../engine/definition/file/hint.ts';
import type { BuiltModel } from '../engine/definition/load.ts';
import type { Model } from '../engine/model/model.ts';
import { missingRuleIndexes, type RuleIndex } from '../engine/schema/rule_index.ts';
import { CommandError, readSettings } from './option/settings.ts';
import { readModel } from './read/model.ts';

/** `almanac check [folder]`: reports every fault of the definitions at its place, and hints at rules. */
export function checkCommand(): Command {
  return new Command('check')
    .description(
      'Check a folder of definitions, and report every fault as file:line:column; hint at rules that lack an index or a time.',
    )
    .argument('[folder]', 'folder of the definitions; without it ALMANAC_RESOURCES, or resources')
    .option('--json', 'print { folder, resources, faults, hints } as JSON', false)
    .addHelpText('after', '\nExample:\n  almanac check resources')
    .action(async (folder: string | undefined, { json }: { readonly json: boolean }) => {
      const name = folder ?? readSettings(process.env).resources;
      const loaded = await readModel(name);
      const resources = loaded.ok ? tablesOf(loaded.model) : null;
      const faults = loaded.ok ? [] : loaded.faults;
      const hints = loaded.ok ? hintsOf(loaded).map((hint) => ({ ...hint, file: join(name, hint.file) })) : [];
      if (json) console.log(JSON.stringify({ folder: name, resources, faults, hints }));
      else {
        for (const fault of faults) console.error(formatFault(fault));
        for (const hint of hints) console.log(formatHint(hint));
      }
      if (resources === null)
        throw new CommandError(`${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in ${name}`);
      const count = `${resources.length} ${resources.length === 1 ? 'resource' : 'resources'}`;
      if (!json) console.log(`${name}: ${count}, no faults`);
    });
}

/** What works, and may not be what was meant or may be quicker, in the order of the files. */
function hintsOf(built: BuiltModel): readonly Hint[] {
  return [...undatedRules(built), ...missingRuleIndexes(built).map(ofIndex)].sort(compareFaults);
}

function ofIndex({ resource, fields, ...place }: RuleIndex): Hint & Pick<RuleIndex, 'resource' | 'fields'> {
  const message = 'lists under this rule lack an index';
  const remedy = `add under indexes of ${resource}: - [${fields.join(', ')}]`;
  return { ...place, message, remedy, resource, fields };
}

function tablesOf({ resources }: Model): readonly string[] {
  return [...resources.values()].filter(({ kind }) => kind === 'table').map(({ name }) => name);
}
