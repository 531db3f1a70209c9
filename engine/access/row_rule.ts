import type { AccessRule, Resource } from '../model/model.ts';
import { noRole } from '../model/own_rows.ts';
import type { AccessAction } from '../vocabulary/action/action_word.ts';
import type { Principal } from './principal.ts';

/** What a role may do with the rows of a resource in an action. */
export function ruleFor({ role }: Pick<Principal, 'role'>, resource: Resource, action: AccessAction): AccessRule {
  if (resource.access === null) return { kind: 'all' };
  return resource.access.get(role ?? noRole)?.[action] ?? { kind: 'nothing' };
}
