import type { Argument, Command, Option } from 'commander';
import { codeText, tableText } from '../html/markdown_text.ts';

/** Every command with its arguments and options. */
export function commands(all: readonly Command[]): string {
  return all
    .flatMap((command) => leaves(command, 'almanac'))
    .map(([words, command]) => section(words, command))
    .join('\n\n');
}

/** The commands that can be run, with the words that call each. `migration` by itself cannot. */
function leaves(command: Command, before: string): readonly (readonly [words: string, command: Command])[] {
  const words = `${before} ${command.name()}`;
  const below = command.commands.flatMap((each) => leaves(each, words));
  return isRun(command) ? [[words, command], ...below] : below;
}

/** A command that only groups others has no usage of its own. */
function isRun({ commands: below, registeredArguments, options }: Command): boolean {
  return below.length === 0 || registeredArguments.length > 0 || options.length > 0;
}

function section(words: string, command: Command): string {
  const { registeredArguments, options } = command;
  const rows = [...registeredArguments.map(argumentRow), ...options.map(optionRow)];
  const usage = [words, ...registeredArguments.map(usageOf), ...(options.length > 0 ? ['[options]'] : [])];
  return [
    `## ${words}`,
    command.description(),
    codeText('text', usage.join(' ')),
    ...(rows.length === 0 ? [] : [tableText(['argument or option', 'what it says', 'default'], rows)]),
  ].join('\n\n');
}

function usageOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function argumentRow(argument: Argument): readonly string[] {
  return [`\`${usageOf(argument)}\``, prose(argument.description), defaultWords(argument)];
}

function optionRow(option: Option): readonly string[] {
  return [
    `\`${option.flags}\``,
    prose(option.description),
    option.mandatory && option.defaultValue === undefined ? 'required' : defaultWords(option),
  ];
}

function defaultWords({
  defaultValue,
  defaultValueDescription,
}: Pick<Option, 'defaultValue' | 'defaultValueDescription'>) {
  if (defaultValueDescription !== undefined) return defaultValueDescription;
  const isShown = typeof defaultValue === 'string' || typeof defaultValue === 'number';
  return isShown ? `\`${defaultValue}\`` : '';
}

/** Text that a page would read as HTML becomes code. */
function prose(text: string): string {
  return text.replace(/[\w./-]*<[\w ]+>[\w./-]*/g, '`$&`').replaceAll('*', '\\*');
}
