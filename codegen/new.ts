import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { formatFault } from '../engine/definition/file/fault.ts';
import { buildModel } from '../engine/feature/load.ts';
import type { Action } from '../engine/vocabulary/action/actions.ts';
import { CommandError, readSettings } from './option/settings.ts';
import { type FieldArgument, readField } from './project/field_argument.ts';
import { askForResource, onTerminal } from './project/question.ts';
import { type NewResource, resourceFile } from './project/resource_file.ts';
import { readDefinitions } from './read/definitions.ts';
import { schemaFileText } from './schema.ts';

interface NewOptions {
  readonly title?: string;
  readonly description?: string;
  readonly operations?: readonly Action[];
  readonly history?: boolean;
  readonly temporal?: string;
  readonly json: boolean;
}

/** `almanac new resource <name> [fields...]`: writes a definition that checks. */
export function newCommand(): Command {
  const resource = new Command('resource')
    .description('Write the definition of a resource. On a terminal it asks for the fields.')
    .argument('<name>', 'name of the resource, in the singular and in snake_case')
    .addArgument(
      new Argument('[fields...]', 'fields, each as name:type').argParser(
        (text: string, before: readonly FieldArgument[] | undefined) => [...(before ?? []), readField(text)],
      ),
    )
    .option('--title <title>', 'name for people')
    .option('--description <text>', 'what a row stands for')
    .option('--operations <list>', 'what clients may do: any of list,read,create,update,delete', (text) =>
      text.split(','),
    )
    .option('--history', 'keep every version of each row')
    .option(
      '--temporal <field>',
      'make rows valid for a time; the field is the reference that identifies their timeline',
    )
    .option('--json', 'print the written files as JSON', false)
    .addHelpText(
      'after',
      `
Write the arguments of a type behind it, and then :nullable and :unique:
  title:text=100  price:decimal=9,3:nullable  status:enum=new,active  author_id:reference  tags:array=text

Examples:
  almanac new resource author
  almanac new resource book title:text=300 isbn:text:nullable:unique author_id:reference --history
  almanac new resource membership member_id:reference level:enum=reader,friend --temporal member_id`,
    )
    .action(async (name: string, fields: readonly FieldArgument[], { json, ...keys }: NewOptions, command: Command) => {
      const { resources } = readSettings(process.env);
      const asked = fields.length > 0 ? { fields } : await ask(command);
      const file = await writeResource(resources, { resource: name, ...asked, ...keys });
      if (json) console.log(JSON.stringify({ file, resource: name }));
      else for (const line of [`Wrote ${file}.`, ...nextSteps(name, asked.fields, resources)]) console.log(line);
    });
  return new Command('new').description('Write definitions.').addCommand(resource.exitOverride());
}

async function ask(command: Command): Promise<Pick<NewResource, 'fields' | 'history'>> {
  if (process.stdin.isTTY) return onTerminal((asked) => askForResource(asked, console.error));
  return command.error('error: a resource has fields; give them as name:type, such as title:text');
}

/**
 * Writes the definition of a resource beside the others, if all of them together have no fault. Returns its file.
 * @throws CommandError for a fault, or when the file exists already. Then nothing is written.
 */
export async function writeResource(folder: string, resource: NewResource): Promise<string> {
  const name = `${resource.resource}.yaml`;
  const file = join(folder, name);
  const { files, contents } = await readDefinitions(folder);
  if (existsSync(file)) throw new CommandError(`${file} exists already; change it, or choose another name`);
  const text = resourceFile(resource);
  const built = buildModel(new Map([...files, [name, Buffer.from(text)]]), folder, contents);
  if (!built.ok) {
    for (const fault of built.faults) console.error(formatFault(fault));
    throw new CommandError(`nothing was written, since the definitions would have these faults:\n\n${text.trimEnd()}`);
  }
  try {
    await writeFile(file, text, { flag: 'wx' });
    await writeFile(join(folder, 'schema.json'), schemaFileText(), { flag: 'wx' }).catch(unlessThere);
  } catch (error) {
    throw new CommandError(`cannot write ${file}: ${(error as Error).message}`);
  }
  return file;
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function nextSteps(name: string, fields: readonly FieldArgument[], folder: string): readonly string[] {
  const references = fields.filter(({ definition }) => definition.type === 'reference');
  const relations = references.map(
    ({ name: by, definition: { to } }) =>
      `To embed its rows in rows of ${to}, add to ${join(folder, `${to}.yaml`)}: relations: { ${name}: { resource: ${name}, by: ${by} } }`,
  );
  return [...relations, `Try it with: almanac dev. Then write its migration: almanac migration new add_${name}`];
}
