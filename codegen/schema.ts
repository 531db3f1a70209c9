import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { languageSchema } from '../engine/feature/load.ts';
import { CommandError, readSettings } from './option/settings.ts';

/** `almanac schema [folder]`: writes the JSON Schema of the definition language, for editors. */
export function schemaCommand(): Command {
  return new Command('schema')
    .description('Write schema.json, the JSON Schema of the definition language, beside the definitions.')
    .argument('[folder]', 'folder of the definitions; without it ALMANAC_RESOURCES, or resources')
    .option('--json', 'print { file } as JSON', false)
    .addHelpText(
      'after',
      '\nEditors with the YAML language server complete and check a file that begins with\n  # yaml-language-server: $schema=schema.json',
    )
    .action(async (folder: string | undefined, { json }: { readonly json: boolean }) => {
      const file = join(folder ?? readSettings(process.env).resources, 'schema.json');
      try {
        await writeFile(file, schemaFileText());
      } catch (error) {
        throw new CommandError(`cannot write ${file}: ${(error as Error).message}`);
      }
      console.log(json ? JSON.stringify({ file }) : `wrote ${file}`);
    });
}

/** The text of schema.json: two runs give the same. */
export function schemaFileText(): string {
  return `${JSON.stringify(languageSchema, null, 2)}\n`;
}
