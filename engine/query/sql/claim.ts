import type { Principal } from '../../access/principal.ts';
import { identityResource, partyField } from '../../definition/recipient.ts';
import type { Model } from '../../model/model.ts';
import { identityClaim } from '../../model/own_rows.ts';
import { readValue } from '../../vocabulary/field_type.ts';
import type { ClaimSlot } from './condition/statement.ts';

/**
 * Whether a claim is taken from the row of the identity. The party is, if the token has no party; the id is, if the
 * token has only a subject. The text of a statement depends on it: see statementsOf.
 */
export function isLookedUp(claim: string, { claims, subject }: Principal, { service, resources }: Model): boolean {
  if (claim === partyField) return !claims.has(partyField) && service.claims.partyOfIdentity;
  return claim === identityClaim && subject !== null && resources.has(identityResource);
}

/**
 * Viewers with the same have the same statements, with other values. The service sees more than a caller without a role. A role
 * may be any text of a token, so its length comes first.
 */
export function statementsOf({ role, subject, claims, isService }: Principal): string {
  const party = claims.has(partyField) ? 'claim' : 'identity';
  return `${isService ? '*' : role === null ? '' : `${role.length}:${role}`} ${party} ${subject === null ? 'id' : 'subject'}`;
}

/**
 * A claim as a value that PostgreSQL reads for the type. Null, for which no comparison holds, if the claim does not
 * fit.
 */
export function claimText({ identity, claims }: Principal, { claim, type }: ClaimSlot): string | null {
  const text = claim === identityClaim ? identity : (claims.get(claim) ?? null);
  const read = text === null || type.kind === 'period' ? null : readValue(type, text);
  return read?.ok ? read.value : null;
}
