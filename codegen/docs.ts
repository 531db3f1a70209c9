import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { formatFault } from '../engine/definition/file/fault.ts';
import { documentationSite } from '../engine/docs/site.ts';
import { CommandError, readSettings } from './option/settings.ts';
import { readGuide } from './read/guide.ts';
import { readModel } from './read/model.ts';
import { readReleases } from './read/releases.ts';

interface DocsOptions {
  readonly out: string;
  readonly json: boolean;
}

/** `almanac docs`: writes the documentation of the service as a static site. */
export function docsCommand(): Command {
  return new Command('docs')
    .description('Write the documentation of the service as a site of static files.')
    .option('--out <folder>', 'folder to write to', 'site')
    .option('--json', 'print the written files as JSON', false)
    .addHelpText(
      'after',
      `
The definitions are those in ALMANAC_RESOURCES or resources, the changelog is that of ALMANAC_MIGRATIONS or db/migrations.

Examples:
  almanac docs
  almanac docs --out public/docs`,
    )
    .action(async ({ out, json }: DocsOptions) => {
      const settings = readSettings(process.env);
      const loaded = await readModel(settings.resources);
      if (!loaded.ok) {
        for (const fault of loaded.faults) console.error(formatFault(fault));
        throw new CommandError(`the definitions in ${settings.resources} have faults`);
      }
      const files = await documentationSite(loaded.model, {
        releases: await readReleases(settings),
        reference: false,
        guide: readGuide(),
      });
      try {
        for (const folder of new Set([...files.keys()].map((path) => dirname(join(out, path)))))
          mkdirSync(folder, { recursive: true });
        for (const [path, text] of files) writeFileSync(join(out, path), await text());
      } catch (error) {
        throw new CommandError(`cannot write ${out}: ${(error as Error).message}`);
      }
      const paths = [...files.keys()].map((path) => join(out, path));
      console.log(
        json ? JSON.stringify({ files: paths }) : `Wrote ${paths.length} files; begin with ${join(out, 'index.html')}`,
      );
    });
}
