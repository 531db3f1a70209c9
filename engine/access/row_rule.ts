import type { Access, AccessRule, Resource } from '../model/model.ts';
import { noRole } from '../model/own_rows.ts';
import { allRows, noRow } from '../model/whole_access.ts';
import type { AccessRight } from '../vocabulary/action/action_word.ts';
import type { Principal } from './principal.ts';

/** The rows of a resource for which a role has a right. */
export function ruleFor(principal: Pick<Principal, 'role'>, resource: Resource, right: AccessRight): AccessRule {
  return accessFor(principal, resource)[right];
}

/** The same for every right, and for the past. */
export function accessFor({ role }: Pick<Principal, 'role'>, { access }: Resource): Access {
  if (access === null) return allRows;
  return access.get(role ?? noRole) ?? noRow;
}
