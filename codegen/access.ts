import { Command, InvalidArgumentError } from 'commander';
import type { DatabaseError } from '../db/database_error.ts';
import type { Principal } from '../engine/access/principal.ts';
import { restrictionsOf } from '../engine/access/restriction.ts';
import { accessFor, ruleFor } from '../engine/access/row_rule.ts';
import { formatFault } from '../engine/definition/file/fault.ts';
import { partyField } from '../engine/definition/recipient.ts';
import { type BoundCondition, type Field, writtenValues } from '../engine/model/field.ts';
import { fieldAccess } from '../engine/model/field_access.ts';
import type { AccessRule, Model, PastAccess, Resource, Table } from '../engine/model/model.ts';
import { identityClaim } from '../engine/model/own_rows.ts';
import { defaultWords } from '../engine/query/sql/condition/default_words.ts';
import { renderMissing, renderRules } from '../engine/query/sql/write/write.ts';
import type { AccessAction } from '../engine/vocabulary/action/action_word.ts';
import { accessActions } from '../engine/vocabulary/action/actions.ts';
import { readClaim } from './option/claim_argument.ts';
import { CommandError, readSettings, type Settings } from './option/settings.ts';
import { readModel } from './read/model.ts';
import { joinDatabaseServer, openDatabase } from './serve/service.ts';

interface AccessOptions {
  readonly json?: boolean;
  readonly row?: RowName;
  readonly role?: string;
  readonly claim: ReadonlyMap<string, string>;
}

interface RowName {
  readonly resource: string;
  readonly id: string;
}

/** `almanac access [folder]`: shows what each role may do, or why it may see one row or not. */
export function accessCommand(): Command {
  return new Command('access')
    .description(
      'Show what each role may do with each resource and field; with --row, why a role may read a row or not.',
    )
    .argument('[folder]', 'folder of the definitions; without it ALMANAC_RESOURCES, or resources')
    .option('--json', 'print JSON')
    .option('--row <resource/id>', 'explain which rule decides about this row', readRow)
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
      if (options.row === undefined) print(matrixOf(model), (entries) => matrixText(entries, model), options);
      else print(await explain(model, settings, options.row, options), explanationText, options);
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
  const read = resource.kind === 'history' ? pastText(accessFor(principal, resource).past) : text('read');
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

function ruleText(rule: AccessRule): string {
  return rule.kind === 'rule' ? rule.parts.map(({ text }) => text).join('&') : rule.kind;
}

function matrixText(entries: readonly Entry[], model: Model): string {
  if (entries.length === 0) return 'No resource has access rules: scopes alone decide.';
  const open = [...model.resources.values()].filter(({ access }) => access === null).map(({ name }) => name);
  const rest = open.length === 0 ? '' : `\nScopes alone decide: ${open.join(', ')}`;
  return `${tableText(entries)}${rest}`;
}

function tableText(entries: readonly Entry[]): string {
  const rows = [
    ['resource', 'role', ...accessActions],
    ...entries.map(({ resource, field, role, rules }) => [
      field === undefined ? resource : `${resource}.${field}`,
      role,
      ...accessActions.map((action) => rules[action] ?? ''),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

interface Explanation {
  readonly row: string;
  readonly role: string | null;
  /** Whether the row exists. */
  readonly exists: boolean;
  /** Whether it is a deleted entry of a timeline. Everybody sees it in the history only. */
  readonly deleted: boolean;
  readonly operations: readonly {
    readonly operation: AccessAction;
    readonly allowed: boolean;
    readonly parts: readonly ExplainedPart[];
    /** Where an update asks something else of the row that it makes: whether the row as it is meets that. */
    readonly afterwards?: readonly ExplainedPart[];
  }[];
}

interface ExplainedPart {
  readonly rule: string;
  readonly holds: boolean;
}

async function explain(
  model: Model,
  settings: Settings,
  { resource: name, id }: RowName,
  { role = null, claim }: { readonly role?: string | null; readonly claim: ReadonlyMap<string, string> },
): Promise<Explanation> {
  const table = model.resources.get(name);
  if (table?.kind !== 'table') throw new CommandError(`there is no resource ${name} with its own rows`);
  if (role !== null && !model.service.roles.includes(role)) {
    throw new CommandError(`there is no role ${role}; the service has ${model.service.roles.join(', ') || 'none'}`);
  }
  const { others, partyOfIdentity } = model.service.claims;
  const claims = new Set([identityClaim, ...others.keys(), ...(partyOfIdentity ? [partyField] : [])]);
  const unknown = [...claim.keys()].find((each) => !claims.has(each));
  if (unknown !== undefined)
    throw new CommandError(
      `there is no claim ${unknown} in rules; expected ${[...claims].join(', ')}, by their names in service.yaml`,
    );
  const principal = {
    role,
    identity: claim.get(identityClaim) ?? null,
    subject: null,
    claims: claim,
    scopes: new Set<string>(),
  };
  const writer = { ...restrictionsOf(principal, model), identity: '0' };
  const parts = partsOf(table, principal);
  const server = await joinDatabaseServer(settings);
  const database = await openDatabase(server.url, model);
  try {
    const asked = parts.flatMap(({ conditions, afterwards }) => [...conditions, ...afterwards]);
    const conditions = asked.map((each) => each.condition);
    const statement = renderRules(table, [isDeleted(table), ...conditions], id, writer);
    const outcome = await database.query(statement);
    if (!outcome.ok) throw refusal(outcome.error);
    // The very conditions that a request meets: they know more than the rules of the definitions.
    const visible = await database.query(
      renderMissing(table, { id, precondition: { kind: 'none' } }, 'update', writer),
    );
    if (!visible.ok) throw refusal(visible.error);
    const isSeen = visible.rows.length > 0;
    const [found] = outcome.rows;
    let place = 1;
    return {
      row: `${name}/${id}`,
      role,
      exists: found !== undefined,
      deleted: found?.rule_0 === 't',
      operations: parts.map(({ action, kind, conditions: own, afterwards }) => {
        const explained = ({ text }: { readonly text: string }) => ({
          rule: text,
          holds: found?.[`rule_${place++}`] === 't',
        });
        const held = own.map(explained);
        const after = afterwards.map(explained);
        const implied = kind === 'nothing' ? [] : impliedParts(table, role, isSeen || held.some(({ holds }) => !holds));
        const all = [...implied, ...held];
        return {
          operation: action,
          allowed: isSeen && kind !== 'nothing' && all.every(({ holds }) => holds),
          parts: all,
          ...(after.length === 0 ? {} : { afterwards: after }),
        };
      }),
    };
  } finally {
    await database.close();
    await server.stop();
  }
}

/** What decides about the rows of a resource before any rule: their owner, or their subject. */
function impliedParts(table: Table, role: string | null, holds: boolean): readonly ExplainedPart[] {
  const words = defaultWords(table, { role });
  return words === null ? [] : [{ rule: words, holds }];
}

/** SQL for a deleted entry of a timeline; false for other rows. */
function isDeleted({ fields, temporal }: Table): BoundCondition {
  const field = fields.get(temporal === null ? 'id' : 'valid_from');
  if (field === undefined) throw new Error('a table has an id, and an entry a beginning');
  const comparison = { kind: 'comparison', negated: false, operator: 'is', quantifier: null, language: null } as const;
  return { ...comparison, operand: { field, steps: [], type: field.type }, comparand: writtenValues('null') };
}

/** PostgreSQL, Appendix A: an undefined table or column. */
const undefinedName = /^42(P01|703)$/;

function refusal({ sqlstate, message }: DatabaseError): CommandError {
  if (!undefinedName.test(sqlstate)) return new CommandError(`the database refuses: ${message}`);
  return new CommandError(
    `the tables do not fit the definitions (${message}); run almanac migrate, or almanac serve for the embedded database`,
  );
}

function partsOf(table: Table, principal: Principal) {
  return explainedActions(table).map((action) => {
    const rule = ruleFor(principal, table, action);
    const after = ruleFor(principal, table, 'updated');
    const isOther = action === 'update' && ruleText(after) !== ruleText(rule);
    return {
      action,
      kind: rule.kind,
      conditions: partsOfRule(rule),
      afterwards: isOther ? partsOfRule(after) : [],
    };
  });
}

function partsOfRule(rule: AccessRule): readonly { readonly text: string; readonly condition: BoundCondition }[] {
  if (rule.kind !== 'rule') return [];
  // The rule as a whole is the last part: several parameters about one relation are about one and the same row.
  return rule.parts.length > 1 ? [...rule.parts, { text: ruleText(rule), condition: rule.condition }] : rule.parts;
}

/** For a visible row: what the caller may do with it, among the actions of the resource. */
function explainedActions({ actions }: Table): readonly AccessAction[] {
  const changes = (['update', 'delete'] as const).filter((action) => actions.has(action));
  return ['read', ...changes];
}

function explanationText({ row, role, exists, deleted, operations: explained }: Explanation): string {
  if (!exists) return `There is no ${row}.`;
  if (deleted) return `${row} was deleted. It is no longer on its timeline, and only the history shows it.`;
  const lines = explained.flatMap(({ operation, allowed, parts, afterwards = [] }) => [
    `${operation}: ${allowed ? 'yes' : 'no'}${parts.length === 0 ? ` (${allowed ? 'all rows' : 'no row'})` : ''}`,
    ...parts.map(({ rule, holds }) => `  ${holds ? 'holds' : 'does not hold'}: ${rule}`),
    ...afterwards.map(
      ({ rule, holds }) => `  must hold after the change, and ${holds ? 'holds' : 'does not hold'} now: ${rule}`,
    ),
  ]);
  return [`${row}, to ${role === null ? 'a caller without a role' : `the role ${role}`}:`, ...lines].join('\n');
}

function print<T>(value: T, text: (value: T) => string, { json = false }: AccessOptions): void {
  console.log(json ? JSON.stringify(value, null, 2) : text(value));
}

function readRow(text: string): RowName {
  const [, resource, id] = /^([a-z][a-z0-9_]*)\/(\d{1,18})$/.exec(text) ?? [];
  if (resource !== undefined && id !== undefined) return { resource, id };
  throw new InvalidArgumentError('expected a resource and an id, such as party/7');
}
