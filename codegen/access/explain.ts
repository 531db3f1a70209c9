import type { DatabaseError } from '../../db/database_error.ts';
import type { Principal } from '../../engine/access/principal.ts';
import { restrictionsOf } from '../../engine/access/restriction.ts';
import { partyField } from '../../engine/definition/recipient.ts';
import { type Decider, decidersOf } from '../../engine/model/condition/decider.ts';
import { type BoundCondition, writtenValues } from '../../engine/model/field.ts';
import type { Model, Table } from '../../engine/model/model.ts';
import { identityClaim } from '../../engine/model/own_rows.ts';
import { defaultWords } from '../../engine/query/sql/condition/default_words.ts';
import type { Statement } from '../../engine/query/sql/condition/statement.ts';
import { boundClaim, renderMembership } from '../../engine/query/sql/membership.ts';
import { renderLastState } from '../../engine/query/sql/read/last_state.ts';
import { renderRulesOfRow } from '../../engine/query/sql/read/rules_of_row.ts';
import { renderMissing } from '../../engine/query/sql/write/write.ts';
import { CommandError, type Settings } from '../option/settings.ts';
import { joinDatabaseServer, openDatabase } from '../serve/service.ts';
import { type AskedPart, askedFields, askedOperations } from './asked.ts';
import type { ExplainedPart, Explanation } from './explanation.ts';

/** The row that is explained, by its resource and id. */
export interface RowName {
  readonly resource: string;
  readonly id: string;
}

interface Caller {
  readonly role?: string | null;
  readonly claim: ReadonlyMap<string, string>;
}

/** Which rules decide about a row for a caller, and with which values. The rights of the operator's database URL apply. */
export async function explain(
  model: Model,
  settings: Settings,
  { resource: name, id }: RowName,
  caller: Caller,
): Promise<Explanation> {
  const table = model.resources.get(name);
  if (table?.kind !== 'table') throw new CommandError(`there is no resource ${name} with its own rows`);
  const principal = principalOf(caller, model);
  const { role } = principal;
  const viewer = { ...restrictionsOf(principal, model), identity: '0' };
  const [operations, fields] = [askedOperations(table, role), askedFields(table, role)];
  const parts = [
    ...operations.flatMap(({ parts: own, afterwards }) => [...own, ...afterwards]),
    ...fields.flatMap(({ rule }) => (rule === null ? [] : [rule])),
  ];
  const deciders = new Map(parts.map((part) => [part, part.isWhole ? [] : decidersOf(part.condition, table)]));
  const values = [...deciders.values()].flat();
  const server = await joinDatabaseServer(settings);
  const database = await openDatabase(server.url, model);
  const ask = async (statement: Statement) => {
    const outcome = await database.query(statement);
    if (!outcome.ok) throw refusal(outcome.error);
    return outcome.rows;
  };
  try {
    const rules = [isDeleted(table), ...parts.map(({ condition }) => condition)];
    const [found] = await ask(renderRulesOfRow(table, id, { rules, values }, viewer));
    // The very conditions that a request meets: they know more than the rules of the definitions.
    const isSeen =
      (await ask(renderMissing(table, { id, precondition: { kind: 'none' } }, 'update', viewer))).length > 0;
    const lastState = renderLastState(table, id, viewer);
    const [last] = lastState === null ? [] : await ask(lastState);
    const membership = renderMembership(principal, model.service);
    const isMember = membership === null || (await ask(membership))[0]?.acts === 't';
    const explained = (part: AskedPart): ExplainedPart => ({
      rule: part.text,
      holds: found?.[`rule_${parts.indexOf(part) + 1}`] === 't',
      values: (deciders.get(part) ?? []).map((each) => told(each, found?.[`value_${values.indexOf(each)}`] ?? null)),
      ...(part.of === undefined ? {} : { of: part.of }),
    });
    return {
      row: `${name}/${id}`,
      role,
      exists: found !== undefined,
      deleted: found?.rule_0 === 't',
      ...membershipPart(principal, model, isMember),
      operations: operations.map(({ operation, isNothing, parts: own, afterwards }) => {
        const held = own.map(explained);
        const implied =
          isNothing || operation === 'history'
            ? []
            : impliedParts(table, role, isSeen || held.some(({ holds }) => !holds));
        const all = [...implied, ...held];
        const isFound = isSeen || operation === 'history';
        return {
          operation,
          allowed: isMember && isFound && !isNothing && all.every(({ holds }) => holds),
          parts: all,
          ...(afterwards.length === 0 ? {} : { afterwards: afterwards.map(explained) }),
        };
      }),
      ...(typeof last?.instant === 'string' ? { lastState: last.instant } : {}),
      fields: fields.map(({ rule, ...may }) => (rule === null ? may : { ...may, rule: explained(rule) })),
    };
  } finally {
    await database.close();
    await server.stop();
  }
}

function principalOf({ role = null, claim }: Caller, { service }: Model): Principal {
  if (role !== null && !service.roles.includes(role)) {
    throw new CommandError(`there is no role ${role}; the service has ${service.roles.join(', ') || 'none'}`);
  }
  const { others, partyOfIdentity } = service.claims;
  const claims = new Set([identityClaim, ...others.keys(), ...(partyOfIdentity ? [partyField] : [])]);
  const unknown = [...claim.keys()].find((each) => !claims.has(each));
  if (unknown !== undefined)
    throw new CommandError(
      `there is no claim ${unknown} in rules; expected ${[...claims].join(', ')}, by their names in service.yaml`,
    );
  return { role, identity: claim.get(identityClaim) ?? null, subject: null, claims: claim, scopes: new Set<string>() };
}

function told({ name }: Decider, json: string | null): ExplainedPart['values'][number] {
  return { name, json: json ?? 'null' };
}

/** What decides about every request of a caller with a bound claim. */
function membershipPart(principal: Principal, { service }: Model, holds: boolean): Pick<Explanation, 'membership'> {
  const bound = boundClaim(principal, service);
  if (bound === null) return {};
  const { actsFor, value } = bound;
  const when = actsFor.isTimeline ? ' now' : '';
  const rule = `the identity ${principal.identity ?? '(none)'} has a ${actsFor.through} with ${actsFor.claim} ${value}${when}`;
  return { membership: { rule, holds, values: [] } };
}

/** What decides about the rows of a resource before any rule: their owner, or their subject. */
function impliedParts(table: Table, role: string | null, holds: boolean): readonly ExplainedPart[] {
  const words = defaultWords(table, { role });
  return words === null ? [] : [{ rule: words, holds, values: [] }];
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
