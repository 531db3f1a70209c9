import type { Call } from '../model/call.ts';
import type { Table } from '../model/model.ts';
import type { Refusal } from './authorise.ts';
import type { Principal } from './principal.ts';
import { holdsScope, scopeOfCall } from './scope.ts';

/** Why a principal may not call; null for a principal who may. The scope comes before the role. */
export function refusalOfCall(principal: Principal, call: Call, table: Table): Refusal | null {
  const { name } = call;
  const scope = scopeOfCall(table.name, name);
  if (!holdsScope(principal, scope)) return { check: 'scope', scope, need: null };
  return isForRole(call, principal.role) ? null : { check: 'call', resource: table.name, call: name };
}

/** Whether a role may call; where a call lists no roles, the scope alone decides. */
export function isForRole({ roles }: Pick<Call, 'roles'>, role: string | null): boolean {
  return roles === null || (role !== null && roles.includes(role));
}
