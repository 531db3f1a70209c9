import { relative } from 'node:path';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { migrationName, originOfBuild, writeMigration } from '../db/migrate/migration_folder.ts';
import { formatFault } from '../engine/definition/file/fault.ts';
import { changesOf } from '../engine/docs/change/changes.ts';
import type { Model } from '../engine/model/model.ts';
import { hintText, renameHints, valuelessFields } from '../engine/schema/migration/change/hint.ts';
import { engineChange, type Recorded } from '../engine/schema/migration/engine.ts';
import { migrationText } from '../engine/schema/migration/file/file.ts';
import { firstPlan, migrationPlan, type Plan } from '../engine/schema/migration/plan.ts';
import type { Step } from '../engine/schema/migration/step.ts';
import { schemaObjects } from '../engine/schema/schema.ts';
import { recordText } from '../engine/sql/record.ts';
import { CommandError, readSettings, type Settings } from './option/settings.ts';
import { thisBuild } from './read/build.ts';
import { migratedModel, readFolder, readLast } from './read/migrations.ts';
import { readModel } from './read/model.ts';

interface NewOptions {
  readonly allowDestructive: boolean;
  readonly json: boolean;
}

/** `almanac migration new <name>`: writes the changes of the tables since the last migration. */
export function migrationCommand(): Command {
  const create = new Command('new')
    .description('Write the migration from the last one to the definitions as they are now.')
    .addArgument(
      new Argument('<name>', 'words for the name of the file, such as add_pages_to_book').argParser(wordsOfName),
    )
    .option('--allow-destructive', 'allow steps that lose data; each step says what it loses', false)
    .option('--json', 'print the written files as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  almanac migration new add_pages_to_book
  almanac migration new drop_book --allow-destructive

Declare a changed name in the definition (was: old_name). Otherwise the old one is dropped.`,
    )
    .action(async (name: string, options: NewOptions) => newMigration(name, options, readSettings(process.env)));
  return new Command('migration').description('Write migrations.').addCommand(create.exitOverride());
}

async function newMigration(words: string, options: NewOptions, settings: Settings): Promise<void> {
  const loaded = await readModel(settings.resources);
  if (!loaded.ok) {
    for (const fault of loaded.faults) console.error(formatFault(fault));
    throw new CommandError(`the definitions in ${settings.resources} have faults`);
  }
  const migrations = await readFolder(settings);
  const last = migratedModel(migrations, settings, loaded);
  const plan = last === null ? firstPlan(loaded.model) : nextPlan(last, await readLast(settings), loaded.model);
  if (!plan.ok) throw new CommandError(`a migration to these definitions is not possible:${listed(plan.refusals)}`);
  if (plan.steps.length === 0) {
    console.log(options.json ? JSON.stringify({ file: null, steps: [] }) : 'The tables need no change: nothing to do.');
    return;
  }
  const losses = plan.steps.filter(({ loses }) => loses !== null);
  if (losses.length > 0 && !options.allowDestructive) {
    const hints = last === null ? [] : renameHints(last, loaded.model).map((hint) => `\n${hintText(hint)}`);
    throw new CommandError(
      `the migration would lose data:${listed(losses.map(lossOf))}${hints.join('')}\nIf only a name has changed, declare it in the definition (was: old_name). To lose the data, add --allow-destructive.`,
    );
  }
  const valueless = last === null ? [] : valuelessFields(last, loaded.model);
  if (valueless.length > 0) {
    throw new CommandError(
      `existing rows would have no value in a required field:${listed(valueless)}\nGive the field a default. Or give these rows a value, with "backfill: <value>" or "backfill: $other_field". Or make it nullable now, fill it, and make it required by a later migration.`,
    );
  }
  const name = migrationName(words, new Date(), migrations.list.at(-1)?.name);
  const after = { definitions: loaded.files, record: recordText(schemaObjects(loaded.model)) };
  const build = thisBuild();
  const origin = build === null ? null : originOfBuild(build, after);
  const text = migrationText(name, plan.steps, changesOf(last, loaded.model), origin);
  const file = await writeMigration(settings.migrations, name, text, after);
  if (options.json) {
    console.log(JSON.stringify({ file, steps: plan.steps.map(({ title, loses }) => ({ title, loses })) }));
    return;
  }
  console.log(`Wrote ${relative('', file)}:`);
  plan.steps.forEach(({ title, loses }, at) => {
    console.log(`  ${at + 1}. ${title}${loses === null ? '' : `\n     LOSES ${loses}`}`);
  });
  console.log('Read it, then run: almanac migrate');
}

/** The changes of the engine since the last migration, then the changes of the definitions. */
export function nextPlan(last: Model, recorded: Recorded, model: Model): Plan {
  const engine = engineChange(recorded, schemaObjects(last));
  if (!engine.ok || last === model) return engine;
  const plan = migrationPlan(last, model);
  return plan.ok ? { ok: true, steps: [...engine.steps, ...plan.steps] } : plan;
}

function lossOf({ title, loses }: Step): string {
  return `${title}: loses ${loses}`;
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `\n  - ${line}`).join('');
}

function wordsOfName(text: string): string {
  if (/^[a-z][a-z0-9_]{0,79}$/.test(text)) return text;
  throw new InvalidArgumentError('expected words in snake_case, such as add_pages_to_book');
}
