import { Command, InvalidArgumentError } from 'commander';
import type { Principal } from '../engine/access/principal.ts';
import { accessFor, ruleFor } from '../engine/access/row_rule.ts';
import { formatFault } from '../engine/definition/file/fault.ts';
import type { Field } from '../engine/model/field.ts';
import { fieldAccess } from '../engine/model/field_access.ts';
import type { Model, PastAccess, Resource } from '../engine/model/model.ts';
import { ruleText } from '../engine/query/explain/rule_text.ts';
import { defaultWords } from '../engine/query/sql/condition/default_words.ts';
import type { AccessAction } from '../engine/vocabulary/action/action_word.ts';
import { accessActions } from '../engine/vocabulary/action/actions.ts';
import { type CallEntry, callEntries, callsText } from './access/calls.ts';
import { columnsText } from './access/columns.ts';
import { explainRow, type RowName } from './access/explain_row.ts';
import { explanationJson, explanationText } from './access/explanation.ts';
import { readClaim } from './option/claim_argument.ts';
import { CommandError, readSettings } from './option/settings.ts';
import { readModel } from './read/model.ts';

interface AccessOptions {
  readonly json?: boolean;
  readonly row?: RowName;
  readonly role?: string;
  readonly claim: ReadonlyMap<string, string>;
}

/** `almanac access [folder]`: shows what each role may do, or why it may see one row or not. */
export function accessCommand(): Command {
  return new Command('access')
    .description(
      'Show what each role may do with each resource and field, and who may make each call. With --row, show why a role may read a row or not.',
    )
    .argument('[folder]', 'folder of the definitions; without it ALMANAC_RESOURCES, or resources')
    .option('--json', 'print JSON')
    .option(
      '--row <resource/id>',
      'explain which rules decide about this row, with the values that they compare',
      readRow,
    )
    .option('--role <role>', 'role to explain the row for')
    .option(
      '--claim <name=value>',
      'claim of the caller, by its name in rules; repeat the option for more',
      readClaim,
      new Map<string, string>(),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  almanac access resources\n  almanac access --row notification/7 --role party --claim party_id=3\n\nThe database may be in use by a running service.',
    )
    .action(async (folder: string | undefined, options: AccessOptions) => {
      const settings = readSettings(process.env);
      const name = folder ?? settings.resources;
      const loaded = await readModel(name);
      if (!loaded.ok) {
        for (const fault of loaded.faults) console.error(formatFault(fault));
        throw new CommandError(`the definitions in ${name} have faults`);
      }
      const { model } = loaded;
      if (options.row === undefined) {
        const [entries, calls] = [matrixOf(model), callEntries(model)];
        print([...entries, ...calls], () => accessText(entries, calls, model), options);
      } else {
        const explanation = await explainRow(model, settings, options.row, options);
        print(explanationJson(explanation), () => explanationText(explanation), options);
      }
    });
}

interface Entry {
  readonly resource: string;
  /** A field with its own access; absent for rules about rows. */
  readonly field?: string;
  readonly role: string;
  readonly rules: Readonly<Partial<Record<AccessAction, string>>>;
}

/** Every role with every resource and field that has access rules. */
function matrixOf({ resources, service: { roles } }: Model): readonly Entry[] {
  return [...resources.values()].flatMap((resource) => {
    const { name, access, fields } = resource;
    const rows = access === null ? [] : roles.map((role) => ({ resource: name, role, rules: rulesOf(resource, role) }));
    const limited = [...fields.values()].filter((field) => field.access !== null);
    const own = limited.flatMap((field) =>
      roles.map((role) => ({ resource: name, field: field.name, role, rules: fieldRules(field, role) })),
    );
    return [...rows, ...own];
  });
}

/** Whether a role may read and send a field. */
function fieldRules(field: Field, role: string): Entry['rules'] {
  const { read, where, create, update } = fieldAccess(field, role);
  const word = (may: boolean) => (may ? 'all' : 'nothing');
  return {
    read: where?.text ?? word(read),
    create: word(field.create && create),
    update: word(field.update && update),
  };
}

const theDefault = Object.fromEntries(accessActions.map((action) => [action, 'the default']));

function rulesOf(resource: Resource, role: string): Entry['rules'] {
  const principal = { role, identity: null, subject: null, claims: new Map<string, string>() };
  const text = (action: AccessAction) => ruleText(ruleFor(principal, resource, action));
  if (text('read') === 'all' && defaultWords(resource, principal) !== null) return theDefault;
  const { past, former } = accessFor(principal, resource);
  const own = former === undefined ? text('read') : `that: ${text('read')}, former: ${former}`;
  const read = resource.kind === 'history' ? pastText(past) : own;
  return { read, create: text('create'), update: updateText(principal, resource), delete: text('delete') };
}

/** One rule for the row before and after the change, or both. */
function updateText(principal: Pick<Principal, 'role'>, resource: Resource): string {
  const [before, after] = [ruleFor(principal, resource, 'update'), ruleFor(principal, resource, 'updated')].map(
    ruleText,
  );
  return before === after ? `${before}` : `before: ${before}, after: ${after}`;
}

function pastText({ version, present }: PastAccess): string {
  return present.kind === 'all' ? ruleText(version) : `then: ${ruleText(version)}, present: ${ruleText(present)}`;
}

function accessText(entries: readonly Entry[], calls: readonly CallEntry[], model: Model): string {
  const matrix = matrixText(entries, model);
  return calls.length === 0 ? matrix : `${matrix}\n\n${callsText(calls)}`;
}

function matrixText(entries: readonly Entry[], model: Model): string {
  if (entries.length === 0) return 'No resource has access rules: scopes alone decide.';
  const open = [...model.resources.values()].filter(({ access }) => access === null).map(({ name }) => name);
  const rest = open.length === 0 ? '' : `\nScopes alone decide: ${open.join(', ')}`;
  const rows = entries.map(({ resource, field, role, rules }) => [
    field === undefined ? resource : `${resource}.${field}`,
    role,
    ...accessActions.map((action) => rules[action] ?? ''),
  ]);
  return `${columnsText([['resource', 'role', ...accessActions], ...rows])}${rest}`;
}

function print<T>(value: T, text: (value: T) => string, { json = false }: AccessOptions): void {
  console.log(json ? JSON.stringify(value, null, 2) : text(value));
}

function readRow(text: string): RowName {
  const [, resource, id] = /^([a-z][a-z0-9_]*)\/(\d{1,18})$/.exec(text) ?? [];
  if (resource !== undefined && id !== undefined) return { resource, id };
  throw new InvalidArgumentError('expected a resource and an id, such as party/7');
}
