import { identityClaim, noRole } from '../../definition/own_rows.ts';
import { identityResource, partyField } from '../../definition/recipient.ts';
import type { AccessRule, Model, Resource } from '../../model/model.ts';
import type { AccessAction } from '../../vocabulary/action/action_word.ts';
import { readValue } from '../../vocabulary/field_type.ts';
import type { ClaimSlot } from './statement.ts';

/** Whose request a statement is part of, as access rules see it. */
export interface Viewer {
  readonly role: string | null;
  /** Id of the identity, when the token names one; otherwise it is the one with this subject. */
  readonly identity: string | null;
  readonly subject: string | null;
  readonly claims: ReadonlyMap<string, string>;
}

/** What a viewer may do with the rows of a resource in an action. */
export function ruleFor({ role }: Pick<Viewer, 'role'>, resource: Resource, action: AccessAction): AccessRule {
  if (resource.access === null) return { kind: 'all' };
  return resource.access.get(role ?? noRole)?.[action] ?? { kind: 'nothing' };
}

/**
 * Whether a claim is what the row of the identity says: the party, where the token names none, and the id, where it names a
 * subject alone. The text of a statement depends on it: see statementsOf.
 */
export function isLookedUp(claim: string, { claims, subject }: Viewer, { service, resources }: Model): boolean {
  if (claim === partyField) return !claims.has(partyField) && service.claims.partyOfIdentity;
  return claim === identityClaim && subject !== null && resources.has(identityResource);
}

/** Viewers with the same have the same statements, with other values. */
export function statementsOf({ role, subject, claims }: Viewer): string {
  const party = claims.has(partyField) ? 'claim' : 'identity';
  return `${role ?? ''} ${party} ${subject === null ? 'id' : 'subject'}`;
}

/** A claim as a value that PostgreSQL reads for the type; null, which no comparison holds for, where it is none. */
export function claimText({ identity, claims }: Viewer, { claim, type }: ClaimSlot): string | null {
  const text = claim === identityClaim ? identity : (claims.get(claim) ?? null);
  const read = text === null || type.kind === 'period' ? null : readValue(type, text);
  return read?.ok ? read.value : null;
}
