import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { formatFault } from '../engine/definition/fault.ts';
import { documentationSite } from '../engine/docs/site.ts';
import { readModel } from './read_model.ts';
import { CommandError, readSettings } from './settings.ts';

/** `almanac docs [folder]`: writes the documentation of the service as a static site. */
export function docsCommand(): Command {
  return new Command('docs')
    .description('Write the documentation of the service as HTML pages that need nothing else.')
    .argument('[folder]', 'where to write them', 'site')
    .option('--json', 'print { folder, pages } as JSON', false)
    .addHelpText(
      'after',
      '\nThe definitions are those in ALMANAC_RESOURCES or resources.\n\nExample:\n  almanac docs site',
    )
    .action(async (folder: string, { json }: { readonly json: boolean }) => {
      const { resources } = readSettings(process.env);
      const loaded = await readModel(resources);
      if (!loaded.ok) {
        for (const fault of loaded.faults) console.error(formatFault(fault));
        throw new CommandError(`the definitions in ${resources} have faults`);
      }
      const files = documentationSite(loaded.model);
      try {
        await mkdir(folder, { recursive: true });
        for (const [name, text] of files) await writeFile(join(folder, name), text);
      } catch (error) {
        throw new CommandError(`cannot write ${folder}: ${(error as Error).message}`);
      }
      if (json) console.log(JSON.stringify({ folder, pages: [...files.keys()] }));
      else console.log(`wrote ${files.size} pages to ${folder}`);
    });
}
