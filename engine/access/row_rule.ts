import type { AccessRule, Resource } from '../model/model.ts';
import { noRole } from '../model/own_rows.ts';
import type { AccessRight } from '../vocabulary/action/action_word.ts';
import type { Principal } from './principal.ts';

/** The rows of a resource for which a role has a right. */
export function ruleFor({ role }: Pick<Principal, 'role'>, resource: Resource, right: AccessRight): AccessRule {
  if (resource.access === null) return { kind: 'all' };
  return resource.access.get(role ?? noRole)?.[right] ?? { kind: 'nothing' };
}
