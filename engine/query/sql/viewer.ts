import type { AccessOperation, AccessRule, Resource } from '../../definition/model.ts';
import { identityClaim, noRole } from '../../definition/own_rows.ts';
import { readValue } from '../../definition/value.ts';
import type { ClaimSlot } from './statement.ts';

/** Whose request a statement is part of, as access rules see it. */
export interface Viewer {
  readonly role: string | null;
  /** Id of the identity, when the token names one; otherwise it is the one with this subject. */
  readonly identity: string | null;
  readonly subject: string | null;
  readonly claims: ReadonlyMap<string, string>;
}

/** What a viewer may do with the rows of a resource in an operation. */
export function ruleFor({ role }: Pick<Viewer, 'role'>, resource: Resource, operation: AccessOperation): AccessRule {
  if (resource.access === null) return { kind: 'all' };
  return resource.access.get(role ?? noRole)?.[operation] ?? { kind: 'nothing' };
}

/** A claim as a value that PostgreSQL reads for the type; null, which no comparison holds for, where it is none. */
export function claimText({ identity, claims }: Viewer, { claim, type }: ClaimSlot): string | null {
  const text = claim === identityClaim ? identity : (claims.get(claim) ?? null);
  const read = text === null || type.kind === 'period' ? null : readValue(type, text);
  return read?.ok ? read.value : null;
}
