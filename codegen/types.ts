import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { readClientFiles } from '../engine/call/client_source.ts';
import { typesText } from '../engine/contract/typescript/types.ts';
import { formatFault } from '../engine/definition/file/fault.ts';
import { CommandError, readSettings } from './option/settings.ts';
import { readModel } from './read/model.ts';

interface TypesOptions {
  readonly out?: string;
  readonly json: boolean;
}

/** `almanac types [folder]`: writes a client of the service in TypeScript. */
export function typesCommand(): Command {
  return new Command('types')
    .description('Write TypeScript: the types of all resources, and a client that needs only fetch.')
    .argument('[folder]', 'folder of the definitions; without it ALMANAC_RESOURCES, or resources')
    .option('--out <file>', 'file to write to; without it standard output')
    .option('--json', 'print { file } as JSON, or { file: null, text } without --out', false)
    .addHelpText('after', '\nExample:\n  almanac types --out src/service.ts')
    .action(async (folder: string | undefined, { out, json }: TypesOptions) => {
      const name = folder ?? readSettings(process.env).resources;
      const loaded = await readModel(name);
      if (!loaded.ok) {
        for (const fault of loaded.faults) console.error(formatFault(fault));
        throw new CommandError(`the definitions in ${name} have faults`);
      }
      const text = typesText(loaded.model, await readClientFiles());
      if (out === undefined) {
        process.stdout.write(json ? `${JSON.stringify({ file: null, text })}\n` : text);
        return;
      }
      try {
        await writeFile(out, text);
      } catch (error) {
        throw new CommandError(`cannot write ${out}: ${(error as Error).message}`);
      }
      console.log(json ? JSON.stringify({ file: out }) : `wrote ${out}`);
    });
}
