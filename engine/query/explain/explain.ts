import type { Principal } from '../../access/principal.ts';
import { restrictionsOf } from '../../access/restriction.ts';
import { type Decider, decidersOf } from '../../model/condition/decider.ts';
import { conditionWords } from '../../model/condition/words.ts';
import { type BoundCondition, writtenValues } from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import { defaultWords } from '../sql/condition/default_words.ts';
import type { Statement } from '../sql/condition/statement.ts';
import { boundClaim, renderMembership } from '../sql/membership.ts';
import { renderLastState } from '../sql/read/past/last_state.ts';
import { renderRulesOfRow } from '../sql/read/rule/rules_of_row.ts';
import { renderMissing } from '../sql/write/write.ts';
import { type AskedPart, askedFields, askedOperations } from './asked.ts';
import type { ExplainedPart, Explanation } from './explanation.ts';

/** Gives the rows of a statement. */
export type Ask = (statement: Statement) => Promise<readonly Readonly<Record<string, string | null>>[]>;

/**
 * Which rules decide about a row for a principal, and with which values. It tells what the principal may not read: who may hear
 * it, those decide who ask.
 */
export async function explain(
  { table, id }: { readonly table: Table; readonly id: string },
  principal: Principal,
  model: Model,
  ask: Ask,
): Promise<Explanation> {
  const { role } = principal;
  const viewer = { ...restrictionsOf(principal, model), identity: '0' };
  const [operations, fields] = [askedOperations(table, role), askedFields(table, role)];
  const parts = [
    ...operations.flatMap(({ parts: own, afterwards }) => [...own, ...afterwards]),
    ...fields.flatMap(({ rule }) => (rule === null ? [] : [rule])),
  ];
  const deciders = new Map(parts.map((part) => [part, part.size === 'whole' ? [] : decidersOf(part.condition, table)]));
  const values = [...deciders.values()].flat();
  const rules = [isDeleted(table), ...parts.map(({ condition }) => condition)];
  const [found] = await ask(renderRulesOfRow(table, id, { rules, values }, viewer));
  // The very conditions that a request meets: they know more than the rules of the definitions.
  const isSeen = (await ask(renderMissing(table, { id, precondition: { kind: 'none' } }, 'update', viewer))).length > 0;
  const lastState = renderLastState(table, id, viewer);
  const [last] = lastState === null ? [] : await ask(lastState);
  const membership = renderMembership(principal, model.service);
  const isMember = membership === null || (await ask(membership))[0]?.acts === 't';
  const explained = (part: AskedPart): ExplainedPart => ({
    rule: part.text,
    words: conditionWords(part.condition),
    size: part.size,
    holds: found?.[`rule_${parts.indexOf(part) + 1}`] === 't',
    values: (deciders.get(part) ?? []).map((each) => told(each, found?.[`value_${values.indexOf(each)}`] ?? null)),
    ...(part.of === undefined ? {} : { of: part.of }),
  });
  return {
    row: `${table.name}/${id}`,
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
  return { membership: { rule, words: null, size: 'only', holds, values: [] } };
}

/** What decides about the rows of a resource before any rule: their owner, or their subject. */
function impliedParts(table: Table, role: string | null, holds: boolean): readonly ExplainedPart[] {
  const words = defaultWords(table, { role });
  return words === null ? [] : [{ rule: words, words: null, size: 'only', holds, values: [] }];
}

/** SQL for a deleted entry of a timeline; false for other rows. */
function isDeleted({ fields, temporal }: Table): BoundCondition {
  const field = fields.get(temporal === null ? 'id' : 'valid_from');
  if (field === undefined) throw new Error('a table has an id, and an entry a beginning');
  const comparison = { kind: 'comparison', negated: false, operator: 'is', quantifier: null, language: null } as const;
  return { ...comparison, operand: { field, steps: [], type: field.type }, comparand: writtenValues('null') };
}
