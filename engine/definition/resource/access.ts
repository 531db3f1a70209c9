import { ruleParts } from '../../language/parser.ts';
import { type BindContext, type RowContext, ruleContext } from '../../model/condition/bind.ts';
import type { RowType } from '../../model/condition/row_type.ts';
import type { BoundCondition, Field, FieldAccess } from '../../model/field.ts';
import { fieldAccess } from '../../model/field_access.ts';
import type { Access, AccessRule, History, PastAccess, Resource } from '../../model/model.ts';
import { identityClaim } from '../../model/own_rows.ts';
import { isRequired } from '../../model/required.ts';
import type { Claims, Service } from '../../model/service.ts';
import type { AccessAction } from '../../vocabulary/action/action_word.ts';
import type { Path } from '../file/place.ts';
import type { DefinitionFile, Report } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { identityResource, namesParty, partyField } from '../recipient.ts';
import type { NamedRules } from './named_rule.ts';
import { checkRole, checkRoles } from './role_choice.ts';
import { bindRuleAt, parseRuleAt, type Rule } from './rule.ts';

/** The claims that rules may use. */
export interface RulesOfService extends Pick<Service, 'roles' | 'zone'> {
  readonly claims: Pick<Claims, 'others'>;
  readonly named: NamedRules;
}

export type ByRole = ReadonlyMap<string, Access>;

/** What each role may do with the rows of a resource; null where scopes alone decide. Checks the other roles of the file too. */
export function buildAccess(
  definition: ResourceDefinition,
  { row: resource, rows }: RowContext<Resource>,
  service: RulesOfService,
  file: DefinitionFile,
): ByRole | null {
  const { report } = file;
  checkRoles(definition, service, report);
  const { access } = definition;
  if (access === undefined) return null;
  if (resource.kind === 'table') checkCreators(resource, access, report);
  return accessByRole({ access, at: ['access'] }, { row: resource, rows }, service, file);
}

interface WrittenAccess {
  readonly access: NonNullable<ResourceDefinition['access']>;
  readonly at: Path;
}

/** What is written of each role at a path of a file. */
export function accessByRole(
  { access, at }: WrittenAccess,
  { row: resource, rows }: RowContext<Resource>,
  service: RulesOfService,
  file: DefinitionFile,
): ByRole {
  const { report } = file;
  const claims = claimsOf(service.claims.others.keys(), rows.get(identityResource));
  const context = ruleContext(
    { row: rowOf(resource), rows, named: service.named },
    { claims, zone: service.zone, trees: true },
  );
  return new Map(
    Object.entries(access).map(([role, given]) => {
      checkRole(role, [...at, role], service, report);
      const build: BuildRule = (text, path) => buildRule({ text, path: [...at, role, ...path] }, context, file);
      const rule = (action: Exclude<AccessAction, 'update' | 'read'>) =>
        build(typeof given === 'string' ? given : (given[action] ?? 'nothing'), [action]);
      const { read, former } = readRules(given, build);
      const past = buildPast(typeof given === 'string' ? undefined : given.history, read, build);
      if (resource.kind !== 'table') {
        const none = { create: nothing, update: nothing, updated: nothing, delete: nothing };
        return [role, { read: past.version, ...none, past }];
      }
      if (typeof given === 'object' && given.history !== undefined && resource.history === null)
        report([...at, role, 'history'], {
          message: `${resource.name} keeps no history, and there is no past to read`,
          expected: '"history: true" for the resource, or no "history" here',
          part: 'key',
        });
      const written = { create: rule('create'), ...updateRules(given, build), delete: rule('delete') };
      return [role, { read, ...written, past, ...(former ? { former } : {}) }];
    }),
  );
}

const all = { kind: 'all' } as const;
const nothing = { kind: 'nothing' } as const;

type GivenAccess = NonNullable<ResourceDefinition['access']>[string];
type GivenPast = NonNullable<Exclude<GivenAccess, string>['history']>;
type BuildRule = (text: string, path: Path) => AccessRule;

/** The rule for reading, and what callers find of rows for which it no longer holds. */
function readRules(given: GivenAccess, build: BuildRule): Pick<Access, 'read' | 'former'> {
  const own = typeof given === 'string' ? given : (given.read ?? 'nothing');
  if (typeof own === 'string') return { read: build(own, ['read']) };
  return { read: build(own.that, ['read', 'that']), former: own.former };
}

/** The rules of the row before and after a change. One rule stands for both. A role that may make no row changes none. */
function updateRules(given: GivenAccess, build: BuildRule): Pick<Access, 'update' | 'updated'> {
  const own = typeof given === 'string' ? given : (given.update ?? 'nothing');
  if (typeof own === 'string') {
    const rule = build(own, ['update']);
    return { update: rule, updated: rule };
  }
  const update = build(own.before ?? 'all', ['update', 'before']);
  const updated = build(own.after ?? 'all', ['update', 'after']);
  const isNothing = update.kind === 'nothing' || updated.kind === 'nothing';
  return isNothing ? { update: nothing, updated: nothing } : { update, updated };
}

/** Which rows of the past a role reads; by default, as of its time, what the rule for reading allows. */
function buildPast(given: GivenPast | undefined, read: AccessRule, build: BuildRule): PastAccess {
  if (given === undefined) return { version: read, present: all, event: read };
  if (typeof given === 'string') return { version: { kind: given }, present: all, event: read };
  const version = build(given.then ?? 'all', ['history', 'then']);
  const present = build(given.present ?? 'all', ['history', 'present']);
  return present.kind === 'nothing'
    ? { version: nothing, present: all, event: read }
    : { version, present, event: read };
}

/** The fields of a resource with the rules by which roles read them. */
export function withFieldRules(
  resource: Resource,
  rows: RowContext<Resource>['rows'],
  service: RulesOfService,
  file: DefinitionFile,
): ReadonlyMap<string, Field> {
  const claims = claimsOf(service.claims.others.keys(), rows.get(identityResource));
  const context = ruleContext(
    { row: rowOf(resource), rows, named: service.named },
    { claims, zone: service.zone, trees: true },
  );
  return new Map(
    [...resource.fields].map(([name, field]): [string, Field] => {
      if (![...(field.access?.values() ?? [])].some(({ where }) => where !== null)) return [name, field];
      const access = [...(field.access ?? [])].map(([role, may]): [string, FieldAccess] => {
        if (may.where === null) return [role, may];
        const rule = { text: may.where.text, path: ['fields', name, 'access', role, 'read'] };
        return [role, { ...may, where: { ...may.where, condition: bind(rule, context, file) } }];
      });
      return [name, { ...field, access: new Map(access) }];
    }),
  );
}

function buildRule({ text, path }: Rule, context: BindContext, file: DefinitionFile): AccessRule {
  if (text === 'all' || text === 'nothing') return { kind: text };
  const condition = bind({ text, path }, context, file);
  if (condition === null) return { kind: 'nothing' };
  const parts = ruleParts(text).flatMap((part) => {
    const own = bind({ text: part, path }, context, file);
    return own === null ? [] : [{ text: part, condition: own }];
  });
  return { kind: 'rule', condition, parts };
}

function bind(rule: Rule, context: BindContext, file: DefinitionFile): BoundCondition | null {
  const parsed = parseRuleAt(rule, file);
  return parsed === null ? null : bindRuleAt(parsed, rule, context, file);
}

/** The claims that definitions may use: the claims of service.yaml, and the party, which an identity may have instead. */
export function claimsOf(others: Iterable<string>, identity: RowType | undefined): readonly string[] {
  const party = identity !== undefined && namesParty(identity) ? [partyField] : [];
  return [...new Set([identityClaim, ...others, ...party])];
}

/** A rule is about the row: in a version, `id` means the id of its row. */
export function rowOf(resource: Resource): RowType {
  if (resource.kind !== 'history') return resource;
  const own = resource.fields.get(ownId(resource));
  const id = resource.of.fields.get('id');
  if (own === undefined || id === undefined) return resource;
  // With the type that it has in its row: what fits there fits in a version too.
  return { ...resource, fields: new Map([...resource.fields, ['id', { ...own, type: id.type }]]) };
}

function ownId({ of }: History): string {
  return `${of.name}_id`;
}

/** A role that creates rows writes every field that has to be sent. */
function checkCreators(
  { name, fields, actions }: Resource,
  access: NonNullable<ResourceDefinition['access']>,
  report: Report,
): void {
  if (!actions.has('create')) return;
  const creators = Object.entries(access).flatMap(([role, given]) =>
    given === 'all' || (typeof given === 'object' && (given.create ?? 'nothing') !== 'nothing') ? [role] : [],
  );
  for (const field of fields.values()) {
    if (!isRequired(field) || field.access === null) continue;
    for (const role of creators) {
      if (fieldAccess(field, role).create) continue;
      report(['fields', field.name, 'access', ...(field.access.has(role) ? [role] : [])], {
        message: `the role ${role} creates ${name}, and may not write ${field.name}, which is required`,
        expected: `${role}: all, create: true, a default, nullable: true, or no create for ${role}`,
      });
    }
  }
}
