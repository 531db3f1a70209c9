import { readFile, writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { parse, stringify } from 'yaml';
import { modelForScopes } from '../engine/access/reach.ts';
import { breakingChanges } from '../engine/contract/breaking/breaking.ts';
import type { OpenapiObject } from '../engine/contract/openapi/component.ts';
import { openapiDocument } from '../engine/contract/openapi/document.ts';
import { formatFault } from '../engine/definition/file/fault.ts';
import type { Model } from '../engine/model/model.ts';
import { readJsonText } from '../engine/vocabulary/value/json_text.ts';
import { CommandError, readSettings } from './option/settings.ts';
import { readModel } from './read/model.ts';

interface OpenapiOptions {
  readonly format: 'json' | 'yaml';
  readonly forScopes?: readonly string[];
  readonly out?: string;
  readonly against?: string;
  readonly json?: boolean;
}

/**
 * `almanac openapi`: writes the OpenAPI document of a service, or lists the changes that break clients of an older
 * document.
 */
export function openapiCommand(): Command {
  return new Command('openapi')
    .description('Print the OpenAPI 3.1 document of the service, or compare it with another one.')
    .addOption(new Option('--format <format>', 'format of the document').choices(['json', 'yaml']).default('json'))
    .option('--for-scopes <scopes...>', 'only what a token with these scopes can use')
    .option('--out <file>', 'file to write to')
    .option(
      '--against <file>',
      'list the changes that break clients of this older document, and exit with 1 if there are any',
    )
    .option('--json', 'with --against: print a JSON array of { place, change }')
    .addHelpText(
      'after',
      `
The definitions are those in ALMANAC_RESOURCES or resources.

Examples:
  almanac openapi --against docs/openapi.json && almanac openapi --out docs/openapi.json
  almanac openapi --format yaml --for-scopes read:data manage:data:party`,
    )
    .action(async ({ format, forScopes, out, against, json = false }: OpenapiOptions) => {
      const { resources } = readSettings(process.env);
      const loaded = await readModel(resources);
      if (!loaded.ok) {
        for (const fault of loaded.faults) console.error(formatFault(fault));
        throw new CommandError(`the definitions in ${resources} have faults`);
      }
      const model = forScopes === undefined ? loaded.model : modelForScopes(loaded.model, scopesIn(forScopes));
      if (against !== undefined) return compare(model, against, json);
      const text = openapiText(model, format);
      if (out === undefined) process.stdout.write(text);
      else await write(out, text);
    });
}

/** The text of the document: two runs give the same. */
export function openapiText(model: Model, format: 'json' | 'yaml'): string {
  const document = openapiDocument(model);
  // Parts that stand in several places are one object here, and stand in each of them there.
  return format === 'yaml'
    ? stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
    : `${JSON.stringify(document, null, 2)}\n`;
}

async function compare(model: Model, file: string, json: boolean): Promise<void> {
  const changes = breakingChanges(await readDocument(file), openapiDocument(model));
  if (json) console.log(JSON.stringify(changes, null, 2));
  else for (const { place, change } of changes) console.log(`${place}: ${change}`);
  if (changes.length > 0) {
    const count = changes.length === 1 ? '1 change breaks' : `${changes.length} changes break`;
    throw new CommandError(`${count} clients of ${file}`);
  }
  if (!json) console.log(`no change breaks clients of ${file}`);
}

async function readDocument(file: string): Promise<OpenapiObject> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${(error as Error).message}`);
  }
  let document: unknown;
  try {
    document = text.startsWith('{') ? readJsonText(text) : parse(text);
  } catch (error) {
    throw new CommandError(`${file} is neither JSON nor YAML: ${(error as Error).message}`);
  }
  if (typeof document === 'object' && document !== null && 'openapi' in document && 'paths' in document)
    return document as unknown as OpenapiObject;
  throw new CommandError(`${file} is not an OpenAPI document; expected a file that almanac openapi has written`);
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new CommandError(`cannot write ${file}: ${(error as Error).message}`);
  }
  console.log(`wrote ${file}`);
}

/** Scopes are separate arguments, or one text with spaces or commas. */
function scopesIn(given: readonly string[]): readonly string[] {
  return given.flatMap((some) => some.split(/[ ,]+/)).filter((scope) => scope !== '');
}
