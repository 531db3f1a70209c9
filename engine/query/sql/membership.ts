import type { Principal } from '../../access/principal.ts';
import type { Service } from '../../model/service.ts';
import { cast, columnOf, join, publicTable, sql } from '../../sql/fragment.ts';
import { claimText } from './claim.ts';
import { operandType } from './condition/column_type.ts';
import {
  bindStatement,
  parameter,
  type Sql,
  type Statement,
  statementOf,
  type UnboundStatement,
  unboundStatement,
} from './condition/statement.ts';

type ActsFor = NonNullable<Service['actsFor']>;

/** The claim that binds a principal to a membership, with its value; null for a principal who claims none. */
export function boundClaim(
  { claims }: Pick<Principal, 'claims'>,
  { actsFor }: Pick<Service, 'actsFor'>,
): { readonly actsFor: ActsFor; readonly value: string } | null {
  const value = actsFor === null ? undefined : claims.get(actsFor.claim);
  return actsFor === null || value === undefined ? null : { actsFor, value };
}

/** That the identity of a principal has the membership that their claim needs, now; none for a principal who claims none. */
export function membershipCondition(principal: Principal, service: Pick<Service, 'actsFor'>): readonly Sql[] {
  const bound = boundClaim(principal, service);
  if (bound === null) return [];
  const { actsFor } = bound;
  const value = claimText(principal, { claim: actsFor.claim, type: actsFor.type });
  return [membership(actsFor, parameter(principal.identity), parameter(value))];
}

/** Whether a principal has the membership that their claim needs, as `acts`; null for a principal who claims none. */
export function renderMembership(principal: Principal, service: Pick<Service, 'actsFor'>): Statement | null {
  const bound = boundClaim(principal, service);
  if (bound === null) return null;
  const { actsFor } = bound;
  const unbound = rendered.get(actsFor) ?? renderUnbound(actsFor);
  rendered.set(actsFor, unbound);
  const value = claimText(principal, { claim: actsFor.claim, type: actsFor.type });
  return bindStatement(unbound, (slot) => (slot === 'identity' ? principal.identity : value));
}

/** Each request asks it: it is rendered once. */
const rendered = new WeakMap<ActsFor, UnboundStatement>();

function renderUnbound(actsFor: ActsFor): UnboundStatement {
  const value = parameter(null, { claim: actsFor.claim, type: actsFor.type });
  const condition = membership(actsFor, parameter(null, 'identity'), value);
  return unboundStatement(statementOf(sql`select ${condition} as acts`));
}

function membership({ claim, through, identity, isTimeline, type }: ActsFor, own: Sql, value: Sql): Sql {
  const member = (field: string) => columnOf('membership', field);
  const now = sql`almanac.present()`;
  const conditions = [
    sql`${member(identity)} = ${own}::bigint`,
    sql`${member(claim)} = ${cast(value, operandType(type))}`,
    ...(isTimeline
      ? [sql`${member('valid_from')} <= ${now}`, sql`(${member('valid_to')} > ${now} or ${member('valid_to')} is null)`]
      : []),
  ];
  return sql`exists (select from ${publicTable(through)} as membership where ${join(conditions, ' and ')})`;
}
