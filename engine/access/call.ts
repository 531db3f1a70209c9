import type { Call } from '../model/call.ts';
import type { Table } from '../model/model.ts';
import type { Refusal } from './authorise.ts';
import type { Principal } from './principal.ts';
import { holdsScope, scopeOfCall } from './scope.ts';

/** Why a principal may not call; null for a principal who may. The scope comes before the role. */
export function refusalOfCall(principal: Principal, { name, roles }: Call, table: Table): Refusal | null {
  const scope = scopeOfCall(table.name, name);
  if (!holdsScope(principal, scope)) return { check: 'scope', scope, need: null };
  if (roles === null || (principal.role !== null && roles.includes(principal.role))) return null;
  return { check: 'call', resource: table.name, call: name };
}
